/** How long a failed load is kept, so that all who wait for it learn of the failure. */
export const FAILURE_KEPT_MS = 1_000;

/** Loads at the first call and gives everyone the same promise. What could not be loaded is loaded anew by a later call. */
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
