/** One round of the promise: kill -9 at any moment loses at most the last second of each camera, and index equals disk. */
import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { Recordings } from "#recorder/recording/recordings.ts";
import { scanSegment } from "#recorder/recording/segments/segment-scan.ts";
import { frameNumber } from "./synthetic-camera.ts";

interface KillRound {
  /** the worst value of all cameras */
  readonly lostMs: number;
  /** the time until the next process may record */
  readonly readyMs: number;
  readonly repaired: number;
  readonly truncatedBytes: number;
  /** the violations; empty = none */
  readonly faults: readonly string[];
}

const FRAME_MS = 1000 / 15;

/** Starts `writer` (a bundled kill9-writer), kills it after it has sent for `runMs`, opens the folder and checks everything. */
export async function killRound(
  writer: string,
  recordingsDir: string,
  options: { streams: number; runMs: number; segmentMs: number },
): Promise<KillRound> {
  const { streams, runMs, segmentMs } = options;
  const child = spawn(process.execPath, [writer, recordingsDir, String(streams), String(segmentMs)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { startMs, sent } = await new Promise<{ startMs: number; sent: number }>((resolve, reject) => {
    let text = "";
    let told = { startMs: 0, sent: 0 };
    let killing = false;
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      const line = lines.at(-1);
      if (line) told = JSON.parse(line);
      if (killing || told.sent * FRAME_MS < 500) return;
      killing = true;
      setTimeout(() => child.kill("SIGKILL"), runMs);
    });
    child.on("error", reject);
    child.on("close", (code, signal) =>
      signal === "SIGKILL" ? resolve(told) : reject(new Error(`the writer ended by itself: ${code}`)),
    );
  });
  const faults: string[] = [];
  const beganAt = performance.now();
  const recordings = await Recordings.open({ recordingsDir, onDiskState() {}, onLog() {} });
  const readyMs = performance.now() - beganAt;
  let lostMs = 0;
  for (let i = 0; i < streams; i++) {
    let expected = 0;
    let endMs = 0;
    for await (const item of recordings.reader.samples(`cam${i}`, startMs)) {
      if (item.kind !== "video") faults.push(`cam${i}: a gap after frame ${expected}`);
      else {
        if (frameNumber(item.data) !== expected)
          faults.push(`cam${i}: ${frameNumber(item.data)} instead of ${expected}`);
        expected = frameNumber(item.data) + 1;
        endMs = item.wallMs + item.durationUs / 1000;
      }
    }
    lostMs = Math.max(lostMs, startMs + sent * FRAME_MS - endMs);
  }
  await recordings.reconciled;
  faults.push(...(await compare(recordings, recordingsDir)));
  const { repaired, truncatedBytes } = recordings.recovered;
  await recordings.close();
  return { lostMs, readyMs, repaired, truncatedBytes, faults };
}

/** Every file has a closed row with its size, every row has its file, and every file is complete. */
export async function compare(recordings: Recordings, recordingsDir: string): Promise<string[]> {
  const faults: string[] = [];
  const files = readdirSync(recordingsDir, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".mp4"));
  const all = await recordings.index.allSegments(0, 1_000_000);
  const rows = new Map(all.map((row) => [row.file, row]));
  for (const file of files) {
    const row = rows.get(file);
    rows.delete(file);
    const path = join(recordingsDir, file);
    if (!row?.closed) faults.push(`${file}: no closed row`);
    else if (row.bytes !== statSync(path).size)
      faults.push(`${file}: ${statSync(path).size} bytes, row says ${row.bytes}`);
    const handle = await open(path);
    const scan = await scanSegment(handle);
    await handle.close();
    if (scan.goodBytes !== scan.fileBytes || scan.fragments.length === 0) faults.push(`${file}: torn`);
    const frames = scan.fragments.reduce((sum, entry) => sum + entry.videoSamples, 0);
    if (!row || row.frames === frames) continue;
    // Where a camera's time went back, the later file is shown for it, and the row of the earlier one says what is left of it.
    const [first, last] = [scan.fragments[0], scan.fragments.at(-1)];
    const isCut =
      first !== undefined &&
      last !== undefined &&
      all.some(
        ({ id, streamId, startMs, endMs }) =>
          streamId === row.streamId && id > row.id && startMs < last.wallMs + last.durationMs && endMs > first.wallMs,
      );
    if (!isCut || row.frames > frames) faults.push(`${file}: ${frames} frames, row says ${row.frames}`);
  }
  for (const file of rows.keys()) faults.push(`${file}: a row without file`);
  const sum = (await recordings.index.usage()).reduce((all, stream) => all + stream.bytes, 0);
  const disk = files.reduce((all, file) => all + statSync(join(recordingsDir, file)).size, 0);
  if (sum !== disk) faults.push(`usage says ${sum} bytes, the disk holds ${disk}`);
  return faults;
}
