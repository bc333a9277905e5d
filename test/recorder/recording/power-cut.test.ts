/**
 * Reliability case R4: the power fails after any step of the recorder. A disk must keep what was synced; of later
 * writes it may keep any part. Each such disk is opened again. No index is damaged, every file has its row and every
 * row its file.
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { scanSegment } from "#recorder/recording/segments/segment-scan.ts";
import { INDEX_FILE } from "#recorder/recording/index/sqlite-index.ts";
import { openRecordings, temporaryFolder } from "./fixture.ts";
import { SyntheticCamera } from "./synthetic-camera.ts";

const START = Date.UTC(2026, 5, 1, 12, 59, 55);
const SECONDS = 10;
const SEGMENT_MS = 4000;

type Step = { readonly path: string } & (
  | { readonly kind: "folder" | "file" | "sync" }
  | { readonly kind: "write"; readonly at: number; readonly data: Buffer }
  | { readonly kind: "truncate"; readonly length: number }
);
interface Moment {
  readonly step: Step;
  /** the index at that time, and its write-ahead log */
  readonly database: Buffer;
  readonly wal: Buffer;
}

const disk = vi.hoisted(() => ({ note: null as ((step: Step) => void) | null }));

vi.mock("node:fs/promises", async (load) => {
  const real = await load<typeof import("node:fs/promises")>();
  const watched = (handle: Awaited<ReturnType<typeof real.open>>, path: string) => {
    return {
      async write(data: Buffer, offset: number, length: number, at: number) {
        const written = await handle.write(data, offset, length, at);
        disk.note?.({
          kind: "write",
          path,
          at,
          data: Buffer.from(data.subarray(offset, offset + written.bytesWritten)),
        });
        return written;
      },
      async truncate(length: number) {
        await handle.truncate(length);
        disk.note?.({ kind: "truncate", path, length });
      },
      async datasync() {
        await handle.datasync();
        disk.note?.({ kind: "sync", path });
      },
      async sync() {
        await handle.sync();
        disk.note?.({ kind: "sync", path });
      },
      read: handle.read.bind(handle),
      stat: handle.stat.bind(handle),
      close: () => handle.close(),
    };
  };
  return {
    ...real,
    async mkdir(path: string, options: { recursive: true }) {
      const made = await real.mkdir(path, options);
      if (made === undefined) return made;
      const folders: string[] = [];
      for (let at = path; at.length >= made.length; at = dirname(at)) folders.unshift(at);
      for (const folder of folders) disk.note?.({ kind: "folder", path: folder });
      return made;
    },
    async open(path: string, flags: string) {
      const handle = await real.open(path, flags);
      if (flags === "w") disk.note?.({ kind: "file", path });
      return watched(handle, path);
    },
  };
});

let folder: { dir: string; remove: () => void };
let again: { dir: string; remove: () => void };
beforeEach(() => {
  [folder, again] = [temporaryFolder(), temporaryFolder()];
});
afterEach(() => {
  disk.note = null;
  folder.remove();
  again.remove();
});

const contentOf = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
};

