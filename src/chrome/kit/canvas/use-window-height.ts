import { useSyncExternalStore } from "react";

function onResize(changed: () => void): () => void {
  addEventListener("resize", changed);
  return () => removeEventListener("resize", changed);
}

/** The window's inner height in CSS px as it changes. */
export const useWindowHeight = (): number => useSyncExternalStore(onResize, () => innerHeight);
