/**
 * The recorder of the e2e build on a data folder of its own, for benches in Chromium. Its log output tells when it is
 * ready.
 */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../scripts/machine/free-port.mjs";
import { ensureProductBuilt } from "./built.mjs";
import { processTree } from "./product.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const built = join(root, ".cache/e2e");

export class BenchRecorder {
  /** the administrator's password */
  password = "";
  #child = null;
  #log = "";
  #listeners = new Set();

  constructor() {
    this.dataDir = mkdtempSync(join(tmpdir(), "proscenium-bench-"));
  }

  /** Starts the recorder with its demo cameras, which run when this resolves. */
  static async withDemoCameras() {
    ensureProductBuilt();
    const recorder = new BenchRecorder();
    // The demo cameras' videos that e2e runs have stored: drawing them takes minutes.
    if (existsSync(join(built, "demo")))
      cpSync(join(built, "demo"), join(recorder.dataDir, "demo"), { recursive: true });
    try {
      await recorder.start();
      await recorder.#said(/"msg":"demo cameras are there"/);
      return recorder;
    } catch (error) {
      await recorder.remove();
      throw error;
    }
  }

  /** Starts the recorder on its data folder, also again after `stop`; resolves when it listens. */
  async start(flags = []) {
    const port = await freePort();
    this.url = `http://127.0.0.1:${port}`;
    this.#log = "";
    const place = ["--data", this.dataDir, "--host", "127.0.0.1", "--port", String(port), "--rtsp-port", "0"];
    const child = spawn(
      process.execPath,
      [join(built, "recorder/main.js"), ...place, "--log-console", "json", ...flags],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    this.#child = child;
    const read = (chunk) => {
      this.#log += chunk;
      for (const listener of [...this.#listeners]) listener();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    await this.#said(/ is at http/);
    // The recorder prints it at its first start, after the address.
    if (this.password === "") this.password = (await this.#said(/password:\s+(\S+)\s/))[1];
  }

  /** What signs a call in as the administrator, for an hour. */
  async headers() {
    const signedIn = await fetch(`${this.url}/service/sessions/user`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "admin", password: this.password, expiresIn: 3600, cookie: "session" }),
    });
    if (!signedIn.ok) throw new Error(`signing in: ${signedIn.status}`);
    return { authorization: `Bearer ${(await signedIn.json()).id}` };
  }

  /** The answer to a GET as the administrator. */
  async get(path) {
    const answer = await fetch(this.url + path, { headers: await this.headers() });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  }

  async stop() {
    await this.#end((child) => child.kill());
  }

  /** kill -9 of all its processes at the same moment. */
  async killAll() {
    await this.#end((child) => {
      for (const pid of processTree(child.pid)) process.kill(pid, "SIGKILL");
    });
  }

  get pid() {
    return this.#child?.pid;
  }

  async #end(by) {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    by(child);
    await ended;
  }

  /** Stops the recorder and deletes its data. */
  async remove() {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Resolves with the first matching output since its start; rejects when the recorder ends before. */
  #said(pattern) {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      const done = () => {
        this.#listeners.delete(look);
        child.off("exit", ended);
      };
      const look = () => {
        const found = pattern.exec(this.#log);
        if (!found) return;
        done();
        resolve(found);
      };
      const ended = (code) => {
        done();
        reject(new Error(`the recorder ended (${code}):\n${this.#log}`));
      };
      this.#listeners.add(look);
      child.once("exit", ended);
      look();
    });
  }
}
