/** The processes of the day of load: recorders with their cameras, and aggregators that watch them. Each can be killed and comes back. */
import { spawn } from "node:child_process";
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { privateMb } from "../../../bench/support/memory.mjs";
import { until } from "../../../bench/support/measuring.mjs";
import { freePort } from "../../machine/free-port.mjs";
import { CameraNet, HeldLine, smallDisk } from "./ground.mjs";

export const CAMERA_BITS = 800_000;
const START_MS = 120_000;

/** A main process of the built product in a process group of its own, so that one signal reaches its children as well. */
class Program {
  log = "";
  #child = null;
  constructor(name, main, words, env) {
    Object.assign(this, { name, main, words, env });
  }
  async start() {
    this.port ??= await freePort();
    this.url = `http://127.0.0.1:${this.port}`;
    const words = [this.main, ...this.words, "--host", "127.0.0.1", "--port", String(this.port)];
    const env = { ...process.env, ...this.env };
    const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"], detached: true, env });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => (this.log = (this.log + chunk).slice(-200_000)));
    await until(`${this.name} is ready`, () => this.isReady(), { withinMs: START_MS });
    this.password ??= /password: *(\S+)/.exec(this.log)?.[1];
    this.authorization = `Basic ${Buffer.from(`admin:${this.password}`).toString("base64")}`;
  }
  isReady() {
    return fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }
  async end(signal) {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    process.kill(signal === "SIGKILL" ? -child.pid : child.pid, signal);
    await ended;
  }
  get pid() {
    return this.#child.pid;
  }
  /** The pids of its children that run this script. */
  children(script) {
    const pids = readFileSync(`/proc/${this.pid}/task/${this.pid}/children`, "utf8").trim().split(" ").map(Number);
    return pids.filter((pid) => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`/${script}.js`));
  }
  /** Memory of each of its processes now, MB. */
  memory() {
    const all = [{ name: `${this.name} main`, pid: this.pid }];
    for (const script of ["media", "analysis"])
      this.children(script).forEach((pid, at) =>
        all.push({ name: `${this.name} ${script}${at === 0 ? "" : `-${at + 1}`}`, pid }),
      );
    return all.map((one) => ({ ...one, mb: privateMb(one.pid) }));
  }
  async call(method, path, body) {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      signal: AbortSignal.timeout(20_000),
      headers: { authorization: this.authorization, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const isJson = answer.headers.get("content-type")?.startsWith("application/json");
    const content = isJson ? await answer.json() : await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${isJson ? JSON.stringify(content) : ""}`);
    return content;
  }
}

export class Recorder extends Program {
  /** `databaseUrl`: of its index of recordings; "" = SQLite. */
  constructor(number, { built, cameras, mediaWorkers, databaseUrl, diskMb }) {
    const disk = smallDisk(diskMb);
    const data = join(disk.folder, "data");
    mkdirSync(data, { mode: 0o700 });
    const words = [
      "--data",
      data,
      "--no-demo",
      "--rtsp-port",
      "0",
      "--analysis-workers",
      "1",
      "--media-workers",
      String(mediaWorkers),
    ];
    const limits = ["--http-requests-per-minute", "0", "--http-connections-per-address", "0"];
    super(`recorder ${number}`, join(built, "main.js"), [...words, ...limits], {
      PROSCENIUM_DATABASE_URL: databaseUrl,
    });
    Object.assign(this, { number, built, disk, cameraCount: cameras, net: new CameraNet(number) });
    this.place = { recordingsDir: join(data, "recordings"), databaseUrl };
  }
  async begin() {
    const words = [
      join(this.built, "cameras.js"),
      String(this.cameraCount),
      "0",
      String(CAMERA_BITS),
      "640x360@15",
      "each",
      this.net.address,
    ];
    this.cameras = spawn("ip", ["netns", "exec", this.net.space, process.execPath, ...words], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const port = await new Promise((resolve) => createInterface({ input: this.cameras.stdout }).once("line", resolve));
    await this.start();
    this.line = await HeldLine.open(this.port);
    this.streams = [];
    for (let at = 0; at < this.cameraCount; at += 1) {
      const uri = `rtsp://${this.net.address}:${port}/cam${at}`;
      const connection = { uri, username: "user", password: "pass" };
      const name = `Camera ${this.number}-${at}`;
      const { primaryStream } = await this.call("POST", "/service/cameras", {
        driver: "Generic RTSP",
        name,
        connection,
      });
      this.streams.push(primaryStream.id);
    }
    const statuses = () => Promise.all(this.streams.map((id) => this.call("GET", `/service/streams/${id}/status`)));
    await until(`${this.name} records`, async () => (await statuses()).every((one) => one.lastArchiveWritten > 0), {
      withinMs: START_MS,
    });
  }
  /** Takes all the room that the disk has, and gives it back. */
  fill() {
    const file = join(this.disk.folder, "filler");
    for (const bytes of [1_000_000, 4096])
      for (;;)
        try {
          appendFileSync(file, Buffer.alloc(bytes));
        } catch {
          break;
        }
    return () => rmSync(file);
  }
  async remove() {
    await this.end("SIGKILL");
    this.cameras?.kill();
    this.line?.close();
    this.net.remove();
    this.disk.remove();
  }
}

export class Aggregator extends Program {
  constructor(name, { built, folder, databaseUrl, first }) {
    const data = join(folder, name);
    mkdirSync(data, { mode: 0o700 });
    if (first) copyFileSync(join(folder, first.name, "secret.key"), join(data, "secret.key"));
    const words = [
      "--edition",
      "aggregator",
      "--data",
      data,
      "--servers-allow-loopback",
      "--http-requests-per-minute",
      "0",
    ];
    super(name, join(built, "main.js"), words, { PROSCENIUM_DATABASE_URL: databaseUrl });
    this.password = first?.password;
  }
}
