export class Refused extends Error {
  constructor(message: string, status: number, retryAfter: string | null | undefined);
  readonly status: number;
  readonly retryAfterS: number | null;
}
/** For how many seconds an answer asks to wait; null = it does not say. */
export function askedToWaitS(error: unknown): number | null;
