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

/** Notes every state that the tile has from now on; the returned function tells them. */
export async function statesOf(tile: Locator): Promise<() => Promise<string[]>> {
  const seen = await tile.evaluateHandle((element) => {
    const states: string[] = [];
    const look = (): void => {
      const state = element.getAttribute("data-state") ?? "";
      if (states.at(-1) !== state) states.push(state);
    };
    new MutationObserver(look).observe(element, { attributes: true });
    look();
    return states;
  });
  return () => seen.jsonValue();
}
