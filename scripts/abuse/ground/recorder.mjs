/** A recorder in processes of its own, on a folder and ports of its own: what the cases attack. */
import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { keep, letGo } from "./keeper.mjs";
import { freePort } from "../../machine/free-port.mjs";
import { Refused } from "../told-to-wait.mjs";

const START_LIMIT_MS = 60_000;

export class Recorder {
  log = "";
  password = "";
  #child = null;
  #token = "";
  #added = 0;

  /** `recordings`: their folder, if not in the data folder; `args`: further settings of the command line. */
  constructor(built, folder, port, rtspPort, { args = [], recordings = join(folder, "recordings") } = {}) {
    this.built = built;
    this.folder = folder;
    this.port = port;
    this.rtspPort = rtspPort;
    this.url = `http://127.0.0.1:${port}`;
    this.recordings = recordings;
    this.args = ["--recordings", recordings, ...args];
  }

  /** Resolves when it is ready. */
  static async start(built, folder, more) {
    const recorder = new Recorder(built, folder, await freePort(), await freePort(), more);
    await recorder.start();
    return recorder;
  }

  get pid() {
    return this.#child?.pid ?? 0;
  }
  /** null while it runs, and where a signal has ended it */
  get exitCode() {
    return this.#child?.exitCode ?? null;
  }
  get isRunning() {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves with the ms until `/readyz` answered 200; rejects with the log where it ends before, or never does. */
  async start(limitMs = START_LIMIT_MS) {
    const fromMs = performance.now();
    const own = ["--data", this.folder, "--host", "127.0.0.1", "--port", String(this.port)];
    const open = ["--rtsp-port", String(this.rtspPort), "--no-demo", "--cameras-allow-loopback"];
    // A process group of its own, so that one signal reaches it and all its children at the same moment.
    this.#child = spawn(process.execPath, [join(this.built, "main.js"), ...own, ...open, ...this.args], {
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
      env: { ...process.env, NO_COLOR: "1" },
    });
    const { pid } = this.#child;
    keep("group", pid);
    this.#child.once("exit", () => letGo("group", pid));
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.on("data", (chunk) => {
        this.log += chunk;
        this.password = /password:\s+(\S+)/.exec(this.log)?.[1] ?? this.password;
      });
    while (!(await this.isReady())) {
      if (!this.isRunning) throw new Error(`the recorder ended:\n${this.log}`);
      if (performance.now() - fromMs > limitMs) throw new Error(`not ready in ${limitMs} ms:\n${this.log}`);
      await pause(25);
    }
    return performance.now() - fromMs;
  }

  async isReady() {
    return fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Runs one of its commands that end by themselves, e.g. `["--verify-audit"]`. */
  command(args, folder = this.folder) {
    const all = [join(this.built, "main.js"), "--data", folder, ...args];
    return spawnSync(process.execPath, all, { encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });
  }

  /** The processes that it has forked, by name: media, analysis, and export while one runs. */
  children() {
    const names = new Map();
    const tasks = readdirSync(`/proc/${this.pid}/task`);
    for (const task of tasks)
      for (const child of readFileSync(`/proc/${this.pid}/task/${task}/children`, "utf8").trim().split(" "))
        if (child !== "") names.set(nameOf(child), Number(child));
    return names;
  }

  async stop(signal = "SIGTERM") {
    const child = this.#child;
    if (!this.isRunning) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (signal === "SIGKILL") process.kill(-child.pid, signal);
    else child.kill(signal);
    await ended;
  }

  /** Kills main alone; what it has forked must end by itself. */
  async killMain() {
    const child = this.#child;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    process.kill(child.pid, "SIGKILL");
    await ended;
  }

  /** Signs an account in; the session's id is its bearer token. */
  async signIn(username = "admin", password = this.password) {
    return this.ask("POST", "/service/sessions/user", { token: "", body: { username, password, cookie: "none" } });
  }

  /** A call of the API: as admin, or with another token. `value` is the answer's JSON, or null. */
  async ask(method, path, { token, body, raw, type = "application/json", limitMs = 30_000 } = {}) {
    if (token === undefined && this.#token === "") this.#token = (await this.signIn()).value?.id ?? "";
    const bearer = token ?? this.#token;
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(bearer === "" ? {} : { authorization: `Bearer ${bearer}` }),
        ...(payload === undefined ? {} : { "content-type": type }),
      },
      body: payload,
      redirect: "manual",
      signal: AbortSignal.timeout(limitMs),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    if (response.status === 401 && token === undefined) this.#token = "";
    return {
      status: response.status,
      headers: response.headers,
      text,
      value: isJson && text !== "" ? JSON.parse(text) : null,
    };
  }

  /** Like `ask`, for what a case needs to begin: anything but success is an error of the case. */
  async must(method, path, options) {
    const answer = await this.ask(method, path, options);
    if (answer.status >= 300) {
      const message = `${method} ${path}: ${answer.status} ${answer.text}\n${this.log}`;
      throw new Refused(message, answer.status, answer.headers.get("retry-after"));
    }
    return answer.value;
  }

  /** Registers the cameras of `startCameras`; resolves with the ids of their streams when all of them record. */
  async addCameras(rtspPort, count, { first = 0, password = "pass" } = {}) {
    const streams = [];
    for (let at = first; at < first + count; at += 1) {
      const connection = { uri: `rtsp://127.0.0.1:${rtspPort}/cam${at}`, username: "user", password };
      const body = { driver: "Generic RTSP", name: `camera ${this.#added++}`, connection };
      streams.push((await this.must("POST", "/service/cameras", { body })).primaryStream.id);
    }
    await this.untilRecording();
    return streams;
  }

  /** Resolves with the ms until every camera runs and one file more than `known` has content. */
  async untilRecording(known = new Set(), limitMs = START_LIMIT_MS) {
    const fromMs = performance.now();
    for (;;) {
      if (
        this.recordedFiles().some((name) => !known.has(name)) &&
        (await this.states()).every((at) => at === "running")
      )
        return performance.now() - fromMs;
      if (performance.now() - fromMs > limitMs) throw new Error(`nothing is recorded:\n${this.log}`);
      await pause(50);
    }
  }

  async states() {
    const { cameras } = await this.must("GET", "/service/cameras");
    return cameras.map(({ primaryStream }) => primaryStream?.status?.streamState ?? "none");
  }

  recordedFiles() {
    const all = readdirSync(this.recordings, { recursive: true, withFileTypes: true });
    return all.flatMap((entry) =>
      entry.isFile() && entry.name.endsWith(".mp4") ? join(entry.parentPath, entry.name) : [],
    );
  }
}

function nameOf(pid) {
  try {
    // The script stands behind Node's own options.
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return basename(words.find((word) => word.endsWith(".js")) ?? "", ".js");
  } catch {
    return "gone";
  }
}
