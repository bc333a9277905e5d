/**
 * Time and conditions of benches: the length of a measurement, and the moment at which the measured system has reached
 * its steady state.
 */

/** Polls at this interval (ms) until `holds` returns something; rejects with `what` when it never does. */
export async function until(what, holds, { everyMs = 200, withinMs = 60_000 } = {}) {
  const endMs = performance.now() + withinMs;
  for (;;) {
    const value = await holds();
    if (value) return value;
    if (performance.now() > endMs) throw new Error(`did not come within ${withinMs} ms: ${what}`);
    await spanned(everyMs);
  }
}

/** The span of a measurement: resolves when it has passed, with the ms that it really took. */
export function spanned(ms) {
  const from = performance.now();
  return new Promise((resolve) => setTimeout(() => resolve(performance.now() - from), ms));
}

/**
 * Resolves when processes are idle: `cpuSeconds` (of all of them) grows by less than `atMost` of one core, or hardly
 * less than before.
 */
export async function rested(cpuSeconds, atMost = 0.02) {
  let before = Number.POSITIVE_INFINITY;
  let last = await cpuSeconds();
  const everyMs = 1000;
  await until(
    "rest",
    async () => {
      const now = await cpuSeconds();
      const share = ((now - last) * 1000) / everyMs;
      const done = share < atMost || share > before * 0.9;
      before = share;
      last = now;
      return done;
    },
    { everyMs },
  );
}
