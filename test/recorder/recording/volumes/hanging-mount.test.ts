/** A network mount whose server stops answering: a FUSE server that is stopped in the middle (Debian: bindfs, as root). */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { canHang } from "#test/support/machine/hanging-mount.ts";
import { buildRecorder } from "../../../../scripts/build-recorder.mjs";

const isThere = canHang("a mount that hangs");

/** A look each quarter of a second, three of them, and what tells of it. */
const MOST_LEAVE_MS = 1250;
/** Nobody waits for the disk that hangs, least of all the thread that does everything else. */
const MOST_LATE_MS = 1000;
/** As `media` has for two volumes. */
const THREADS = "44";

interface Told {
  readonly openMs?: number;
  /** by the machine's clock */
  readonly atMs?: number;
  readonly sent?: number;
  readonly onA?: number;
  readonly states?: readonly (readonly [string, string])[];
  readonly lateMs?: number;
  readonly played?: readonly { readonly first: number; readonly last: number; readonly missing: number }[];
  readonly tookMs?: number;
  readonly away?: readonly string[];
}

describe.skipIf(!isThere)("a mount that hangs", () => {
  const cache = join(import.meta.dirname, "../../../../.cache");
  let built = "";
  let above = "";
  let mount: ChildProcess;
  let writer: ChildProcess | null = null;
  let told: Told[] = [];
  beforeAll(async () => {
    // Inside the repository, because the bundle searches for packages from its own location.
    mkdirSync(cache, { recursive: true });
    built = mkdtempSync(join(cache, "hanging-"));
    await buildRecorder(built, { writer: "test/recorder/recording/volumes/hanging-writer.ts" });
  });
  afterAll(() => rmSync(built, { recursive: true, force: true }));
  beforeEach(async () => {
    above = mkdtempSync(join(tmpdir(), "hanging-mount-"));
    for (const name of ["real", "mount", "b"]) mkdirSync(join(above, name));
    mount = spawn("bindfs", ["-f", join(above, "real"), join(above, "mount")], { stdio: "ignore" });
    await eventually(() => spawnSync("mountpoint", ["-q", join(above, "mount")]).status === 0, "it is mounted", 10_000);
    told = [];
  });
  afterEach(() => {
    mount.kill("SIGCONT");
    writer?.kill("SIGKILL");
    execFileSync("umount", ["-l", join(above, "mount")]);
    mount.kill("SIGKILL");
    rmSync(above, { recursive: true, force: true });
  });

  function record(): void {
    const words = [join(built, "writer.js"), join(above, "data"), join(above, "mount", "a"), join(above, "b")];
    writer = spawn(process.execPath, words, {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, UV_THREADPOOL_SIZE: THREADS },
    });
    const lines = writer.stdout ? createInterface({ input: writer.stdout }) : null;
    lines?.on("line", (line) => told.push(JSON.parse(line) as Told));
  }
  const latest = (): Told => told.findLast(({ sent }) => sent !== undefined) ?? {};
  const say = (word: string): void => void writer?.stdin?.write(`${word}\n`);
  async function read(): Promise<Told> {
    told = told.filter(({ played }) => played === undefined);
    say("read");
    await eventually(() => told.some(({ played }) => played !== undefined), "it was read", 20_000);
    return told.find(({ played }) => played !== undefined) ?? {};
  }
  const hours = (folder: string): number =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".mp4")).length;

  it("is left within a second, holds back nobody, and is back when it answers", { timeout: 120_000 }, async () => {
    record();
    await eventually(() => (latest().sent ?? 0) > 90 && latest().onA === 4, "six seconds", 30_000);
    const sent = latest().sent ?? 0;
    told = [];
    const hungAtMs = Date.now();
    mount.kill("SIGSTOP");
    await eventually(() => latest().onA === 0, "all on the other one", 10_000);
    // By the clock of the process that records: how long its word takes to get here is none of the product's.
    expect((told.find(({ onA }) => onA === 0)?.atMs ?? Number.POSITIVE_INFINITY) - hungAtMs).toBeLessThan(
      MOST_LEAVE_MS,
    );
    await eventually(() => latest().states?.[0]?.[0] === "stuck", "people are told", 10_000);
    await eventually(() => (latest().sent ?? 0) > sent + 90, "six seconds more", 30_000);
    expect(Math.max(...told.map(({ lateMs }) => lateMs ?? 0))).toBeLessThan(MOST_LATE_MS);
    const hung = await read();
    expect(hung.away).toEqual(["a"]);
    expect(hung.tookMs).toBeLessThan(5000);
    // Nothing is missing from the moment on that it hung; what lies there cannot be played now.
    for (const { first, missing } of hung.played ?? []) expect([missing, first <= sent]).toEqual([0, true]);
    mount.kill("SIGCONT");
    await eventually(() => latest().states?.[0]?.[0] === "ok", "it is back", 30_000);
    const back = await read();
    expect(back.away).toEqual([]);
    for (const { first, missing } of back.played ?? []) expect([first, missing]).toEqual([0, 0]);
  });

  it("does not hold back a start", { timeout: 60_000 }, async () => {
    record();
    await eventually(() => (latest().sent ?? 0) > 45, "three seconds", 30_000);
    writer?.kill("SIGKILL");
    told = [];
    mount.kill("SIGSTOP");
    record();
    await eventually(() => (latest().sent ?? 0) > 45, "three seconds", 30_000);
    expect(told[0]?.openMs).toBeLessThan(6000);
    expect(latest().onA).toBe(0);
    mount.kill("SIGCONT");
    await eventually(() => latest().states?.[0]?.[0] === "ok", "it is there", 30_000);
  });

  it("in the middle of a drain: the drain waits, and goes on when it answers", { timeout: 90_000 }, async () => {
    record();
    await eventually(() => (latest().sent ?? 0) > 200, "some files", 40_000);
    say("drain");
    await eventually(() => hours(join(above, "b")) > 8, "some are moved", 20_000);
    mount.kill("SIGSTOP");
    await eventually(() => latest().states?.[0]?.[1] === "away", "it waits", 20_000);
    expect((await read()).away).toEqual(["a"]);
    mount.kill("SIGCONT");
    await eventually(() => latest().states?.[0]?.[1] === "empty", "it is drained", 40_000);
    expect(hours(join(above, "real"))).toBe(0);
    for (const { first, missing } of (await read()).played ?? []) expect([first, missing]).toEqual([0, 0]);
  });
});
