import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from "mediabunny";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Channel } from "#recorder/ipc/channel.ts";
import type { MainContract } from "#recorder/ipc/main-contract.ts";
import type { ExportContract } from "#recorder/ipc/export-contract.ts";
import { Exports } from "#recorder/site/exports/exports.ts";
import { buildRecorder } from "../../../scripts/build-recorder.mjs";
import { openRecordings, temporaryFolder } from "../recording/fixture.ts";
import { codedFrames } from "./coded-camera.ts";

async function pictures(file: string): Promise<number> {
  const input = new Input({ source: new FilePathSource(file), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  let count = 0;
  if (track) for await (const _ of new EncodedPacketSink(track).packets()) count += 1;
  input.dispose();
  return count;
}

const START = Date.UTC(2026, 2, 29, 10, 0, 0);
const cache = join(import.meta.dirname, "../../../.cache");

describe("export process", () => {
  const folder = temporaryFolder();
  const recordingsDir = join(folder.dir, "recordings");
  const outDir = join(folder.dir, "out");
  let built: string;

  beforeAll(async () => {
    mkdirSync(cache, { recursive: true });
    mkdirSync(outDir);
    built = mkdtempSync(join(cache, "export-"));
    await buildRecorder(built, { export: "recorder/process/export.ts" });
    const recordings = await openRecordings(recordingsDir);
    const recorder = await recordings.recorder("cam", "1", "continuous");
    recorder.begin({ codec: "h264", audio: null });
    for (const unit of codedFrames({ count: 300, startMs: START, gopFrames: 30 })) recorder.push(unit);
    await recordings.close();
  }, 60_000);
  afterAll(() => {
    rmSync(built, { recursive: true, force: true });
    folder.remove();
  });

  function start(name: string) {
    const child = fork(join(built, "export.js"), [], { serialization: "advanced" });
    const channel = new Channel<MainContract, ExportContract>(child);
    const shares: number[] = [];
    channel.on("progress", ({ share }) => shares.push(share));
    const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    const answer = channel.call(
      "export.start",
      {
        recordingsDir,
        streams: [{ streamId: "cam", cameraName: "Yard" }],
        startMs: START + 5100,
        stopMs: START + 18_000,
        format: "mkv",
        outFile: join(outDir, name),
        signingKey: null,
        dewarpScript: "",
        recorderName: "Test",
        zone: "UTC",
      },
      60_000,
    );
    return { child, shares, answer, exited };
  }

  it("writes the file, tells progress, and ends when its parent lets go", { timeout: 60_000 }, async () => {
    const { child, shares, answer, exited } = start("a.mkv");
    const told = await answer;
    if (!told.ok) throw new Error(told.error.code);
    expect(told.value.files[0]?.frames).toBe(193);
    expect(told.value.bytes).toBe(statSync(join(outDir, "a.mkv")).size);
    expect(shares.at(-1)).toBe(1);
    child.disconnect();
    await exited;
    expect(readdirSync(outDir)).toEqual(["a.mkv"]);
  });

  it("leaves nothing when it is cancelled", { timeout: 60_000 }, async () => {
    const { child, answer, exited } = start("b.mkv");
    const part = () => readdirSync(outDir).some((name) => name.startsWith("b.mkv"));
    await expect.poll(part, { interval: 1, timeout: 20_000 }).toBe(true);
    child.kill("SIGTERM");
    await exited;
    // A fast machine may have finished: then the file is complete, otherwise there is none.
    const left = readdirSync(outDir).filter((name) => name.startsWith("b.mkv"));
    const told = await answer;
    expect(left).toEqual(told.ok ? ["b.mkv"] : left.includes("b.mkv") ? ["b.mkv"] : []);
    expect(left.filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("killed in the middle leaves no file that looks whole", { timeout: 60_000 }, async () => {
    const { child, answer, exited } = start("c.mkv");
    const part = () => readdirSync(outDir).some((name) => name.startsWith("c.mkv"));
    await expect.poll(part, { interval: 1, timeout: 20_000 }).toBe(true);
    child.kill("SIGKILL");
    await exited;
    const told = await answer;
    const left = readdirSync(outDir).filter((name) => name.startsWith("c.mkv"));
    // A file gets its name only when it is complete; a file that was renamed just before the kill has every picture.
    if (left.includes("c.mkv")) expect(await pictures(join(outDir, "c.mkv"))).toBe(193);
    else expect(told.ok).toBe(false);
    for (const name of left) rmSync(join(outDir, name));
  });

  it("whose recorder is killed in the middle ends, and takes what it wrote away", { timeout: 60_000 }, async () => {
    const { child, exited } = start("d.mkv");
    const part = () => readdirSync(outDir).some((name) => name.startsWith("d.mkv"));
    await expect.poll(part, { interval: 1, timeout: 20_000 }).toBe(true);
    // What the child notices when its parent no longer exists.
    child.disconnect();
    await exited;
    const left = readdirSync(outDir).filter((name) => name.startsWith("d.mkv"));
    expect(left.filter((name) => name.endsWith(".part"))).toEqual([]);
    if (left.includes("d.mkv")) expect(await pictures(join(outDir, "d.mkv"))).toBe(193);
  });

  it("calls a file by its first picture where the range begins in a gap, and a zip by nothing of its own", {
    timeout: 60_000,
  }, async () => {
    const before = children();
    const dataDir = join(folder.dir, "names");
    mkdirSync(dataDir);
    const log = pino({ level: "silent" });
    const script = join(built, "export.js");
    const exports = new Exports({ script, dataDir, index: { recordingsDir }, recorderName: "Test", log });
    const yard = { streamId: "cam", cameraName: "Yard" };
    const range = { startMs: START - 42_000, stopMs: START + 5000, format: "mkv" as const };
    const open = new AbortController().signal;
    const file = await exports.makeNow("u", { ...range, streams: [yard], zip: false }, open);
    if (!file.ok) throw new Error(file.error.code);
    expect(file.value.name).toBe("Yard 2026-03-29 10-00-00Z.mkv");
    const streams = [yard, { streamId: "none", cameraName: "Hall" }];
    const zip = await exports.makeNow("u", { ...range, streams, zip: true }, open);
    expect(zip).toMatchObject({ ok: true, value: { name: null, withoutVideo: ["none"] } });
    await exports.stop();
    // The next test counts processes.
    await expect.poll(() => children().length, { timeout: 20_000 }).toBe(before.length);
  });

  it("that was started ahead makes the next export; one that nobody needs ends with its owner", {
    timeout: 60_000,
  }, async () => {
    const script = join(built, "export.js");
    const dataDir = join(folder.dir, "data");
    mkdirSync(dataDir);
    const log = pino({ level: "silent" });
    const before = children();
    const exports = new Exports({ script, dataDir, index: { recordingsDir }, recorderName: "Test", log });
    const ask = {
      streams: [{ streamId: "cam", cameraName: "Yard" }],
      startMs: START + 5100,
      stopMs: START + 18_000,
      format: "mkv" as const,
      zip: false,
    };
    exports.warm();
    exports.warm();
    expect(children()).toHaveLength(before.length + 1);
    const waiting = children().filter((pid) => !before.includes(pid));
    // The waiting process makes the first export, and a process of its own the second.
    for (const round of [1, 2]) {
      const seen = new Set<string>();
      const made = await exports.make(ask, new AbortController().signal, () => {
        for (const pid of children()) if (!before.includes(pid)) seen.add(pid);
      });
      if (!made.ok) throw new Error(made.error.code);
      expect(await pictures(made.value.file)).toBe(193);
      expect([...seen].filter((pid) => waiting.includes(pid))).toHaveLength(round === 1 ? 1 : 0);
      made.value.remove();
    }
    exports.warm();
    await exports.stop();
    await expect.poll(() => children().length, { timeout: 20_000 }).toBe(before.length);
  });

  it("that was queued waits for its turn when those who wait for their files have taken every place", {
    timeout: 60_000,
  }, async () => {
    const dataDir = join(folder.dir, "queued");
    mkdirSync(dataDir);
    const log = pino({ level: "silent" });
    const script = join(built, "export.js");
    const exports = new Exports({ script, dataDir, index: { recordingsDir }, recorderName: "Test", log });
    const streams = [{ streamId: "cam", cameraName: "Yard" }];
    const ask = { streams, startMs: START + 5100, stopMs: START + 18_000, format: "mkv" as const, zip: false };
    const stop = new AbortController();
    const made = Array.from({ length: 4 }, () => exports.makeNow("u", ask, stop.signal));
    expect(await exports.makeNow("u", ask, stop.signal)).toMatchObject({ ok: false, error: { code: "export/busy" } });
    exports.jobs.start("u", ask, "a.mkv");
    await expect
      .poll(() => exports.jobs.of("u"), { timeout: 40_000 })
      .toMatchObject([{ state: "ready", failure: null }]);
    stop.abort();
    for (const each of await Promise.all(made)) if (each.ok) each.value.remove();
    exports.jobs.stop();
    // A user who has lost the right to export gets no file; the others get theirs.
    const open = new AbortController().signal;
    const [theirs, others] = ["u", "other"].map((userId) => exports.makeNow(userId, ask, open));
    exports.end(({ userId }) => userId === "u");
    expect(await theirs).toMatchObject({ ok: false, error: { code: "access/denied" } });
    expect(await others).toMatchObject({ ok: true });
    expect(readdirSync(join(dataDir, "exports"))).toHaveLength(1);
    await exports.stop();
  });
});

/** Processes that this process has started. */
const children = (): string[] =>
  readdirSync("/proc/self/task").flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, "utf8").trim().split(" ").filter(Boolean),
  );
