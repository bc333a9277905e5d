/** Addresses that cameras may have: RTSP and HTTP only, and never this machine or its link by mistake or by malice. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import { isOneServer } from "#domain/cameras/server-ports.ts";
import type { CameraDriver } from "#protocol/rest/cameras/camera.ts";
import { type AddressPolicy, forbiddenAmong } from "#recorder/net/address-policy.ts";
import { urlCredentials } from "#recorder/net/url-credentials.ts";

export interface CameraAddress {
  /** normalised, without credentials */
  readonly uri: string;
  readonly host: string;
  /** credentials that stood in the address, empty without */
  readonly username: string;
  readonly password: string;
}

const SCHEMES: Record<CameraDriver, readonly [plain: string, secure: string]> = {
  ONVIF: ["http:", "https:"],
  "Generic RTSP": ["rtsp:", "rtsps:"],
};

/** Whether two addresses lead to the same port of the same host with the same protocol, however they are spelled. */
export function isSameServer(a: string, b: string): boolean {
  if (!URL.canParse(a) || !URL.canParse(b)) return a === b;
  return isOneServer(new URL(a).href, new URL(b).href, "");
}

/** Whether two addresses are the same one, however they are spelled. */
export function isSameAddress(a: string, b: string): boolean {
  if (a === b) return true;
  if (!isSameServer(a, b)) return false;
  const [left, right] = [a, b].map((text) => {
    const { pathname, search } = new URL(text);
    return (pathname === "" ? "/" : pathname) + search;
  });
  return left === right;
}

/** Reads what an administrator typed; the scheme may be missing. */
export function parseCameraAddress(driver: CameraDriver, text: string): Result<CameraAddress, Failure> {
  const fallback = driver === "ONVIF" ? "http://" : "rtsp://";
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : fallback + text;
  if (!URL.canParse(withScheme) || /[\s\\]/.test(withScheme))
    return refuse("camera/bad-uri", { cause: failure("uri/unreadable") });
  const url = new URL(withScheme);
  const [plain, secure] = SCHEMES[driver];
  if (url.protocol !== plain && url.protocol !== secure) {
    return refuse("camera/bad-uri", { cause: failure("uri/scheme", { plain: `${plain}//`, secure: `${secure}//` }) });
  }
  if (url.hostname === "") return refuse("camera/bad-uri", { cause: failure("uri/no-host") });
  const { username, password } = urlCredentials(url);
  url.username = "";
  url.password = "";
  url.hash = "";
  if (driver === "ONVIF" && url.pathname === "/") url.pathname = "/onvif/device_service";
  return ok({ uri: url.href, host: url.hostname.replace(/^\[|\]$/g, ""), username, password });
}

/** Whether we may connect to that host: every address that its name has must be allowed. */
export async function checkCameraHost(host: string, policy: AddressPolicy): Promise<Result<null, Failure>> {
  let addresses: string[];
  try {
    addresses = ipaddr.isValid(host) ? [host] : (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return refuse("camera/unknown-host", { host });
  }
  const bad = forbiddenAmong(addresses, policy);
  if (bad !== undefined) return refuse("camera/forbidden-address", { name: bad });
  return ok(null);
}
