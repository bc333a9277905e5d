/** One forked process of the recorder: restarted alone, with growing pauses, whenever it ends unexpectedly. */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Log } from "#recorder/core/log.ts";

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** a process that lived this long starts again at once */
const STABLE_MS = 30_000;
const KILL_AFTER_MS = 5_000;

export interface Supervised {
  readonly name: string;
  /** the bundled script */
  readonly script: string;
  readonly environment: Readonly<Record<string, string>>;
  /** called at each start of the process, before it has sent anything */
  readonly onStart: (child: ChildProcess) => void;
  /** `isMeant`: it was asked to end */
  readonly onEnd: (isMeant: boolean) => void;
}

export class Supervisor {
  readonly #what: Supervised;
  readonly #log: Log;
  #child: ChildProcess | null = null;
  #stopping = false;
  #pauseMs = 0;
  #timer: NodeJS.Timeout | null = null;
  #starts = 0;

  constructor(what: Supervised, log: Log) {
    this.#what = what;
    this.#log = log.child({ name: what.name });
  }

  /** How often it was started: 1 = never died. */
  get starts(): number {
    return this.#starts;
  }

  get running(): boolean {
    return this.#child !== null;
  }

  /** False when its script is not there: an incomplete build. */
  start(): boolean {
    if (!existsSync(this.#what.script)) {
      this.#log.error({ script: this.#what.script }, "this part of the recorder is missing in the build");
      return false;
    }
    this.#run();
    return true;
  }

  /** Asks it to end, and kills it after 5 s. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#timer) clearTimeout(this.#timer);
    const child = this.#child;
    if (!child) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill("SIGTERM");
    const killer = setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS);
    await ended;
    clearTimeout(killer);
  }

  #run(): void {
    const startedAtMs = performance.now();
    const child = fork(this.#what.script, [], {
      serialization: "advanced",
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { ...process.env, ...this.#what.environment },
    });
    this.#child = child;
    this.#starts += 1;
    this.#listen(child);
    child.on("error", (error) => this.#log.error({ reason: error.message }, "process error"));
    child.once("exit", (code, signal) => {
      this.#child = null;
      this.#what.onEnd(this.#stopping);
      if (this.#stopping) return;
      const lived = performance.now() - startedAtMs;
      this.#pauseMs = lived > STABLE_MS ? 0 : Math.min(Math.max(this.#pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
      this.#log.error({ code, signal, pauseMs: this.#pauseMs }, "the process ended and is started again");
      this.#timer = setTimeout(() => this.#run(), this.#pauseMs);
    });
    this.#what.onStart(child);
  }

  #listen(child: ChildProcess): void {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      const level = stream === child.stderr ? "warn" : "info";
      createInterface({ input: stream }).on("line", (line) => this.#log[level](line.slice(0, 4000)));
    }
  }
}
