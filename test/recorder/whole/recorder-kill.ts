/**
 * The promise of `../recording/kill9.ts` for the whole recorder: kill -9 of all its processes while cameras record, a new start, and a check
 * of the disk.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Recordings } from "#recorder/recording/recordings.ts";
import { DatabaseCopies } from "#recorder/store/database-copies.ts";
import { compare } from "../recording/kill9.ts";
import { backAfterMs, lookAtDisk, recordedRows } from "./recorded-disk.ts";
import { RecorderCalls } from "./recorder-calls.ts";
import { freePort } from "../../../scripts/machine/free-port.mjs";

interface KillResult {
  /** the worst value of all cameras: from the last recorded picture's end to the kill */
  readonly lostMs: number;
  /** from the start of the process until /readyz answers 200 */
  readonly readyMs: number;
  /** from the start of the process until every camera records again */
  readonly recordingMs: number;
  /** the violations; empty = none */
  readonly faults: readonly string[];
}

const START_LIMIT_MS = 60_000;
const POLL_MS = 25;

/** A recorder of a build (`main.js` and the others in `built`), with cameras of its own that record continuously. */
export class KillableRecorder {
  readonly #built: string;
  readonly #folder: string;
  readonly #cameras: ChildProcess;
  readonly #port: number;
  readonly #mediaWorkers: number;
  /** Asks it as its administrator. */
  readonly calls: RecorderCalls;
  #streams: readonly string[] = [];
  #recorder: ChildProcess | null = null;
  #log = "";
  /** How long the first start took, on this machine with what else it does: what the later ones are compared with. */
  firstStartMs = 0;

  private constructor(built: string, folder: string, cameras: ChildProcess, port: number, mediaWorkers: number) {
    this.#mediaWorkers = mediaWorkers;
    this.#built = built;
    this.#folder = folder;
    this.#cameras = cameras;
    this.#port = port;
    this.calls = new RecorderCalls(port);
  }

