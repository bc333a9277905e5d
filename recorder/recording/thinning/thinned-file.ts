/** Writes what stays of a file beside it. Until the index names the new files nobody takes them for recordings. */
import { createHash } from "node:crypto";
import { type FileHandle, open, rename, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fragment, VIDEO_TIMESCALE } from "#recorder/formats/containers/fmp4.ts";
import { initSegment } from "#recorder/formats/containers/fmp4-init.ts";
import { boxes, parseMoof } from "#recorder/formats/containers/fmp4-parser.ts";
import { encodeFragments, type FragmentEntry } from "../index/fragment-index.ts";
import type { SegmentRow } from "../index/segment-row.ts";
import type { ThinnedPiece } from "../index/thinning/thinning-index.ts";
import { thinnedName } from "../keeping/thinned-name.ts";
import { digestOf } from "../segments/file-digest.ts";
import { PART } from "../segments/part-file.ts";
import { Peeker, readInit } from "../segments/segment-scan.ts";
import { syncFolder } from "../segments/synced-folder.ts";
import type { KeptPicture } from "./thin-plan.ts";

const TICKS_PER_MS = VIDEO_TIMESCALE / 1000;

interface ThinnedFile {
  /** folder of the volume */
  readonly folder: string;
  readonly row: SegmentRow;
  readonly signal: AbortSignal;
}

/** What stays of a file, by `thin-plan.ts`. */
export type Kept =
  | { readonly what: "keys"; readonly pictures: readonly KeptPicture[] }
  | { readonly what: "motion"; readonly runs: readonly (readonly FragmentEntry[])[] };

/** Resolves when all pieces are whole on the disk under their names. `signal`: nothing more is done after it. */
export async function writePieces(of: ThinnedFile, kept: Kept): Promise<readonly ThinnedPiece[]> {
  const { folder, row } = of;
  const source = await open(join(folder, row.file), "r");
  const pieces: ThinnedPiece[] = [];
  try {
    const init = await readInit(new Peeker(source, (await source.stat()).size));
    if (!init) throw new Unreadable(row.file);
    if (kept.what === "keys") {
      const head = initSegment({ video: init.configs.video, audio: null });
      pieces.push(await written(of, thinnedName(row.file, "keys", 0), head, picturesOf(source, row, kept.pictures)));
    } else {
      const head = await read(source, row.file, 0, init.bytes);
      for (const [part, run] of kept.runs.entries())
        pieces.push(await written(of, thinnedName(row.file, "motion", part), head, copiesOf(source, row, run)));
    }
    return pieces;
  } catch (error) {
    await removePieces(folder, pieces);
    throw error;
  } finally {
    await source.close();
  }
}

export async function removePieces(folder: string, pieces: readonly ThinnedPiece[]): Promise<void> {
  for (const { row } of pieces) await unlink(join(folder, row.file)).catch(() => undefined);
}

interface Piece {
  readonly bytes: readonly Uint8Array[];
  /** `offset` is not known yet */
  readonly entry: FragmentEntry;
  /** end of its content by the index */
  readonly endMs: number;
}

