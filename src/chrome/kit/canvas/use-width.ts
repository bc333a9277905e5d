import { type RefObject, useCallback, useRef, useSyncExternalStore } from "react";

/**
 * An element's width in whole CSS px; updates when it changes. It is known before the first paint, so that nothing
 * around the element jumps; until then 0.
 */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  /** without the padding, which only the observer leaves out */
  const observed = useRef<number | null>(null);
  const watch = useCallback(
    (changed: () => void) => {
      const observer = new ResizeObserver(([entry]) => {
        if (entry) observed.current = Math.floor(entry.contentRect.width);
        changed();
      });
      if (element.current) observer.observe(element.current);
      return () => observer.disconnect();
    },
    [element],
  );
  return useSyncExternalStore(watch, () => observed.current ?? element.current?.clientWidth ?? 0);
}
