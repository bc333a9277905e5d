/**
 * The same promise for the whole recorder: kill -9 of all its processes while cameras record, a new start, and a check
 * of the disk.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WebSocket } from "ws";
import type { SegmentRow } from "#recorder/recording/index/segment-row.ts";
import { Recordings } from "#recorder/recording/recordings.ts";
import { DatabaseCopies } from "#recorder/store/database-copies.ts";
import { openSqliteIndex } from "#recorder/recording/index/sqlite-index.ts";
import { compare } from "../recording/kill9.ts";
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
  readonly #streams: string[] = [];
  #recorder: ChildProcess | null = null;
  #log = "";
  #authorization = "";

  private constructor(built: string, folder: string, cameras: ChildProcess, port: number, mediaWorkers: number) {
    this.#mediaWorkers = mediaWorkers;
    this.#built = built;
    this.#folder = folder;
    this.#cameras = cameras;
    this.#port = port;
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
    return { readyMs, recordingMs, ...(await this.#look(killedMs)) };
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
    await this.#until("ready", () => this.#isReady());
    const readyMs = Date.now() - killedMs;
    const rows = (await this.#rows()).filter(({ startMs }) => startMs > killedMs);
    const firstMs = this.#streams.map((id) =>
      Math.min(...rows.filter(({ streamId }) => streamId === id).map(({ startMs }) => startMs)),
    );
    return { readyMs, recordingMs, backMs: Math.max(...firstMs) - killedMs, ...(await this.#look(killedMs)) };
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
    const isOut = (id: string) => this.status(id).then(({ streamState }) => streamState !== "running");
    const out = async () => Promise.all(this.#streams.map(isOut));
    await this.#until("missed", async () => (await out()).includes(true));
    const areOut = await out();
    const own = this.#streams.filter((_, at) => areOut[at]);
    const others = this.#streams.filter((id) => !own.includes(id));
    await this.#until("recording", async () => {
      const rows = await this.#rows();
      return (
        own.every((id) =>
          rows.some((row) => row.streamId === id && row.startMs > killedMs && row.endMs > row.startMs),
        ) && others.every((id) => rows.some((row) => row.streamId === id && row.endMs > killedMs + 3000))
      );
    });
    await this.#until("ready", () => this.#isReady());
    const rows = await this.#rows();
    const gapsMs = others.flatMap((id) => {
      const of = rows.filter(({ streamId }) => streamId === id).sort((a, b) => a.startMs - b.startMs);
      return of.slice(1).map(({ startMs }, at) => (startMs > killedMs ? startMs - (of[at]?.endMs ?? 0) : 0));
    });
    const { lostMs, faults } = await this.#look(killedMs, own);
    return { own: own.length, others: others.length, lostMs, othersGapMs: Math.max(0, ...gapsMs), faults };
  }

  get streams(): readonly string[] {
    return this.#streams;
  }

  async status(streamId: string): Promise<{ streamState: string }> {
    return (await this.#ask(`/service/streams/${streamId}/status`)).json() as Promise<{ streamState: string }>;
  }

  /** Of the JPEG of a stream at a time, 0 = now. */
  async pictureBytes(streamId: string, timeMs: number): Promise<number> {
    const answer = await this.#ask(`/service/streams/${streamId}/frame?time=${timeMs}`);
    const { byteLength } = await answer.arrayBuffer();
    return answer.ok ? byteLength : 0;
  }

  /** The address of a stream for RTSP players, and how they sign in. */
  async rtspOf(streamId: string): Promise<{ url: string; username: string; password: string }> {
    const { rtspPort } = (await (await this.#ask("/service/about")).json()) as { rtspPort: number };
    const [username = "", password = ""] = Buffer.from(this.#authorization.replace("Basic ", ""), "base64")
      .toString()
      .split(":");
    return { url: `rtsp://127.0.0.1:${rtspPort}/service/streams/${streamId}/live`, username, password };
  }

  #ask(path: string): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.#port}${path}`, { headers: { authorization: this.#authorization } });
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
    await this.#until("noticed", async () => !(await this.#isReady()));
    const noticedMs = Date.now() - stoppedMs;
    const checks = await this.checks();
    if (name === "media") await this.#untilRecording(stoppedMs + noticedMs);
    const recordingMs = Date.now() - stoppedMs - noticedMs;
    await this.#until("ready", () => this.#isReady());
    return { noticedMs, recordingMs, readyMs: Date.now() - stoppedMs - noticedMs, checks };
  }

  /** What /readyz says of each part. */
  async checks(): Promise<Record<string, string>> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}/readyz`);
    return ((await answer.json()) as { checks: Record<string, string> }).checks;
  }

  /** What is wrong with streams, by the code of each that is not well. */
  async troubles(): Promise<string[]> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}/service/streams`, {
      headers: { authorization: this.#authorization },
    });
    const { streams } = (await answer.json()) as { streams: { status?: { trouble?: { code: string } | null } }[] };
    return streams.flatMap(({ status }) => status?.trouble?.code ?? []);
  }

  /** Types and codes of the report's events since `sinceMs`. */
  async events(sinceMs: number): Promise<{ type: string; code: string; params: Record<string, unknown> }[]> {
    const answer = await fetch(
      `http://127.0.0.1:${this.#port}/service/server/report?start=${sinceMs}&stop=${Date.now() + 1000}`,
      { headers: { authorization: this.#authorization } },
    );
    const { orchidEvents } = (await answer.json()) as { orchidEvents: Awaited<ReturnType<KillableRecorder["events"]>> };
    return orchidEvents;
  }

  /** What it is asked is answered, and pushed to whoever listens. */
  async pushes(): Promise<{ readonly types: () => readonly string[]; close: () => void }> {
    const types: string[] = [];
    const socket = new WebSocket(`ws://127.0.0.1:${this.#port}/service/events/socket`, {
      headers: { authorization: this.#authorization },
    });
    socket.on("message", (data: Buffer) => types.push((JSON.parse(data.toString()) as { type: string }).type));
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    return { types: () => types, close: () => socket.terminate() };
  }

  #isReady(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.#port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
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
    await this.#until("ready", () => this.#isReady());
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
    this.#authorization = `Basic ${Buffer.from(`admin:${password}`).toString("base64")}`;
    for (let i = 0; i < count; i++) {
      const uri = `rtsp://127.0.0.1:${rtspPort}/cam${i}`;
      const response = await fetch(`http://127.0.0.1:${this.#port}/service/cameras`, {
        method: "POST",
        headers: { authorization: this.#authorization, "content-type": "application/json" },
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

  /** Waits until each stream has a segment that started after `afterMs` and has content. */
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

  async #look(killedMs: number, streams = this.#streams): Promise<{ lostMs: number; faults: string[] }> {
    const faults: string[] = [];
    const rows = await this.#rows();
    const ends = streams.map((id) => {
      const before = rows.filter(({ streamId, startMs }) => streamId === id && startMs < killedMs);
      if (before.length === 0) faults.push(`${id}: nothing recorded`);
      return Math.max(0, ...before.map(({ endMs }) => endMs));
    });
    for (const row of rows.filter(({ startMs, streamId }) => startMs < killedMs && streams.includes(streamId))) {
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
