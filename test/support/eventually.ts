import { vi } from "vitest";

/** Polls until a condition holds; fails with `what` after `withinMs`. */
export async function eventually(holds: () => boolean, what: string, withinMs = 8000): Promise<void> {
  await vi.waitFor(
    () => {
      if (!holds()) throw new Error(`did not happen within ${withinMs} ms: ${what}`);
    },
    { timeout: withinMs, interval: 5 },
  );
}
