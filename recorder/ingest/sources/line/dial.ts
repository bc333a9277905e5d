import { failure } from "#domain/failures/failure.ts";
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { type AddressPolicy, forbiddenLiteral, pinnedLookup } from "#recorder/net/address-policy.ts";
import { OLD_TLS } from "#recorder/net/old-tls.ts";
import { causeOf, type Trouble, TroubleError } from "#recorder/net/trouble.ts";

export interface Place {
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
  /** where the camera may be, checked on the dialled address; absent = anywhere */
  readonly network: AddressPolicy | undefined;
}

interface Dialled {
  readonly socket: Socket;
  /** Whoever hears what comes; one listener only. */
  hear(listener: (chunk: Buffer) => void): void;
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

/** Connects to a camera. Throws TroubleError. */
export function dial({ secure, host, port, network }: Place, timeoutMs: number, signal: AbortSignal): Promise<Dialled> {
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
      resolve({ socket, hear });
    });
  });
}

const forbiddenAddress = (name: string): Trouble =>
  failure("camera/forbidden-address", { name, cause: failure("camera/forbidden", { name }) });
