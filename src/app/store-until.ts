import type { FactStore } from "#state/store.ts";

/**
 * A store as those see it who must not outlast `signal`: from its end on they are told nothing and change nothing, however late
 * their answers come.
 */
export function storeUntil<Facts extends object>(store: FactStore<Facts>, signal: AbortSignal): FactStore<Facts> {
  return {
    get: () => store.get(),
    subscribe(listener) {
      if (signal.aborted) return () => undefined;
      const leave = store.subscribe(listener);
      signal.addEventListener("abort", leave, { once: true });
      return () => {
        signal.removeEventListener("abort", leave);
        leave();
      };
    },
    change(recipe) {
      if (!signal.aborted) store.change(recipe);
    },
  };
}
