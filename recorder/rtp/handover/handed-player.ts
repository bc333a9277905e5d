/** Hands the connection of a player to another process of this machine, and takes one from there. */
import { connect, type Socket } from "node:net";
import { awayAnswer } from "./first-request.ts";

/** Who is at the other end of a connection, which a local socket does not tell. */
export interface Peer {
  readonly address: string;
  /** of this machine, where the connection came in */
  readonly localAddress: string;
  /** by TLS */
  readonly isPrivate: boolean;
}

const LATER_S = 5;
const MOST_PREFACE_BYTES = 1024;
/** Read into one buffer: without it each read takes 64 KiB of memory anew. */
const READ_BYTES = 64 * 1024;
/** When more than this waits for the player, its process is not read any further, so that it notices the slow line. */
const MAX_WAITING_BYTES = 64 * 1024;

export const peerOf = (socket: Socket): Peer => ({
  address: plain(socket.remoteAddress),
  localAddress: plain(socket.localAddress),
  isPrivate: "encrypted" in socket,
});

/** The process at `path` goes on with a paused connection, of which `bytes` were read. */
export function handOver(
  socket: Socket,
  path: string,
  { bytes, sequence }: { readonly bytes: Buffer; readonly sequence: string },
): void {
  const taken = connect({
    path,
    onread: {
      buffer: Buffer.allocUnsafe(READ_BYTES),
      callback: (count, buffer) => {
        if (!socket.writable) return false;
        // A copy, because the buffer is read into again while this waits to be sent.
        socket.write(Buffer.from(buffer.subarray(0, count)));
        return socket.writableLength < MAX_WAITING_BYTES;
      },
    },
  });
  socket.on("drain", () => taken.resume());
  taken.on("error", () => {
    if (taken.bytesWritten === 0) socket.end(awayAnswer(sequence, LATER_S));
  });
  taken.once("connect", () => {
    taken.write(`${JSON.stringify(peerOf(socket))}\n`);
    taken.write(bytes);
    socket.pipe(taken);
  });
  // After what was answered last.
  taken.once("close", () => socket.destroySoon());
  socket.once("close", () => taken.destroy());
}

/** Calls back with a connection that was handed over, as it is to be served: paused, with what its player has asked. */
export function takeOver(socket: Socket, onTaken: (peer: Peer) => void): void {
  let bytes: Buffer = Buffer.alloc(0);
  const read = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk]);
    const end = bytes.indexOf("\n");
    if (end < 0) {
      if (bytes.length > MOST_PREFACE_BYTES) socket.destroy();
      return;
    }
    socket.off("data", read);
    socket.pause();
    socket.unshift(bytes.subarray(end + 1));
    const peer = readPeer(bytes.toString("utf8", 0, end));
    if (peer) onTaken(peer);
    else socket.destroy();
  };
  socket.on("error", () => {});
  socket.on("data", read);
}

function readPeer(line: string): Peer | null {
  try {
    const { address, localAddress, isPrivate } = JSON.parse(line) as Partial<Record<keyof Peer, unknown>>;
    if (typeof address !== "string" || typeof localAddress !== "string" || typeof isPrivate !== "boolean") return null;
    return { address, localAddress, isPrivate };
  } catch {
    return null;
  }
}

/** An IPv4 address that arrived over an IPv6 socket, in its own form. */
const plain = (address: string | undefined): string => (address ?? "").replace(/^::ffff:(?=\d+\.)/, "");
