/** Copies one file from a volume to another, so that nothing is lost whenever it is interrupted. */
import { createHash } from "node:crypto";
import { type FileHandle, open, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PART } from "../segments/part-file.ts";
import { makeFolder, syncFolder } from "../segments/synced-folder.ts";

/** Between two pieces the disks are left to others for as long as the piece took: recording and viewing come first. */
const PIECE_BYTES = 1024 * 1024;

/** Resolves when the copy is on its disk and is equal. `signal`: nothing more is done after it. */
export async function copyFile(from: string, to: string, signal: AbortSignal): Promise<void> {
  const part = to + PART;
  await makeFolder(dirname(to));
  signal.throwIfAborted();
  const source = await open(from, "r");
  try {
    const target = await open(part, "w");
    try {
      const digest = await through(source, signal, async (piece, at) => {
        const { bytesWritten } = await target.write(piece, 0, piece.length, at);
        if (bytesWritten !== piece.length) throw new CopyFailed(part, "short");
      });
      signal.throwIfAborted();
      await target.sync();
      if ((await digestOf(part, signal)) !== digest) throw new CopyFailed(part, "different");
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
}

/** Whether one file is a second copy of another one; false when one is not there. */
export async function isSecondCopy(one: string, other: string, signal: AbortSignal): Promise<boolean> {
  try {
    const [a, b] = await Promise.all([stat(one), stat(other)]);
    const isOneFile = a.dev === b.dev && a.ino === b.ino;
    return !isOneFile && a.size === b.size && (await digestOf(one, signal)) === (await digestOf(other, signal));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

async function digestOf(file: string, signal: AbortSignal): Promise<string> {
  const handle = await open(file, "r");
  try {
    return await through(handle, signal, () => Promise.resolve());
  } finally {
    await handle.close();
  }
}

/** Hands on each piece of a file; returns its SHA-256. */
async function through(
  file: FileHandle,
  signal: AbortSignal,
  take: (piece: Buffer, at: number) => Promise<void>,
): Promise<string> {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  for (let at = 0; ; ) {
    signal.throwIfAborted();
    const beganMs = performance.now();
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return hash.digest("hex");
    const piece = buffer.subarray(0, bytesRead);
    hash.update(piece);
    await take(piece, at);
    at += bytesRead;
    await pause(performance.now() - beganMs);
  }
}

class CopyFailed extends Error {
  constructor(file: string, how: "short" | "different") {
    super(
      how === "short" ? `${file}: not all of it could be written` : `${file}: what was written is not what is read`,
    );
  }
}
