/**
 * One forked process of the recorder: restarted alone, with growing pauses, whenever it ends unexpectedly, and ended when
 * it hangs or takes too much memory.
 */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { setPriority } from "node:os";
import { createInterface } from "node:readline";
import type { Log } from "#recorder/core/log.ts";
import { BEAT_ENV, BEAT_TIMING, type BeatTiming, Pulse } from "#recorder/ipc/heartbeat.ts";
import type { ProcessLimits } from "./watch/process-limits.ts";

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
const KILL_AFTER_MS = 5_000;
/** One end costs as little of the recordings as can be; who ends again and again must not take the machine from others. */
export const pauseAfter = (idleLives: number): number =>
  idleLives <= 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (idleLives - 2), LONGEST_PAUSE_MS);

/** Whoever has done their work for so long starts again at once, however often they end: the pause would cost recordings. */
const WORKED_MS = 5000;
/** How many lives in a row have done no work, after one more of this length. */
export const idleLivesAfter = (before: number, livedMs: number, stableMs: number): number =>
  livedMs <= Math.min(stableMs, WORKED_MS) ? before + 1 : 0;
/** After this many short lives in a row people are told. */
const FAILING_AFTER = 3;

/** What people are told about a process. */
export type ProcessNews =
  | { readonly what: "hung" }
  | { readonly what: "memory"; readonly rssBytes: number }
  /** it ends again and again: `count` short lives so far */
  | { readonly what: "failing"; readonly count: number }
  /** it runs well again after such a time */
  | { readonly what: "steady" };

/** `ok`, or why it does not do its work now. */
export type ProcessHealth = "ok" | "is starting" | "is not running" | "does not answer" | "ends again and again";

export interface SupervisorTiming extends BeatTiming {
  /** who lived this long is well: nobody is told that they end again and again */
  readonly stableMs: number;
}

export const SUPERVISOR_TIMING: SupervisorTiming = { ...BEAT_TIMING, stableMs: 30_000 };

export interface Supervised {
  readonly name: string;
  /** the bundled script */
  readonly script: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits?: ProcessLimits;
  readonly timing?: SupervisorTiming;
  /** called at each start of the process, before it has sent anything */
  readonly onStart: (child: ChildProcess) => void;
  /** `isMeant`: it was asked to end */
  readonly onEnd: (isMeant: boolean) => void;
  readonly onNews?: (news: ProcessNews) => void;
  /** A silent process waits for a disk that does not answer: another one would wait as well. */
  readonly isDiskStuck?: () => boolean;
}

export class Supervisor {
  readonly #what: Supervised;
  readonly #timing: SupervisorTiming;
  readonly #log: Log;
  #child: ChildProcess | null = null;
  #pulse: Pulse | null = null;
  #stopping = false;
  #timer: NodeJS.Timeout | null = null;
  #starts = 0;
  #shortLives = 0;
  /** in a row, without having done any work */
  #idleLives = 0;
  /** why the present child is silent was said */
  #isSilenceSaid = false;
  /** the present child was killed, and its end is waited for */
  #isKilled = false;

  constructor(what: Supervised, log: Log) {
    this.#what = what;
    this.#timing = what.timing ?? SUPERVISOR_TIMING;
    this.#log = log.child({ name: what.name });
  }

  get name(): string {
    return this.#what.name;
  }

  /** How often it was started: 1 = never died. */
  get starts(): number {
    return this.#starts;
  }

  get running(): boolean {
    return this.#child !== null;
  }

