import type { KeyValueStorage } from "#actions/key-value-storage.ts";

/** Local storage, or (where the browser has none) memory that ends with the page. */
export const browserStorage = (works: boolean): KeyValueStorage => kept(() => (works ? localStorage : null));

/** The storage of this window: a reload finds it again, other windows do not. */
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
