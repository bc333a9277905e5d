import type { Locator } from "@playwright/test";

/** Resolves with the first of these states that the tile has from now on, however short. */
export const becomes = (tile: Locator, states: readonly string[]): Promise<string> =>
  tile.evaluate(
    (element, wanted) =>
      new Promise<string>((resolve) => {
        const look = (): void => {
          const state = element.getAttribute("data-state") ?? "";
          if (wanted.includes(state)) resolve(state);
        };
        new MutationObserver(look).observe(element, { attributes: true });
        look();
      }),
    states,
  );

/** Notes every state that the tile has from now on, and how long after now; the returned function tells them. */
export async function statesOf(tile: Locator): Promise<() => Promise<{ state: string; afterMs: number }[]>> {
  const seen = await tile.evaluateHandle((element) => {
    const states: { state: string; afterMs: number }[] = [];
    const nowMs = performance.now();
    const look = (): void => {
      const state = element.getAttribute("data-state") ?? "";
      if (states.at(-1)?.state !== state) states.push({ state, afterMs: Math.round(performance.now() - nowMs) });
    };
    new MutationObserver(look).observe(element, { attributes: true });
    look();
    return states;
  });
  return () => seen.jsonValue();
}

/**
 * Resolves as soon as the tile is in this state, after this time, or when the tile or its page is gone: the caller expects what it
 * needs. An expectation alone looks once a second, and a wall that plays meanwhile takes most of a core.
 */
export async function untilState(tile: Locator, state: string, timeoutMs: number): Promise<void> {
  await tile
    .evaluate(
      (element, { wanted, mostMs }) =>
        new Promise<void>((resolve) => {
          const untilMs = performance.now() + mostMs;
          const look = (): void => {
            const isOver = !element.isConnected || performance.now() > untilMs;
            if (!isOver && element.getAttribute("data-state") !== wanted) return;
            observer.disconnect();
            clearInterval(timer);
            resolve();
          };
          const observer = new MutationObserver(look);
          observer.observe(element, { attributes: true, attributeFilter: ["data-state"] });
          const timer = setInterval(look, 500);
          look();
        }),
      { wanted: state, mostMs: timeoutMs },
      { timeout: timeoutMs },
    )
    .catch(() => undefined);
}

/** Resolves when the tile has been in this state for this long without a break. */
export const staysIn = (tile: Locator, state: string, forMs: number): Promise<void> =>
  tile.evaluate(
    (element, { wanted, lastsMs }) =>
      new Promise<void>((resolve) => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        let before: string | null = null;
        const look = (): void => {
          const now = element.getAttribute("data-state");
          if (now === before) return;
          before = now;
          clearTimeout(timer);
          if (now === wanted) timer = setTimeout(resolve, lastsMs);
        };
        new MutationObserver(look).observe(element, { attributes: true, attributeFilter: ["data-state"] });
        look();
      }),
    { wanted: state, lastsMs: forMs },
  );