  get health(): ProcessHealth {
    if (!this.#child || !this.#pulse)
      return this.#shortLives >= FAILING_AFTER ? "ends again and again" : "is not running";
    if (this.#pulse.isSilent) return "does not answer";
    return this.#pulse.isHeard ? "ok" : "is starting";
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

  /** Ends it at once; another one takes its place. */
  restart(): void {
    this.#child?.kill("SIGKILL");
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
    const { script, environment, limits } = this.#what;
    const startedAtMs = performance.now();
    const child = fork(script, [], {
      serialization: "advanced",
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { ...process.env, ...environment, [BEAT_ENV]: String(this.#timing.everyMs) },
      ...(limits ? { execArgv: [...process.execArgv, `--max-old-space-size=${limits.heapMegabytes}`] } : {}),
    });
    this.#child = child;
    this.#isSilenceSaid = false;
    this.#isKilled = false;
    this.#starts += 1;
    this.#listen(child);
    if (limits) this.#yieldCpu(child, limits.niceness);
    this.#pulse = new Pulse(child, this.#timing, {
      beat: (rssBytes) => this.#weigh(child, rssBytes),
      silent: () => this.#silent(child),
      back: () => {
        this.#isSilenceSaid = false;
        this.#log.warn("the process answers again");
      },
    });
    const steady = setTimeout(() => this.#steady(), this.#timing.stableMs).unref();
    child.on("error", (error) => this.#log.error({ reason: error.message }, "process error"));
    child.once("exit", (code, signal) => {
      clearTimeout(steady);
      this.#child = null;
      this.#pulse = null;
      this.#what.onEnd(this.#stopping);
      if (this.#stopping) return;
      this.#again(performance.now() - startedAtMs, { code, signal });
    });
    this.#what.onStart(child);
  }

  #again(livedMs: number, how: { code: number | null; signal: NodeJS.Signals | null }): void {
    this.#shortLives = livedMs <= this.#timing.stableMs ? this.#shortLives + 1 : 0;
    this.#idleLives = idleLivesAfter(this.#idleLives, livedMs, this.#timing.stableMs);
    const pauseMs = pauseAfter(this.#idleLives);
    this.#log.error({ ...how, pauseMs }, "the process ended and is started again");
    if (this.#shortLives === FAILING_AFTER) this.#what.onNews?.({ what: "failing", count: this.#shortLives });
    this.#timer = setTimeout(() => this.#run(), pauseMs);
  }

  #steady(): void {
    const wasFailing = this.#shortLives >= FAILING_AFTER;
    this.#shortLives = 0;
    this.#idleLives = 0;
    if (wasFailing) this.#what.onNews?.({ what: "steady" });
  }

  #silent(child: ChildProcess): void {
    if (this.#stopping || this.#isKilled) return;
    if (this.#what.isDiskStuck?.() === true) {
      if (!this.#isSilenceSaid) this.#log.error("the process waits for a disk that does not answer");
      this.#isSilenceSaid = true;
      return;
    }
    this.#log.error("the process hangs and is killed");
    this.#kill(child, { what: "hung" });
  }

  #weigh(child: ChildProcess, rssBytes: number): void {
    const limit = this.#what.limits?.rssBytes;
    if (limit === undefined || rssBytes <= limit || this.#stopping || this.#isKilled) return;
    this.#log.error({ rssBytes, limit }, "the process takes too much memory and is killed");
    this.#kill(child, { what: "memory", rssBytes });
  }

  #kill(child: ChildProcess, why: ProcessNews): void {
    this.#isKilled = true;
    this.#what.onNews?.(why);
    child.kill("SIGKILL");
  }

  #yieldCpu(child: ChildProcess, niceness: number): void {
    if (niceness === 0 || child.pid === undefined) return;
    try {
      setPriority(child.pid, niceness);
    } catch (error) {
      // To go first needs a privilege that few services have: without it recording is as the others.
      const level = niceness < 0 ? "debug" : "warn";
      this.#log[level]({ err: error, niceness }, "the process keeps the usual priority");
    }
  }

  #listen(child: ChildProcess): void {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      const level = stream === child.stderr ? "warn" : "info";
      createInterface({ input: stream }).on("line", (line) => this.#log[level](line.slice(0, 4000)));
    }
  }
}
