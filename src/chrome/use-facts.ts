import { useCallback, useRef, useSyncExternalStore } from "react";
import type { FactStore } from "#state/store.ts";

/**
 * Reads `select` from a store and renders again when its result changes. A selection that builds a new object each time
 * needs `equal` (e.g. `sameFields`).
 */
export function useFacts<Facts extends object, T>(
  store: FactStore<Facts>,
  select: (facts: Facts) => T,
  equal: (a: T, b: T) => boolean = Object.is,
): T {
  const last = useRef<{ readonly value: T } | null>(null);
  const read = useCallback((): T => {
    const value = select(store.get());
    if (last.current && equal(last.current.value, value)) return last.current.value;
    last.current = { value };
    return value;
  }, [store, select, equal]);
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store]);
  return useSyncExternalStore(subscribe, read, read);
}

/** Whether two flat objects (or arrays) have the same members. */
export function sameFields<T extends object>(a: T, b: T): boolean {
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return left.length === right.size && left.every(([name, value]) => Object.is(value, right.get(name)));
}
