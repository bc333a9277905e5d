import type { FactStore } from "#state/store.ts";

/**
 * A store for code that must not outlast `signal`: after its end the store notifies nobody and changes nothing, however
 * late answers come.
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
