/** Files that must be there after a power cut as well: either whole, or not yet under their name. */
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Readable by its owner only; what was there before is replaced at once. */
export function writeKeptFile(file: string, text: string): void {
  const part = `${file}.part`;
  writeFileSync(part, text, { mode: 0o600 });
  putInPlace(part, file);
}

/** Makes sure that it is on the disk, and gives it its name. */
export function putInPlace(part: string, to: string): void {
  chmodSync(part, 0o600);
  sync(part);
  renameSync(part, to);
  sync(dirname(to));
}

/** On systems where folders cannot be opened, the rename is all there is. */
function sync(path: string): void {
  try {
    const handle = openSync(path, "r");
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    return;
  }
}
