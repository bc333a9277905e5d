/** The browser's storage as the actions see it. A write that fails (full, forbidden) answers false. */
export interface KeyValueStorage {
  read(key: string): string | null;
  write(key: string, value: string): boolean;
}
