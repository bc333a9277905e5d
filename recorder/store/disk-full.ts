/** Which errors mean that there is no room, and that a folder is gone. */

/** The last one is PostgreSQL's `disk_full`. */
const FULL_CODES = new Set(["ENOSPC", "EDQUOT", "EFBIG", "53100"]);

/** Whether a file system or a database reports that there is no room. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return FULL_CODES.has(code) || code.startsWith("SQLITE_FULL") || /database or disk is full/i.test(error.message);
}

/** A folder of ours was deleted or unmounted: what is written there now would be lost or lie on another disk. */
export class FolderGone extends Error {
  constructor(folder: string) {
    super(`the folder ${folder} was deleted or its disk was taken away`);
  }
}

/** Whether the same write may succeed once the disk is well again. */
export const isDiskTrouble = (error: unknown): boolean =>
  isDiskFull(error) ||
  isMissing(error) ||
  (error instanceof Error &&
    (["EIO", "EROFS", "EACCES", "EPERM"].includes(codeOf(error)) ||
      /readonly database|disk i\/o error|unable to open database|database is locked/i.test(error.message)));

/** Whether an error says that a file or folder is not there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof FolderGone ||
  (error instanceof Error && ["ENOENT", "ENOTDIR", "ESTALE", "ENODEV"].includes(codeOf(error)));

const codeOf = (error: Error): string => ("code" in error && typeof error.code === "string" ? error.code : "");
