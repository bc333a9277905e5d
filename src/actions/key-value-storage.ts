/** The browser's storage as the actions use it. A write that fails (full, forbidden) returns false. */
export interface KeyValueStorage {
  read(key: string): string | null;
  write(key: string, value: string): boolean;
}
