import { fileNamePart } from "#domain/file-names.ts";

/** Windows treats names that differ only in case as one file. */
const folded = (name: string): string => name.toLowerCase();

/**
 * "Yard 2026-03-29 10-00-00Z.mkv"; cameras with the same name are told apart by a number. `before`: names of the cameras
 * before it; `used`: names of files that are made already.
 */
export function exportFileName(
  cameraName: string,
  stamp: string,
  format: string,
  before: readonly string[],
  used: ReadonlySet<string>,
): string {
  const safe = (name: string): string => fileNamePart(name) || "camera";
  const same = before.filter((name) => folded(safe(name)) === folded(safe(cameraName))).length;
  const taken = new Set([...used].map(folded));
  for (let count = same + 1; ; count++) {
    const name = `${safe(cameraName)}${count > 1 ? ` (${count})` : ""} ${stamp}.${format}`;
    if (!taken.has(folded(name))) return name;
  }
}
