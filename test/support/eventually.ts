import { vi } from "vitest";

/** Waits until something holds, looking often; fails with `what` after `withinMs`. */
export async function eventually(holds: () => boolean, what: string, withinMs = 8000): Promise<void> {
  await vi.waitFor(
    () => {
      if (!holds()) throw new Error(`did not happen within ${withinMs} ms: ${what}`);
    },
    { timeout: withinMs, interval: 5 },
  );
}
