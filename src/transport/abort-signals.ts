/**
 * Signals that end a call. Safari has `AbortSignal.any` since 17.4 and `AbortSignal.timeout` since 16; older ones get
 * the same by hand.
 */

/** Aborted as soon as one of them is. */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  if (typeof AbortSignal.any === "function") return AbortSignal.any([...signals]);
  const joined = new AbortController();
  const follow = (event: Event): void => end(event.target instanceof AbortSignal ? event.target.reason : undefined);
  const end = (reason: unknown): void => {
    for (const signal of signals) signal.removeEventListener("abort", follow);
    joined.abort(reason);
  };
  const over = signals.find(({ aborted }) => aborted);
  if (over) joined.abort(over.reason);
  else for (const signal of signals) signal.addEventListener("abort", follow);
  return joined.signal;
}

/** Aborted after this time. */
export function timeoutSignal(ms: number): AbortSignal {
  if (typeof AbortSignal.timeout === "function") return AbortSignal.timeout(ms);
  const late = new AbortController();
  setTimeout(() => late.abort(new DOMException("it took too long", "TimeoutError")), ms);
  return late.signal;
}