  /**
   * `built` also contains `cameras.js` (bench/recorder/cameras.ts); `folder` is the data folder. Resolves when all
   * cameras record.
   */
  static async start(built: string, folder: string, count: number, mediaWorkers = 1): Promise<KillableRecorder> {
    mkdirSync(folder, { recursive: true });
    const cameras = spawn(process.execPath, [join(built, "cameras.js"), String(count)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const rtspPort = await new Promise<number>((resolve) =>
      cameras.stdout.once("data", (line) => resolve(Number(line))),
    );
    const recorder = new KillableRecorder(built, folder, cameras, await freePort(), mediaWorkers);
    try {
      const begunMs = Date.now();
      await recorder.#run();
      recorder.firstStartMs = Date.now() - begunMs;
      recorder.calls.signIn(/password:\s+(\S+)/.exec(recorder.#log)?.[1] ?? "");
      recorder.#streams = await recorder.calls.register(rtspPort, count);
      await recorder.#untilRecording(0);
      return recorder;
    } catch (error) {
      await recorder.close();
      throw error;
    }
  }

  get recordingsDir(): string {
    return join(this.#folder, "recordings");
  }

  /** Records for `runMs` more, kills every process of the recorder at once, starts it again and checks the disk. */
  async killOnce(runMs: number): Promise<KillResult> {
    await pause(runMs);
    const killedMs = Date.now();
    await this.#kill();
    const startedMs = Date.now();
    await this.#run();
    const readyMs = Date.now() - startedMs;
    await this.#untilRecording(killedMs);
    const recordingMs = Date.now() - startedMs;
    return { readyMs, recordingMs, ...(await lookAtDisk(this.recordingsDir, killedMs, this.#streams)) };
  }

  /**
   * Records for `runMs` more, kills only `media` and waits until all record again. `backMs`: the worst value of all cameras,
   * from the kill to the first picture that was recorded after it, by the pictures' own times.
   */
  async killMediaOnce(runMs: number): Promise<KillResult & { backMs: number }> {
    await pause(runMs);
    const killedMs = Date.now();
    process.kill(this.#childPid("media"), "SIGKILL");
    await this.#untilRecording(killedMs);
    const recordingMs = Date.now() - killedMs;
    await this.#until("ready", () => this.calls.isReady());
    const readyMs = Date.now() - killedMs;
    const backMs = await backAfterMs(this.recordingsDir, killedMs, this.#streams);
    return { readyMs, recordingMs, backMs, ...(await lookAtDisk(this.recordingsDir, killedMs, this.#streams)) };
  }

  /**
   * Records for `runMs` more, kills one of several media processes and waits until its cameras record again. `othersGapMs`: the
   * longest pause in what the cameras of the others have recorded since.
   */
  async killShardOnce(
    name: "media" | "media-2",
    runMs: number,
  ): Promise<{ own: number; others: number; lostMs: number; othersGapMs: number; faults: string[] }> {
    await pause(runMs);
    const killedMs = Date.now();
    process.kill(this.#childPid(name), "SIGKILL");
    const isOut = (id: string) => this.calls.status(id).then(({ streamState }) => streamState !== "running");
    const out = async () => Promise.all(this.#streams.map(isOut));
    await this.#until("missed", async () => (await out()).includes(true));
    const areOut = await out();
    const own = this.#streams.filter((_, at) => areOut[at]);
    const others = this.#streams.filter((id) => !own.includes(id));
    await this.#until("recording", async () => {
      const rows = await recordedRows(this.recordingsDir);
      return (
        own.every((id) =>
          rows.some((row) => row.streamId === id && row.startMs > killedMs && row.endMs > row.startMs),
        ) && others.every((id) => rows.some((row) => row.streamId === id && row.endMs > killedMs + 3000))
      );
    });
    await this.#until("ready", () => this.calls.isReady());
    const rows = await recordedRows(this.recordingsDir);
    const gapsMs = others.flatMap((id) => {
      const of = rows.filter(({ streamId }) => streamId === id).sort((a, b) => a.startMs - b.startMs);
      return of.slice(1).map(({ startMs }, at) => (startMs > killedMs ? startMs - (of[at]?.endMs ?? 0) : 0));
    });
    const { lostMs, faults } = await lookAtDisk(this.recordingsDir, killedMs, own);
    return { own: own.length, others: others.length, lostMs, othersGapMs: Math.max(0, ...gapsMs), faults };
  }

  get streams(): readonly string[] {
    return this.#streams;
  }

  /** Makes a process stand still (SIGSTOP) as one that hangs, until it is noticed and everything works again. */
  async hangOnce(name: "media" | "analysis-2"): Promise<{
    noticedMs: number;
    recordingMs: number;
    readyMs: number;
    /** what /readyz said when it was noticed */
    checks: Record<string, string>;
  }> {
    const stoppedMs = Date.now();
    process.kill(this.#childPid(name), "SIGSTOP");
    await this.#until("noticed", async () => !(await this.calls.isReady()));
    const noticedMs = Date.now() - stoppedMs;
    const checks = await this.calls.checks();
    if (name === "media") await this.#untilRecording(stoppedMs + noticedMs);
    const recordingMs = Date.now() - stoppedMs - noticedMs;
    await this.#until("ready", () => this.calls.isReady());
    return { noticedMs, recordingMs, readyMs: Date.now() - stoppedMs - noticedMs, checks };
  }

  /** The second one of a kind is told by its sockets. */
  #childPid(name: "media" | "media-2" | "analysis-2"): number {
    const [script, number] = name.split("-");
    const socket = script === "media" ? "viewer" : "frames";
    const others = number === undefined ? `${socket}-` : `${socket}.sock`;
    const main = this.#recorder?.pid ?? 0;
    const children = readFileSync(`/proc/${main}/task/${main}/children`, "utf8").trim().split(" ").map(Number);
    const found = children.find(
      (pid) =>
        readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`/${script}.js`) &&
        !readFileSync(`/proc/${pid}/environ`, "utf8").includes(`/${others}`),
    );
    if (found === undefined) throw new Error(`there is no process ${name}`);
    return found;
  }

  /** Ends the recorder in peace, damages its database, starts it again and waits until all cameras record. */
  async damageOnce(
    damage: (whole: Buffer) => Buffer,
  ): Promise<{ readonly readyMs: number; readonly recordingMs: number }> {
    const file = join(this.#folder, "recorder.db");
    // What the recorder does by itself some seconds after its start; a kill may come between.
    await new DatabaseCopies(file).make();
    await this.#end();
    await writeFile(file, damage(await readFile(file)));
    const startedMs = Date.now();
    await this.#run();
    const readyMs = Date.now() - startedMs;
    await this.#untilRecording(startedMs);
    return { readyMs, recordingMs: Date.now() - startedMs };
  }

  /** Ends the recorder in peace and compares every file with its row. Call once, then `close`. */
  async endAndCompare(): Promise<string[]> {
    await this.#end();
    const { recordingsDir } = this;
    const recordings = await Recordings.open({ recordingsDir, onDiskState() {}, onLog() {} });
    await recordings.reconciled;
    const faults = await compare(recordings, recordingsDir);
    if (recordings.recovered.repaired > 0) faults.push(`${recordings.recovered.repaired} files were left open`);
    await recordings.close();
    return faults;
  }

  async #end(): Promise<void> {
    const child = this.#recorder;
    const ended = new Promise((resolve) => child?.once("exit", resolve));
    child?.kill("SIGTERM");
    await ended;
    this.#recorder = null;
  }

  async close(): Promise<void> {
    await this.#kill();
    this.#cameras.kill();
  }

  async #run(): Promise<void> {
    const words = [
      "--data",
      this.#folder,
      "--host",
      "127.0.0.1",
      "--port",
      String(this.#port),
      "--no-demo",
      "--rtsp-port=0",
      "--analysis-workers=2",
      `--media-workers=${this.#mediaWorkers}`,
    ];
    // A process group of its own, so that one signal reaches main and all its children at the same moment.
    const child = spawn(process.execPath, [join(this.#built, "main.js"), ...words, "--cameras-allow-loopback"], {
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#recorder = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (this.#log += chunk.toString()));
    await this.#until("ready", () => this.calls.isReady());
  }

  async #kill(): Promise<void> {
    const child = this.#recorder;
    this.#recorder = null;
    if (!child?.pid || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    process.kill(-child.pid, "SIGKILL");
    await ended;
  }

  /** Waits until each stream has a segment that started after `afterMs` and has content. */
  async #untilRecording(afterMs: number): Promise<void> {
    await this.#until("recording", async () => {
      const rows = await recordedRows(this.recordingsDir);
      return this.#streams.every((id) =>
        rows.some(({ streamId, startMs, endMs }) => streamId === id && startMs > afterMs && endMs > startMs),
      );
    });
  }

  async #until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const limit = Date.now() + START_LIMIT_MS;
    while (!(await holds())) {
      if (Date.now() > limit) throw new Error(`not ${what} in time:\n${this.#log}`);
      await pause(POLL_MS);
    }
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
