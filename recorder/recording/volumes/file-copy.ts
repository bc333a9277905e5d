/** Copies one file from a volume to another, so that nothing is lost whenever it is interrupted. */
import { open, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { digestOf, throughFile } from "../segments/file-digest.ts";
import { PART } from "../segments/part-file.ts";
import { makeFolder, syncFolder } from "../segments/synced-folder.ts";

/** Resolves with its SHA-256 when the copy is on its disk and is equal. `signal`: nothing more is done after it. */
export async function copyFile(from: string, to: string, signal: AbortSignal): Promise<Buffer> {
  let sha256: Buffer;
  const part = to + PART;
  await makeFolder(dirname(to));
  signal.throwIfAborted();
  const source = await open(from, "r");
  try {
    const target = await open(part, "w");
    try {
      const take = async (piece: Buffer, at: number): Promise<void> => {
        const { bytesWritten } = await target.write(piece, 0, piece.length, at);
        if (bytesWritten !== piece.length) throw new CopyFailed(part, "short");
      };
      ({ sha256 } = await throughFile(source, { signal, take }));
      signal.throwIfAborted();
      await target.sync();
      if (!(await digestOf(part, signal)).sha256.equals(sha256)) throw new CopyFailed(part, "different");
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  signal.throwIfAborted();
  await rename(part, to);
  await syncFolder(dirname(to));
  signal.throwIfAborted();
  return sha256;
}

/** Whether one file is a second copy of another one; false when one is not there. */
export async function isSecondCopy(one: string, other: string, signal: AbortSignal): Promise<boolean> {
  try {
    const [a, b] = await Promise.all([stat(one), stat(other)]);
    const isOneFile = a.dev === b.dev && a.ino === b.ino;
    if (isOneFile || a.size !== b.size) return false;
    return (await digestOf(one, signal)).sha256.equals((await digestOf(other, signal)).sha256);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

class CopyFailed extends Error {
  constructor(file: string, how: "short" | "different") {
    super(
      how === "short" ? `${file}: not all of it could be written` : `${file}: what was written is not what is read`,
    );
  }
}
