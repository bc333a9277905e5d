/** SHA-256 of files on disks that others need more. */
import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

/** Between two pieces the disk is left to others for as long as the piece took: recording and viewing come first. */
const PIECE_BYTES = 1024 * 1024;

interface FileDigest {
  readonly sha256: Buffer;
  /** how many bytes were read */
  readonly bytes: number;
}

/** The digest of the first `most` bytes. Throws the error of the file system. */
export async function digestOf(
  file: string,
  signal: AbortSignal,
  most = Number.POSITIVE_INFINITY,
): Promise<FileDigest> {
  const handle = await open(file, "r");
  try {
    return await throughFile(handle, { signal, most, take: () => Promise.resolve() });
  } finally {
    await handle.close();
  }
}

interface Through {
  readonly signal: AbortSignal;
  readonly most?: number;
  readonly take: (piece: Buffer, at: number) => Promise<void>;
}

/** Hands on each piece of a file. */
export async function throughFile(
  file: FileHandle,
  { signal, most = Number.POSITIVE_INFINITY, take }: Through,
): Promise<FileDigest> {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  for (let at = 0; ; ) {
    signal.throwIfAborted();
    const beganMs = performance.now();
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, most - at), at);
    if (bytesRead === 0) return { sha256: hash.digest(), bytes: at };
    const piece = buffer.subarray(0, bytesRead);
    hash.update(piece);
    await take(piece, at);
    at += bytesRead;
    await pause(performance.now() - beganMs);
  }
}