/** Records a few segments over the change of an hour; returns every step that the disk saw. */
async function recorded(): Promise<Moment[]> {
  const moments: Moment[] = [];
  const database = join(folder.dir, INDEX_FILE);
  const recordings = await openRecordings(folder.dir, { segmentMs: SEGMENT_MS });
  disk.note = (step) => {
    if (!step.path.startsWith(`${folder.dir}/`) && step.path !== folder.dir) return;
    const own = { ...step, path: relative(folder.dir, step.path) };
    moments.push({ step: own, database: contentOf(database), wal: contentOf(`${database}-wal`) });
  };
  const recorder = await recordings.recorder("cam", "1", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  const camera = new SyntheticCamera({ startMs: START });
  for (let second = 0; second < SECONDS; second += 1) {
    for (const unit of camera.seconds(1)) recorder.push(unit);
    // Half of the seconds are written and not synced yet when the next ones arrive.
    if (second % 2 === 1) await recordings.flush();
  }
  disk.note = null;
  await recordings.close();
  return moments;
}

/** Whether the disk must know this name: the folders that name it, up to the root, were synced after it was created. */
function isNamed(path: string, steps: readonly Step[]): boolean {
  if (path === "") return true;
  const made = steps.findLastIndex((step) => (step.kind === "file" || step.kind === "folder") && step.path === path);
  // Created before the observation started.
  if (made < 0) return true;
  const parent = dirname(path) === "." ? "" : dirname(path);
  return steps.slice(made).some((step) => step.kind === "sync" && step.path === parent) && isNamed(parent, steps);
}

type Kept = "what was synced" | "everything" | "lengths, but zeros for what was not synced";

/** The files after the power failure. */
function filesOf(steps: readonly Step[], kept: Kept): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const paths = new Set(steps.filter(({ kind }) => kind === "file").map(({ path }) => path));
  for (const path of paths) {
    const synced = steps.findLastIndex((step) => step.kind === "sync" && step.path === path);
    if (kept === "what was synced" && !isNamed(path, steps)) continue;
    let content = Buffer.alloc(0);
    for (const [at, step] of steps.entries()) {
      if (step.path !== path || (kept === "what was synced" && at > synced)) continue;
      if (step.kind === "truncate") content = content.subarray(0, step.length);
      if (step.kind !== "write") continue;
      const data = kept !== "everything" && at > synced ? Buffer.alloc(step.data.length) : step.data;
      const longer = Buffer.alloc(Math.max(content.length, step.at + data.length));
      content.copy(longer);
      data.copy(longer, step.at);
      content = longer;
    }
    files.set(path, content);
  }
  return files;
}

/** The faults after this disk was opened again. */
async function faultsOf(files: ReadonlyMap<string, Buffer>, database: Buffer, wal: Buffer): Promise<string[]> {
  rmSync(again.dir, { recursive: true, force: true });
  mkdirSync(again.dir);
  for (const [path, content] of files) {
    mkdirSync(join(again.dir, dirname(path)), { recursive: true });
    writeFileSync(join(again.dir, path), content);
  }
  writeFileSync(join(again.dir, INDEX_FILE), database);
  writeFileSync(join(again.dir, `${INDEX_FILE}-wal`), wal);
  const faults: string[] = [];
  const recordings = await openRecordings(again.dir, {
    onLog: (level, text) => level === "error" && faults.push(text),
  });
  await recordings.reconciled;
  const rows = new Map((await recordings.index.allSegments(0, 1000)).map((row) => [row.file, row]));
  await recordings.close();
  for (const path of files.keys()) {
    const handle = await open(join(again.dir, path), "r").catch(() => null);
    if (!handle) continue;
    const { fragments, fileBytes } = await scanSegment(handle);
    await handle.close();
    const row = rows.get(path);
    if (fragments.length === 0) faults.push(`${path} has nothing to play`);
    else if (row?.bytes !== fileBytes || !row.closed) faults.push(`${path}: ${fileBytes} bytes, row ${row?.bytes}`);
  }
  for (const file of rows.keys())
    if (!statSync(join(again.dir, file), { throwIfNoEntry: false })) faults.push(`${file} is only a row`);
  return faults;
}

it("after any step the files come back with their rows, and nothing that was synced is lost", {
  timeout: 120_000,
}, async () => {
  const moments = await recorded();
  const all = moments.map(({ step }) => step);
  expect(new Set(all.filter(({ kind }) => kind === "file").map(({ path }) => dirname(path))).size).toBe(2);
  const faults: string[] = [];
  let disks = 0;
  for (const [at, { step, database, wal }] of moments.entries()) {
    const steps = all.slice(0, at + 1);
    // A promise that a file was synced includes its name.
    if (step.kind === "sync" && step.path.endsWith(".mp4") && !isNamed(step.path, steps))
      faults.push(`step ${at}: ${step.path} is synced, its folders are not`);
    const wholeWal = kindOfWal(wal, at);
    for (const kept of ["what was synced", "everything", "lengths, but zeros for what was not synced"] as const) {
      disks += 1;
      const found = await faultsOf(filesOf(steps, kept), database, wholeWal);
      faults.push(...found.map((fault) => `step ${at} (${step.kind}), ${kept}: ${fault}`));
    }
  }
  expect(disks).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

/** The index syncs its write-ahead log only now and then: any length of it may remain. */
const kindOfWal = (wal: Buffer, at: number): Buffer => wal.subarray(0, Math.floor(wal.length * ((at * 0.618_034) % 1)));
