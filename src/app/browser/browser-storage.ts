import type { KeyValueStorage } from "#actions/key-value-storage.ts";

/** Local storage, or (where the browser has none) nothing that lasts. */
export const browserStorage = (works: boolean): KeyValueStorage => kept(() => (works ? localStorage : null));

/** What this window keeps for itself: a reload finds it again, other windows do not. */
export const windowStorage = (): KeyValueStorage => kept(() => sessionStorage);

/** Reading a storage may be forbidden, and writing to it fail, at any time. */
function kept(area: () => Storage | null): KeyValueStorage {
  return {
    read: (key) => {
      try {
        return area()?.getItem(key) ?? null;
      } catch {
        return null;
      }
    },
    write: (key, value) => {
      try {
        const found = area();
        found?.setItem(key, value);
        return found !== null;
      } catch {
        return false;
      }
    },
  };
}
