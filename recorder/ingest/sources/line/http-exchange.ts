import { failure } from "#domain/failures/failure.ts";
import type { Socket } from "node:net";
import { type Trouble, TroubleError, troubleOf } from "#recorder/net/trouble.ts";
import { dial, type Place } from "./dial.ts";
import { Chunks, type HttpHead, MAX_HEAD_BYTES, readHttpHead } from "./http-answer.ts";

/** An answer whose body comes as long as the connection stays. */
export interface HttpExchange {
  readonly head: HttpHead;
  readonly socket: Socket;
  /**
   * Whoever hears the body from now on, and what came of it before; one listener only. `ended` is called once: the connection is over, or
   * the camera has closed its side.
   */
  hear(listener: (chunk: Buffer) => void, ended: (trouble: Trouble) => void): void;
  /** Nothing is heard any more. */
  close(): void;
}

const closed: Trouble = failure("camera/unreachable", { cause: failure("camera/closed") });
const silent: Trouble = failure("camera/unreachable", { cause: failure("camera/silent") });
const cancelled: Trouble = failure("camera/unreachable", { cause: failure("camera/cancelled") });
const tooLong: Trouble = failure("camera/protocol", { cause: failure("other/message", { message: "head too long" }) });

/**
 * Sends a request by HTTP over a connection of its own, and reads the answer's head. Lengths of bodies are not believed: cameras write
 * zero, too little or nonsense before videos without an end. Throws TroubleError.
 */
export async function exchange(
  place: Place,
  request: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<HttpExchange> {
  const beganMs = performance.now();
  const line = await dial(place, timeoutMs, signal);
  const { socket } = line;
  return await new Promise((resolve, reject) => {
    let came: Buffer[] = [];
    let listener: ((chunk: Buffer) => void) | null = null;
    let onEnd: ((trouble: Trouble) => void) | null = null;
    let trouble: Trouble | null = null;
    const give = (why: Trouble): void => {
      done();
      socket.destroy();
      reject(new TroubleError(why));
    };
    const onAbort = (): void => give(cancelled);
    const timer = setTimeout(() => give(silent), Math.max(1, timeoutMs - (performance.now() - beganMs)));
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    };
    let isHeadRead = false;
    const end = (): void => {
      const why = (trouble ??= closed);
      if (!isHeadRead) return give(why);
      onEnd?.(why);
      onEnd = null;
    };
    socket.on("error", (error) => (trouble ??= troubleOf(error)));
    socket.on("end", end);
    socket.on("close", end);
    const body = (chunk: Buffer): void => (listener ? listener(chunk) : void came.push(chunk));
    let chunks: Chunks | null = null;
    const take = (chunk: Buffer): void => {
      if (!chunks) return body(chunk);
      chunks.push(chunk);
      if (chunks.isOver) end();
    };
    const hear = (chunk: Buffer): void => {
      if (isHeadRead) return take(chunk);
      came.push(chunk);
      const bytes = Buffer.concat(came);
      const head = bytes.length > MAX_HEAD_BYTES + chunk.length ? null : readHttpHead(bytes);
      if (!head) return bytes.length > MAX_HEAD_BYTES ? give(tooLong) : undefined;
      isHeadRead = true;
      done();
      came = [];
      if (/chunked/i.test(head.headers.get("transfer-encoding")?.join() ?? "")) chunks = new Chunks(body);
      take(bytes.subarray(head.bodyAt));
      resolve({
        head,
        socket,
        hear: (heard, ended) => {
          listener = heard;
          onEnd = ended;
          for (const one of came.splice(0)) heard(one);
          if (trouble) end();
        },
        close: () => {
          listener = () => undefined;
          onEnd = null;
          socket.destroy();
        },
      });
    };
    line.hear((chunk) => {
      try {
        hear(chunk);
      } catch (error) {
        // Whatever this camera's bytes caused here ends this camera's connection and nothing else.
        trouble ??= troubleOf(error);
        socket.destroy();
        end();
      }
    });
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) return onAbort();
    socket.write(request, "latin1");
  });
}
