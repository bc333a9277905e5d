/** The promise, asked of the whole recorder: kill -9 of all its processes while cameras record, start again, look at the disk. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SegmentRow } from "#recorder/recording/index/recording-index.ts";
import { Recordings } from "#recorder/recording/recordings.ts";
import { DatabaseCopies } from "#recorder/store/database-copies.ts";
import { openSqliteIndex } from "#recorder/recording/index/sqlite-index.ts";
import { compare } from "../recording/kill9.ts";
import { freePort } from "../../../scripts/machine/free-port.mjs";

export interface KillResult {
  /** worst over the cameras: from the last recorded picture's end to the kill */
  readonly lostMs: number;
  /** from the start of the process until /readyz answers 200 */
  readonly readyMs: number;
  /** ... until every camera records again */
  readonly recordingMs: number;
  /** what does not hold; empty = all is well */
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
  readonly #streams: string[] = [];
  #recorder: ChildProcess | null = null;
  #log = "";

  private constructor(built: string, folder: string, cameras: ChildProcess, port: number) {
    this.#built = built;
    this.#folder = folder;
    this.#cameras = cameras;
    this.#port = port;
  }

  /** `built` also holds `cameras.js` (bench/recorder/cameras.ts); `folder` is the data folder. Resolves when all record. */
  static async start(built: string, folder: string, count: number): Promise<KillableRecorder> {
    mkdirSync(folder, { recursive: true });
    const cameras = spawn(process.execPath, [join(built, "cameras.js"), String(count)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const rtspPort = await new Promise<number>((resolve) =>
      cameras.stdout.once("data", (line) => resolve(Number(line))),
    );
    const recorder = new KillableRecorder(built, folder, cameras, await freePort());
    try {
      await recorder.#run();
      await recorder.#register(rtspPort, count);
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

  /** Records for `runMs` more, kills every process of the recorder at once, starts it again and looks. */
  async killOnce(runMs: number): Promise<KillResult> {
    await pause(runMs);
    const killedMs = Date.now();
    await this.#kill();
    const startedMs = Date.now();
    await this.#run();
    const readyMs = Date.now() - startedMs;
    await this.#untilRecording(killedMs);
    const recordingMs = Date.now() - startedMs;
    return { readyMs, recordingMs, ...(await this.#look(killedMs)) };
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
    ];
    // A group of its own, so that one signal reaches main and all its children at the same moment.
    const child = spawn(process.execPath, [join(this.#built, "main.js"), ...words, "--cameras-allow-loopback"], {
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#recorder = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (this.#log += chunk.toString()));
    await this.#until("ready", () =>
      fetch(`http://127.0.0.1:${this.#port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  }

  async #kill(): Promise<void> {
    const child = this.#recorder;
    this.#recorder = null;
    if (!child?.pid || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    process.kill(-child.pid, "SIGKILL");
    await ended;
  }

  async #register(rtspPort: number, count: number): Promise<void> {
    const password = /password:\s+(\S+)/.exec(this.#log)?.[1] ?? "";
    const authorization = `Basic ${Buffer.from(`admin:${password}`).toString("base64")}`;
    for (let i = 0; i < count; i++) {
      const uri = `rtsp://127.0.0.1:${rtspPort}/cam${i}`;
      const response = await fetch(`http://127.0.0.1:${this.#port}/service/cameras`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify({
          driver: "Generic RTSP",
          name: `cam${i}`,
          connection: { uri, username: "user", password: "pass" },
        }),
      });
      const answer = (await response.json()) as { primaryStream?: { id: string } };
      const id = answer.primaryStream?.id;
      if (id === undefined) throw new Error(`camera ${i}: ${response.status} ${JSON.stringify(answer)}`);
      this.#streams.push(id);
    }
  }

  /** Until each stream has a segment that began after `afterMs` and holds something. */
  async #untilRecording(afterMs: number): Promise<void> {
    await this.#until("recording", async () => {
      const rows = await this.#rows();
      return this.#streams.every((id) =>
        rows.some(({ streamId, startMs, endMs }) => streamId === id && startMs > afterMs && endMs > startMs),
      );
    });
  }

  async #rows(): Promise<readonly SegmentRow[]> {
    const index = await openSqliteIndex(this.recordingsDir);
    try {
      return await index.allSegments(0, 1_000_000);
    } finally {
      await index.close();
    }
  }

  async #look(killedMs: number): Promise<{ lostMs: number; faults: string[] }> {
    const faults: string[] = [];
    const rows = await this.#rows();
    const ends = this.#streams.map((id) => {
      const before = rows.filter(({ streamId, startMs }) => streamId === id && startMs < killedMs);
      if (before.length === 0) faults.push(`${id}: nothing recorded`);
      return Math.max(0, ...before.map(({ endMs }) => endMs));
    });
    for (const row of rows.filter(({ startMs }) => startMs < killedMs)) {
      const bytes = await stat(join(this.recordingsDir, row.file)).then(
        ({ size }) => size,
        () => -1,
      );
      if (!row.closed) faults.push(`${row.file}: still open after the restart`);
      else if (bytes !== row.bytes) faults.push(`${row.file}: ${bytes} bytes, row says ${row.bytes}`);
    }
    return { lostMs: killedMs - Math.min(...ends), faults };
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
