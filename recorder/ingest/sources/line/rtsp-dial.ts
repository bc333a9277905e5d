import { failure } from "#domain/failures/failure.ts";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { type AddressPolicy, forbiddenLiteral, pinnedLookup } from "#recorder/net/address-policy.ts";
import { causeOf, type Trouble, TroubleError } from "#recorder/net/trouble.ts";
import { OLD_TLS } from "#recorder/net/old-tls.ts";
import { urlCredentials } from "#recorder/net/url-credentials.ts";
import { RtspAuth } from "#recorder/rtp/rtsp-auth.ts";

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
}

export interface RtspLine {
  readonly socket: Socket;
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
    requestUrl: `rtsp://${url.host}${url.pathname}${url.search}`,
    auth: new RtspAuth(username, password),
  };
}

/** Every connection reads into this buffer and keeps a copy of what came, see `Keeper`. */
const readBuffer = Buffer.allocUnsafe(64 * 1024);
/** The memory in which one connection keeps what it received. */
const KEPT_BYTES = 64 * 1024;

/**
 * Copies received bytes, many reads into one piece of memory. One piece per read, or even the 64 KB that Node otherwise
 * allocates per read, costs more to allocate and collect than the copy. Each connection has its own, so that a stalled
 * camera does not keep another one's frames in memory.
 */
class Keeper {
  #free: Buffer = Buffer.alloc(0);

  keep(bytes: Uint8Array): Buffer {
    if (bytes.length > this.#free.length) this.#free = Buffer.allocUnsafeSlow(Math.max(KEPT_BYTES, bytes.length));
    const kept = this.#free.subarray(0, bytes.length);
    kept.set(bytes);
    this.#free = this.#free.subarray(bytes.length);
    return kept;
  }
}

/** Opens the line to a camera. `earlier`: the login as another connection was asked for it. Throws TroubleError. */
export function dialRtsp(
  target: RtspTarget,
  timeoutMs: number,
  signal: AbortSignal,
  earlier?: RtspAuth,
): Promise<RtspLine> {
  const { secure, host, port, requestUrl, ...own } = readTarget(target);
  const auth = earlier ?? own.auth;
  const { network } = target;
  const forbidden = forbiddenLiteral(host, network);
  if (forbidden !== null) return Promise.reject(new TroubleError(forbiddenAddress(forbidden)));
  const lookup = network ? { lookup: pinnedLookup(network) } : {};
  return new Promise((resolve, reject) => {
    let listener: (chunk: Buffer) => void = () => undefined;
    const keeper = new Keeper();
    const onread = {
      buffer: readBuffer,
      callback: (bytes: number, buffer: Uint8Array) => {
        listener(keeper.keep(buffer.subarray(0, bytes)));
        return true;
      },
    };
    const socket = secure
      ? // Cameras use self-signed certificates: the connection is encrypted, but the camera's identity is not proved.
        connectTls({ host, port, rejectUnauthorized: false, ...OLD_TLS, ...lookup })
      : connectTcp({ host, port, noDelay: true, onread, ...lookup });
    const hear = (heard: (chunk: Buffer) => void): void => {
      listener = heard;
      if (secure) socket.on("data", heard);
    };
    const give = (error: Error): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      socket.destroy();
      reject(error);
    };
    const onAbort = (): void =>
      give(new TroubleError(failure("camera/unreachable", { cause: failure("camera/cancelled") })));
    const timer = setTimeout(
      () => give(new TroubleError(failure("camera/unreachable", { cause: failure("camera/silent") }))),
      timeoutMs,
    );
    const onError = (error: Error): void =>
      give(new TroubleError(failure("camera/unreachable", { cause: causeOf(error) })));
    socket.once("error", onError);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) return onAbort();
    socket.once(secure ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      socket.off("error", onError);
      resolve({ socket, requestUrl, auth, hear });
    });
  });
}

export const forbiddenAddress = (name: string): Trouble =>
  failure("camera/forbidden-address", { name, cause: failure("camera/forbidden", { name }) });
