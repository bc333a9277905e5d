import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../scripts/machine/free-port.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * The demo cameras' drawn videos, kept between runs: drawing them takes minutes on a busy machine. The name of each
 * folder contains the hash of the scenes, and the recorder removes folders of other versions.
 */
const drawn = join(root, ".cache/e2e/demo");

/** The real recorder, built by `npm run e2e`, on a data folder and port of its own. */
export class TestRecorder {
  readonly dataDir: string;
  readonly port: number;
  readonly args: readonly string[];
  password = "";
  log = "";
  #child: ChildProcess | null = null;

  constructor(dataDir: string, port: number, args: readonly string[] = []) {
    this.dataDir = dataDir;
    this.port = port;
    this.args = args;
  }

  static async fresh(args: readonly string[] = []): Promise<TestRecorder> {
    const recorder = new TestRecorder(mkdtempSync(join(tmpdir(), "proscenium-e2e-")), await freePort(), args);
    if (existsSync(drawn)) cpSync(drawn, join(recorder.dataDir, "demo"), { recursive: true });
    await recorder.start();
    return recorder;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves when `/readyz` answers 200; rejects with the log when the process ends before. */
  async start(timeoutMs = 120_000): Promise<void> {
    const main = join(root, ".cache/e2e/recorder/main.js");
    const child = spawn(
      process.execPath,
      [
        main,
        "--data",
        this.dataDir,
        "--host",
        "127.0.0.1",
        "--port",
        String(this.port),
        "--rtsp-port",
        "0",
        ...this.args,
      ],
      { cwd: root, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, NO_COLOR: "1" } },
    );
    this.#child = child;
    let ended = false;
    child.on("exit", () => (ended = true));
    const read = (chunk: Buffer): void => {
      this.log += chunk.toString("utf8");
      const found = /password:?\s+(\S+)/i.exec(this.log);
      if (found?.[1]) this.password = found[1];
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (ended) throw new Error(`the recorder ended:\n${this.log}`);
      const ready = await fetch(`${this.url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (ready) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`the recorder was not ready in ${timeoutMs} ms:\n${this.log}`);
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }

  /** Sends SIGKILL to all its processes at the same moment, like a power cut: no process cleans up. */
  async killAll(): Promise<void> {
    const { pid } = this;
    const children = pid ? readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number) : [];
    const ended = this.stop("SIGKILL");
    for (const child of children) {
      try {
        process.kill(child, "SIGKILL");
      } catch {
        // The process has ended by itself.
      }
    }
    await ended;
  }

  /** Keeps the demo cameras' videos for the next run: call it when all of them exist. */
  keepDrawn(): void {
    const isVideo = (path: string): boolean => !/password$|\.tmp$/.test(path);
    cpSync(join(this.dataDir, "demo"), drawn, { recursive: true, filter: isVideo });
  }

  remove(): void {
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
