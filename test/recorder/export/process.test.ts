import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Channel } from "#recorder/ipc/channel.ts";
import type { ExportContract, MainContract } from "#recorder/ipc/contracts.ts";
import { buildRecorder } from "../../../scripts/build-recorder.mjs";
import { openRecordings, temporaryFolder } from "../recording/fixture.ts";
import { codedPictures } from "./coded-camera.ts";

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
    await buildRecorder(built, { export: "recorder/export.ts" });
    const recordings = await openRecordings(recordingsDir);
    const recorder = await recordings.recorder("cam", "1", "continuous");
    recorder.begin({ codec: "h264", audio: null });
    for (const unit of codedPictures({ count: 300, startMs: START, gopFrames: 30 })) recorder.push(unit);
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
        recorderName: "Test",
      },
      60_000,
    );
    return { child, shares, answer, exited };
  }

  it("writes the file, tells progress, and ends when its parent lets go", { timeout: 60_000 }, async () => {
    const { child, shares, answer, exited } = start("a.mkv");
    const told = await answer;
    if (!told.ok) throw new Error(told.reason);
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
    // Fast machines may have finished: then the file is whole, else there is none.
    const left = readdirSync(outDir).filter((name) => name.startsWith("b.mkv"));
    const told = await answer;
    expect(left).toEqual(told.ok ? ["b.mkv"] : left.includes("b.mkv") ? ["b.mkv"] : []);
    expect(left.filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});
