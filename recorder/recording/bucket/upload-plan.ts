/** One upload: which files go into which object, so that it can go on after a restart with the very same bytes. */
import { randomBytes } from "node:crypto";
import { open } from "node:fs/promises";
import * as z from "zod/mini";
import type { RecordingIndex } from "../index/recording-index.ts";
import type { SegmentRow } from "../index/segment-row.ts";
import { pathOf, type VolumeFolders } from "../segments/segment-places.ts";
import type { NewObject } from "../index/bucket/bucket-index.ts";
import {
  freshSalt,
  headText,
  type ObjectHead,
  type ObjectList,
  type ReadBytes,
  objectBytes,
  readHead,
  writeList,
} from "./object-form.ts";

const kept = z.object({
  head: z.string(),
  /** base64 */
  list: z.string(),
  streamId: z.string(),
  isHeld: z.boolean(),
  startMs: z.number(),
  endMs: z.number(),
  files: z.array(z.object({ segment: z.number(), bytes: z.number() })),
  digests: z.array(z.string()),
});

export interface UploadPlan {
  readonly head: ObjectHead;
  readonly list: Buffer;
  readonly streamId: string;
  readonly isHeld: boolean;
  readonly startMs: number;
  readonly endMs: number;
  readonly files: readonly { readonly segment: number; readonly bytes: number }[];
  /** SHA-256 of each, hex */
  readonly digests: readonly string[];
}

/** A file whose digest is known and was just checked. */
export interface CheckedFile {
  readonly row: SegmentRow;
  readonly sha256: Uint8Array;
  readonly fragments: Uint8Array;
}

interface PlanAsk {
  readonly files: readonly CheckedFile[];
  readonly cameraId: string;
  /** salt of the passphrase; null = in clear */
  readonly phraseSalt: string | null;
  readonly isHeld: boolean;
}

export function planOf({ files, cameraId, phraseSalt, isHeld }: PlanAsk): UploadPlan {
  const streamId = files[0]?.row.streamId ?? "";
  const of: ObjectList = {
    streamId,
    cameraId,
    members: files.map(({ row, sha256, fragments }) => ({
      file: row.file,
      startMs: row.startMs,
      endMs: row.endMs,
      bytes: row.bytes,
      frames: row.frames,
      sha256: Buffer.from(sha256).toString("hex"),
      fragments: Buffer.from(fragments).toString("base64"),
    })),
  };
  const list = writeList(of);
  const bodyBytes = files.reduce((sum, { row }) => sum + row.bytes, list.length);
  const sealed = phraseSalt === null ? null : { phraseSalt, salt: freshSalt() };
  return {
    head: { listBytes: list.length, bodyBytes, sealed },
    list,
    streamId,
    isHeld,
    startMs: Math.min(...files.map(({ row }) => row.startMs)),
    endMs: Math.max(...files.map(({ row }) => row.endMs)),
    files: files.map(({ row }) => ({ segment: row.id, bytes: row.bytes })),
    digests: of.members.map(({ sha256 }) => sha256),
  };
}

const SAFE = /^[A-Za-z0-9_-]{1,80}$/;

/** `<prefix><stream>/<YYYY-MM-DD>/<start>-<six letters>.pa`: in the order of time, and never the same twice. */
export function keyOf(prefix: string, { streamId, startMs }: UploadPlan): string {
  const stream = SAFE.test(streamId) ? streamId : Buffer.from(streamId).toString("base64url");
  const day = new Date(startMs).toISOString().slice(0, 10);
  return `${prefix}${stream}/${day}/${Math.floor(startMs)}-${randomBytes(3).toString("hex")}.pa`;
}

export const writePlan = (plan: UploadPlan): string =>
  JSON.stringify({ ...plan, head: headText(plan.head), list: plan.list.toString("base64") });

/** null: the plan is of another release */
export function readPlan(text: string): UploadPlan | null {
  const read = kept.safeParse(JSON.parse(text));
  const head = read.success ? readHead(Buffer.from(read.data.head)) : null;
  return read.success && head ? { ...read.data, head, list: Buffer.from(read.data.list, "base64") } : null;
}

/** The object as the index will know it. */
export const objectOf = (plan: UploadPlan, key: string, version: string): NewObject => ({
  key,
  version,
  streamId: plan.streamId,
  startMs: plan.startMs,
  endMs: plan.endMs,
  bytes: objectBytes(plan.head),
  files: plan.files.length,
  head: headText(plan.head),
  isHeld: plan.isHeld,
});

export function copiesOf(plan: UploadPlan): { segment: number; offset: number }[] {
  let offset = plan.list.length;
  return plan.files.map(({ segment, bytes }) => {
    const place = { segment, offset };
    offset += bytes;
    return place;
  });
}

/** A file of the plan was removed, cut, or cannot be reached. */
export class FileLost extends Error {
  constructor() {
    super("a recording went while it was copied");
  }
}

/** Reads the body of an object from its files, on whatever volume they are now. */
export function bodyOf(plan: UploadPlan, index: Pick<RecordingIndex, "segment">, folders: VolumeFolders): ReadBytes {
  const copies = copiesOf(plan);
  return async (from, to) => {
    const bytes = Buffer.allocUnsafeSlow(to - from);
    if (from < plan.list.length) bytes.set(plan.list.subarray(from, Math.min(to, plan.list.length)));
    for (const [at, { segment, offset }] of copies.entries()) {
      const end = offset + (plan.files[at]?.bytes ?? 0);
      const [start, stop] = [Math.max(from, offset), Math.min(to, end)];
      if (stop <= start) continue;
      const row = await index.segment(segment);
      const path = row && pathOf(folders, row);
      if (path === null) throw new FileLost();
      await readInto(bytes.subarray(start - from, stop - from), path, start - offset);
    }
    return bytes;
  };
}

async function readInto(bytes: Buffer, path: string, from: number): Promise<void> {
  const file = await open(path, "r").catch(() => {
    throw new FileLost();
  });
  try {
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    if (bytesRead !== bytes.length) throw new FileLost();
  } finally {
    await file.close();
  }
}
