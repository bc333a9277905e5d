import type { KeyValueStorage } from "#actions/key-value-storage.ts";

/** Local storage, or (where the browser has none) nothing that lasts. */
export function browserStorage(works: boolean): KeyValueStorage {
  return {
    read: (key) => {
      try {
        return works ? localStorage.getItem(key) : null;
      } catch {
        return null;
      }
    },
    write: (key, value) => {
      try {
        if (works) localStorage.setItem(key, value);
        return works;
      } catch {
        return false;
      }
    },
  };
}
