/** A failed load is kept this long, so that all callers that wait for it learn of the failure. */
export const FAILURE_KEPT_MS = 1_000;

/**
 * Loads at the first call and gives all callers the same promise. When the load has failed, a later call loads again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  const forget = (): void => {
    loaded = null;
  };
  return () => {
    if (loaded === null) {
      loaded = load();
      loaded.catch(() => setTimeout(forget, FAILURE_KEPT_MS));
    }
    return loaded;
  };
}
