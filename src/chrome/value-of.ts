import type { Result } from "#base/result.ts";

/** The value of an answer for a query; a failure rejects with the text to show as its message. */
export async function valueOf<T>(answer: Promise<Result<T, string>>): Promise<T> {
  const done = await answer;
  if (!done.ok) throw new Error(done.error);
  return done.value;
}
