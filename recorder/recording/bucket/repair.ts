/** Makes a damaged file anew from its copy in the bucket. */
import { createHash } from "node:crypto";
import { open, rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import type { Mutex } from "#base/mutex.ts";
import type { RecordingIndex } from "../index/recording-index.ts";
import type { DigestedFile } from "../index/digest-index.ts";
import { PART } from "../segments/part-file.ts";
import { pathOf, type VolumeFolders } from "../segments/segment-places.ts";
import type { OpenCopy, SegmentSource } from "../segments/segment-source.ts";
import { syncFolder } from "../segments/synced-folder.ts";

const PIECE_BYTES = 1024 * 1024;

interface RepairPorts {
  readonly index: Pick<RecordingIndex, "segment">;
  readonly folders: VolumeFolders;
  readonly openCopy: OpenCopy;
  /** keeps files from being moved to another volume meanwhile */
  readonly files: Mutex;
}

/** False: no copy has the right content, or the file was removed or moved. Afterwards the file is whole, or as it was. */
export async function repairFromCopy(file: DigestedFile, ports: RepairPorts): Promise<boolean> {
  const { index, folders, openCopy, files } = ports;
  const path = pathOf(folders, file);
  const copy = path !== null && file.sha256 !== null ? await openCopy(file.id) : null;
  if (!copy || path === null || file.sha256 === null) return false;
  const part = path + PART;
  try {
    const sha256 = await written(copy, file.bytes, part);
    if (sha256?.equals(file.sha256) !== true) return false;
    return await files.run(async () => {
      const row = await index.segment(file.id);
      if (row?.volume !== file.volume || row.bytes !== file.bytes) return false;
      await rename(part, path);
      await syncFolder(dirname(path));
      return true;
    });
  } finally {
    await unlink(part).catch(() => undefined);
  }
}

/** null: the copy is shorter */
async function written(copy: SegmentSource, bytes: number, part: string): Promise<Buffer | null> {
  const hash = createHash("sha256");
  const target = await open(part, "w");
  try {
    for (let at = 0; at < bytes; at += PIECE_BYTES) {
      const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, bytes - at));
      const { bytesRead } = await copy.read(piece, 0, piece.length, at);
      if (bytesRead !== piece.length) return null;
      hash.update(piece);
      await target.write(piece, 0, piece.length, at);
    }
    await target.sync();
    return hash.digest();
  } finally {
    await target.close();
  }
}
