/** The recorder of the e2e build on a data folder of its own, for benches in Chromium. What it is waited for are its own signs. */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { watch } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const built = join(root, ".cache/e2e");

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

export class BenchRecorder {
  #child;
  #session = "";
  log = "";
  password = "";

  /** Resolves when it answers and the administrator is signed in. Ends the process when there is no e2e build. */
  static async start() {
    if (!existsSync(join(built, "recorder/main.js"))) {
      process.stderr.write("no e2e build: npm run e2e -- --list\n");
      process.exit(1);
    }
    const recorder = new BenchRecorder();
    recorder.dataDir = mkdtempSync(join(tmpdir(), "proscenium-bench-"));
    // The demo cameras' videos that e2e runs have kept: drawing them takes minutes.
    if (existsSync(join(built, "demo")))
      cpSync(join(built, "demo"), join(recorder.dataDir, "demo"), { recursive: true });
    const port = await freePort();
    recorder.url = `http://127.0.0.1:${port}`;
    const place = ["--data", recorder.dataDir, "--host", "127.0.0.1", "--port", String(port), "--rtsp-port", "0"];
    recorder.#child = spawn(process.execPath, [join(built, "recorder/main.js"), ...place], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    try {
      await recorder.#started();
    } catch (error) {
      await recorder.stop();
      throw error;
    }
    return recorder;
  }

  /** It prints its first password once it listens. */
  #started() {
    const child = this.#child;
    return new Promise((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`the recorder ended (${code}):\n${this.log}`)));
      const read = (chunk) => {
        this.log += chunk;
        const [, password] = /password:\s+(\S+)\s/.exec(this.log) ?? [];
        if (password && !this.password) {
          this.password = password;
          this.#signIn().then(resolve, reject);
        }
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
    });
  }

  async #signIn() {
    const answer = await fetch(`${this.url}/service/sessions/user`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "admin", password: this.password, expiresIn: 3600, cookie: "session" }),
    });
    if (!answer.ok) throw new Error(`signing in: ${answer.status}`);
    this.#session = (await answer.json()).id;
  }

  /** A GET's answer. */
  async get(path) {
    const answer = await fetch(this.url + path, { headers: { authorization: `Bearer ${this.#session}` } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  }

  /** Looks now and whenever a file in the data folder was made, until `look` gives something; rejects after `timeoutMs`. */
  async whenWritten(what, look, timeoutMs) {
    const end = AbortSignal.timeout(timeoutMs);
    try {
      const made = watch(this.dataDir, { recursive: true, signal: end });
      const now = await look();
      if (now) return now;
      for await (const { eventType } of made) {
        if (eventType !== "rename") continue;
        const found = await look();
        if (found) return found;
      }
    } catch (error) {
      if (end.aborted) throw new Error(`${what} did not come in ${timeoutMs} ms:\n${this.log}`, { cause: error });
      throw error;
    }
  }

  async stop() {
    const child = this.#child;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await ended;
    }
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
