/** Waits until something holds, looking often; fails with `what` after `withinMs`. */
export async function eventually(holds: () => boolean, what: string, withinMs = 8000): Promise<void> {
  const untilMs = performance.now() + withinMs;
  while (!holds()) {
    if (performance.now() > untilMs) throw new Error(`did not happen within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
