/** Time and conditions of benches: what a measure lasts, and when what is measured has come to what it is. */

/** Looks every so many ms until `holds` answers something; rejects with `what` when it does not. */
export async function until(what, holds, { everyMs = 200, withinMs = 60_000 } = {}) {
  const endMs = performance.now() + withinMs;
  for (;;) {
    const value = await holds();
    if (value) return value;
    if (performance.now() > endMs) throw new Error(`did not come within ${withinMs} ms: ${what}`);
    await spanned(everyMs);
  }
}

/** The span that is measured over: resolves when it has passed, to the ms that it really took. */
export function spanned(ms) {
  const from = performance.now();
  return new Promise((resolve) => setTimeout(() => resolve(performance.now() - from), ms));
}

/** Processes have come to rest: `cpuSeconds` (of all of them) grows by less than `atMost` of one core, or hardly less than before. */
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
