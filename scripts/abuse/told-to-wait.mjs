/** An answer that refused something: `{status, retryAfterS}`, the latter null without Retry-After. */
export class Refused extends Error {
  constructor(message, status, retryAfter) {
    super(message);
    this.status = status;
    this.retryAfterS = retryAfter !== null && /^\d+$/.test(retryAfter ?? "") ? Number(retryAfter) : null;
  }
}

/** There are too many now, or something is being started: 429 and 503, by RTSP also 453. */
const FOR_NOW = new Set([429, 453, 503]);

/**
 * For how many seconds an answer asks to wait before the next try; null = it does not, or does not say for how long: that
 * is a failure. What is closed or broken has no answer.
 */
export const askedToWaitS = (error) =>
  error instanceof Refused && FOR_NOW.has(error.status) ? error.retryAfterS : null;
