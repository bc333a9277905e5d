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
  /** they were percent-encoded, or seemed to be */
  readonly isDecoded: boolean;
}

const SCHEMES: Record<CameraDriver, readonly string[]> = {
  ONVIF: ["http:", "https:"],
  // Motion JPEG over HTTP stands beside RTSP.
  "Generic RTSP": ["rtsp:", "rtsps:", "http:", "https:"],
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

/**
 * Whether a name or password in the address may have ended its host too early: a sign that ends the host stands before an @, or one that no
 * address may have.
 */
export function mayHoldLogin(text: string): boolean {
  const after = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
  const end = after.search(/[/?#\\\s]/);
  return end >= 0 && after.indexOf("@", end) >= 0;
}

/** Reads what an administrator typed; the scheme may be missing. */
export function parseCameraAddress(driver: CameraDriver, text: string): Result<CameraAddress, Failure> {
  const fallback = driver === "ONVIF" ? "http://" : "rtsp://";
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : fallback + text;
  if (!URL.canParse(withScheme) || /[\s\\]/.test(withScheme)) {
    const cause = failure(mayHoldLogin(withScheme) ? "uri/credentials" : "uri/unreadable");
    return refuse("camera/bad-uri", { cause });
  }
  const url = new URL(withScheme);
  const schemes = SCHEMES[driver];
  if (!schemes.includes(url.protocol)) {
    const names = schemes.map((scheme) => `${scheme}//`);
    const [plain, secure] = [names.slice(0, -1).join(", "), names.at(-1) ?? ""];
    return refuse("camera/bad-uri", { cause: failure("uri/scheme", { plain, secure }) });
  }
  if (url.hostname === "") return refuse("camera/bad-uri", { cause: failure("uri/no-host") });
  const { username, password } = urlCredentials(url);
  const authority = /\/\/([^/?#]*)@/.exec(withScheme)?.[1] ?? "";
  const isDecoded = authority.includes("%");
  url.username = "";
  url.password = "";
  url.hash = "";
  if (driver === "ONVIF" && url.pathname === "/") url.pathname = "/onvif/device_service";
  return ok({ uri: url.href, host: url.hostname.replace(/^\[|\]$/g, ""), username, password, isDecoded });
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
