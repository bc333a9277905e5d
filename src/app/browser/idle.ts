/** The page is busy when it is begun: what waits for a quiet moment waits no longer than this. */
const BUSY_MS = 200;

/** Resolves when the page has nothing else to do. Safari cannot tell: there it is the next task. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: BUSY_MS });
    else setTimeout(resolve);
  });
