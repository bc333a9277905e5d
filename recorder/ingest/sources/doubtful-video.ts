import { JpegScanner } from "#recorder/formats/jpeg-scanner.ts";
import { type Trouble, TroubleError } from "#recorder/net/trouble.ts";
import { MAX_FRAME_BYTES } from "#recorder/rtp/payloads/nal-depacketizer.ts";
import type { HttpExchange } from "./line/http-exchange.ts";

/** A page is shorter than this; what has no picture by then is no video. */
const LOOKED_AT_BYTES = 1024 * 1024;
/** A single picture is none. */
const ENOUGH = 2;

/**
 * What came up to the second picture of an answer whose type is not one of video: some cameras call theirs a single picture, a text, or by
 * a name of their own. Throws `doubt` where none comes.
 */
export function provenVideo(
  answer: Pick<HttpExchange, "hear">,
  doubt: Trouble,
  timeoutMs: number,
): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = [];
  let [bytes, pictures] = [0, 0];
  const scanner = new JpegScanner(MAX_FRAME_BYTES, () => (pictures += 1));
  return new Promise((resolve, reject) => {
    let isSettled = false;
    const settle = (isVideo: boolean): void => {
      isSettled = true;
      clearTimeout(timer);
      if (isVideo) resolve(chunks);
      else reject(new TroubleError(doubt));
    };
    const timer = setTimeout(() => settle(false), timeoutMs);
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      // What comes before somebody else listens is kept for it.
      if (isSettled) return;
      bytes += chunk.length;
      scanner.push(chunk);
      if (pictures >= ENOUGH) settle(true);
      else if (bytes > (pictures + 1) * LOOKED_AT_BYTES && scanner.isBetween) settle(false);
      else if (bytes > ENOUGH * MAX_FRAME_BYTES) settle(false);
    };
    answer.hear(take, () => settle(false));
  });
}
