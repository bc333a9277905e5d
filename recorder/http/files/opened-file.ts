import type { ReadStream } from "node:fs";
import { open } from "node:fs/promises";

/**
 * A file that is sent as an answer, opened before anything is said of it: somebody else may remove it at any moment.
 * null: it is not there (any more). `bytes`: how much of it, if not all.
 */
export async function openedFile(path: string, bytes?: number): Promise<ReadStream | null> {
  try {
    const file = await open(path);
    return file.createReadStream(bytes === undefined ? {} : { end: bytes - 1 });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
