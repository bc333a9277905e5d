/** Reads what the player of a new connection asks first, before anybody serves it. */
import type { Socket } from "node:net";

/** No player asks so much before it was answered. */
const MOST_BYTES = 16 * 1024;
const HEAD_END = "\r\n\r\n";
const METHODS = "OPTIONS, DESCRIBE, SETUP, PLAY, PAUSE, TEARDOWN, GET_PARAMETER";

interface FirstRequest {
  /** of the address, without the query */
  readonly path: string;
  readonly sequence: string;
  /** everything that was read and not answered */
  readonly bytes: Buffer;
}

/**
 * `onRequest` is called once, with the first request that names something; what only asks for methods is answered before. The socket
 * is paused then, and nobody listens to it. A player that asks nothing within `firstMs` has ended.
 */
export function readFirstRequest(
  socket: Socket,
  { name, firstMs }: { readonly name: string; readonly firstMs: number },
  onRequest: (request: FirstRequest) => void,
): void {
  let bytes: Buffer = Buffer.alloc(0);
  const late = setTimeout(() => socket.destroy(), firstMs).unref();
  const stop = (): void => {
    clearTimeout(late);
    socket.off("data", read);
    socket.off("close", stop);
  };
  const read = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk]);
    for (let end = bytes.indexOf(HEAD_END); end >= 0; end = bytes.indexOf(HEAD_END)) {
      const head = bytes.toString("latin1", 0, end);
      const { method, path, sequence } = partsOf(head);
      if (method === "OPTIONS" && path === "") {
        socket.write(answer(200, sequence, { Server: name, Public: METHODS }));
        bytes = bytes.subarray(end + HEAD_END.length);
        continue;
      }
      socket.pause();
      stop();
      return onRequest({ path, sequence, bytes });
    }
    if (bytes.length > MOST_BYTES) socket.destroy();
    return undefined;
  };
  socket.on("error", () => {});
  socket.on("close", stop);
  socket.on("data", read);
}

/** The answer while the process that has the stream is not running. */
export const awayAnswer = (sequence: string, laterS: number): string =>
  answer(503, sequence, { "Retry-After": String(laterS) });

function answer(status: 200 | 503, sequence: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ CSeq: sequence, ...headers }).map(([key, value]) => `${key}: ${value}\r\n`);
  return `RTSP/1.0 ${status} ${status === 200 ? "OK" : "Service Unavailable"}\r\n${lines.join("")}\r\n`;
}

function partsOf(head: string): { method: string; path: string; sequence: string } {
  const [method = "", url = ""] = head.split(/\s/, 2);
  const path = /^rtsps?:\/\/[^/?]*(\/[^?]*)/i.exec(url)?.[1] ?? "";
  const sequence = /^cseq:\s*(\d{1,10})\s*$/im.exec(head)?.[1] ?? "0";
  return { method, path: path.replace(/\/$/, ""), sequence };
}
