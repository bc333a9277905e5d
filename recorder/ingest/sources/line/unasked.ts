import { header, type RtspMessage } from "#recorder/rtp/rtsp-wire.ts";

/** More unrequested messages than this in one stretch do not come from a camera: each of its requests would be answered. */
const UNASKED_MAX = 50;
const UNASKED_STRETCH_MS = 10_000;
/** Requests of a camera that ask for a sign of life. Others (REDIRECT, ANNOUNCE) are not served. */
const IS_ANYBODY_THERE = /^(?:OPTIONS|GET_PARAMETER|SET_PARAMETER) /;

/** Requests by which a camera says that it ends, or that something else begins. */
const IS_GOODBYE = /^(?:TEARDOWN|REDIRECT|ANNOUNCE) /;

export const isGoodbyeRequest = (request: RtspMessage): boolean => IS_GOODBYE.test(request.startLine);

/** Counts what a camera says without being asked. */
export class Unasked {
  #count = 0;
  #sinceMs = Number.NEGATIVE_INFINITY;

  /** Counts a message; true when there are too many of them for a healthy camera. */
  isStorm(nowMs: number): boolean {
    if (nowMs - this.#sinceMs > UNASKED_STRETCH_MS) {
      this.#sinceMs = nowMs;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count > UNASKED_MAX;
  }
}

/** The number of a message; NaN = it has none. */
export const sequenceOf = (message: RtspMessage): number => Number.parseInt(header(message, "cseq") ?? "", 10);

/** The answer to a camera's own request. */
export function answerTo(request: RtspMessage): string {
  const sequence = sequenceOf(request);
  const status = IS_ANYBODY_THERE.test(request.startLine) ? "200 OK" : "501 Not Implemented";
  return `RTSP/1.0 ${status}\r\nCSeq: ${Number.isInteger(sequence) ? sequence : 0}\r\n\r\n`;
}
