import { failure } from "#domain/failures/failure.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import { TroubleError } from "#recorder/net/trouble.ts";
import { urlCredentials } from "#recorder/net/url-credentials.ts";
import { RtspAuth } from "#recorder/rtp/rtsp-auth.ts";
import { dial } from "./dial.ts";
import { type LineSocket, openTunnel } from "./rtsp-tunnel.ts";

/** Hears what goes over a control connection, for a capture. */
export interface RtspTrace {
  /** a connection was opened; what comes next belongs to it */
  opened(): void;
  sent(text: string): void;
  came(chunk: Buffer): void;
}

export interface RtspTarget {
  /** rtsp(s)://host[:port]/path; a name and password inside are used when the fields below are empty */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly transport: "tcp" | "udp";
  /** where the camera may be, checked on the dialled address; absent = anywhere */
  readonly network?: AddressPolicy;
  readonly trace?: RtspTrace;
  /** a recorder of ours, which reports the date of each frame: these count; absent = frames are dated by arrival */
  readonly isDated?: boolean;
  /** RTSP inside of HTTP */
  readonly isTunnelled?: boolean;
}

export interface RtspLine {
  readonly socket: LineSocket;
  readonly isSecure: boolean;
  readonly requestUrl: string;
  readonly auth: RtspAuth;
  /** Whoever hears what comes; one listener only. */
  hear(listener: (chunk: Buffer) => void): void;
}

const DEFAULT_PORT = { "rtsp:": 554, "rtsps:": 322 } as const;

/** What is dialled, what is requested and the login. Throws TroubleError for an invalid URL. */
function readTarget(target: RtspTarget) {
  let url: URL;
  try {
    url = new URL(target.url);
  } catch {
    throw new TroubleError(failure("camera/protocol", { cause: failure("camera/address-no-url") }));
  }
  if ((url.protocol !== "rtsp:" && url.protocol !== "rtsps:") || url.hostname === "")
    throw new TroubleError(failure("camera/protocol", { cause: failure("camera/address-no-rtsp") }));
  const own = urlCredentials(url);
  const username = target.username || own.username;
  const password = target.username ? target.password : target.password || own.password;
  return {
    secure: url.protocol === "rtsps:",
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || DEFAULT_PORT[url.protocol],
    path: url.pathname + url.search || "/",
    requestUrl: `rtsp://${url.host}${url.pathname}${url.search}`,
    auth: new RtspAuth(username, password),
  };
}

/** Opens the line to a camera. `earlier`: the login as another connection was asked for it. Throws TroubleError. */
export async function dialRtsp(
  target: RtspTarget,
  timeoutMs: number,
  signal: AbortSignal,
  earlier?: RtspAuth,
): Promise<RtspLine> {
  const { requestUrl, path, auth, ...own } = readTarget(target);
  const place = { ...own, network: target.network };
  const login = earlier ?? auth;
  const line =
    target.isTunnelled === true
      ? await openTunnel(place, path, login, timeoutMs, signal)
      : await dial(place, timeoutMs, signal);
  const { socket } = line;
  return { socket, isSecure: place.secure, requestUrl, auth: login, hear: (listener) => line.hear(listener) };
}
