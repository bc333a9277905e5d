/** True for an answer that asks to come again later. */
export function isToldToWait(error: unknown): boolean;
