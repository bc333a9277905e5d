import { type Draft, produce } from "immer";
import { createStore } from "zustand/vanilla";

/**
 * A store of facts: plain data, no functions, no side effects. `change` takes an immer recipe; readers subscribe. Only
 * actions and the bindings of app/ change it.
 */
export interface FactStore<Facts extends object> {
  get(): Facts;
  /** called after each change of a value; compare what you read */
  subscribe(listener: (facts: Facts, before: Facts) => void): () => void;
  change(recipe: (draft: Draft<Facts>) => void): void;
}

export function factStore<Facts extends object>(initial: Facts): FactStore<Facts> {
  const store = createStore<Facts>(() => initial);
  return {
    get: store.getState,
    subscribe: store.subscribe,
    change: (recipe) =>
      store.setState(
        produce(store.getState(), (draft) => {
          recipe(draft);
        }),
        true,
      ),
  };
}