async function written(
  { folder, row, signal }: ThinnedFile,
  file: string,
  head: Uint8Array,
  parts: AsyncIterable<Piece>,
): Promise<ThinnedPiece> {
  const path = join(folder, file);
  const hash = createHash("sha256");
  const entries: FragmentEntry[] = [];
  let [offset, endMs] = [0, 0];
  const target = await open(path + PART, "w");
  try {
    const put = async (bytes: Uint8Array): Promise<void> => {
      const { bytesWritten } = await target.write(bytes, 0, bytes.length, offset);
      if (bytesWritten !== bytes.length) throw new ShortWrite(file);
      hash.update(bytes);
      offset += bytes.length;
    };
    await put(head);
    for await (const part of parts) {
      signal.throwIfAborted();
      const beganMs = performance.now();
      entries.push({ ...part.entry, offset });
      await put(part.bytes.length === 1 && part.bytes[0] ? part.bytes[0] : Buffer.concat(part.bytes));
      endMs = Math.max(endMs, part.endMs);
      // Recording and viewing come first.
      await pause(performance.now() - beganMs);
    }
    await target.sync();
    const sha256 = hash.digest();
    if (!(await digestOf(path + PART, signal)).sha256.equals(sha256)) throw new Unreadable(file);
    signal.throwIfAborted();
    await rename(path + PART, path);
    await syncFolder(dirname(path));
    const startMs = entries[0]?.wallMs ?? row.startMs;
    const frames = entries.reduce((sum, { videoSamples }) => sum + videoSamples, 0);
    const { streamId, volume } = row;
    const fresh = { streamId, volume, startMs, endMs, file, bytes: offset, frames };
    return { row: fresh, fragments: encodeFragments(startMs, entries), sha256 };
  } catch (error) {
    await unlink(path + PART).catch(() => undefined);
    throw error;
  } finally {
    await target.close();
  }
}

/** Fragments as they are. The last of the file ends when the index says that its last picture does. */
async function* copiesOf(source: FileHandle, row: SegmentRow, run: readonly FragmentEntry[]): AsyncGenerator<Piece> {
  for (const entry of run) {
    const fragmentEndMs = entry.wallMs + entry.durationMs;
    const endMs = Math.min(fragmentEndMs, Math.max(row.endMs, entry.wallMs));
    yield { bytes: [await read(source, row.file, entry.offset, entry.bytes)], entry, endMs };
  }
}

/** Fragments of one key picture each, which lasts until the next one. */
async function* picturesOf(
  source: FileHandle,
  row: SegmentRow,
  pictures: readonly KeptPicture[],
): AsyncGenerator<Piece> {
  const zeroMs = pictures[0]?.entry.wallMs ?? 0;
  for (const [at, { entry, untilMs }] of pictures.entries()) {
    const bytes = await read(source, row.file, entry.offset, entry.headerBytes + entry.keyBytes);
    // Files store time to the microsecond.
    const wallMs = Math.round(1000 * entry.wallMs + (1000 * compositionTicks(bytes, row.file)) / TICKS_PER_MS) / 1000;
    const baseTicks = Math.max(0, Math.round((wallMs - zeroMs) * TICKS_PER_MS));
    const durationTicks = Math.max(1, Math.round((untilMs - zeroMs) * TICKS_PER_MS) - baseTicks);
    const data = bytes.subarray(entry.headerBytes);
    const sample = { nals: [data], bytes: data.length, key: true, durationTicks, compositionTicks: 0 };
    const made = fragment({
      sequence: at + 1,
      wallMs,
      video: { baseTicks, samples: [sample] },
      audio: null,
      // The data already has its length fields.
      bare: true,
    });
    const durationMs = durationTicks / TICKS_PER_MS;
    const { bytes: size, headerBytes } = made;
    const fresh = { ...entry, wallMs, durationMs, bytes: size, headerBytes, videoSamples: 1, audioSamples: 0 };
    yield { bytes: made.buffers, entry: fresh, endMs: Math.min(wallMs + durationMs, Math.max(row.endMs, wallMs)) };
  }
}

/** How much later than it is decoded the first picture of a fragment is shown. */
function compositionTicks(bytes: Buffer, file: string): number {
  for (const box of boxes(bytes))
    if (box.type === "moof") {
      const first = parseMoof(bytes.subarray(box.body, box.end))?.video?.samples[0];
      if (first?.key) return first.compositionTicks;
    }
  throw new Unreadable(file);
}

async function read(source: FileHandle, file: string, offset: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(bytes);
  const { bytesRead } = await source.read(buffer, 0, bytes, offset);
  if (bytesRead !== bytes) throw new Unreadable(file);
  return buffer;
}

class Unreadable extends Error {
  constructor(file: string) {
    super(`${file}: not all of it can be read`);
  }
}

class ShortWrite extends Error {
  readonly code = "ENOSPC";
  constructor(file: string) {
    super(`${file}: not all of it could be written`);
  }
}
