/**
 * One forked process of the recorder: restarted alone, with growing pauses, whenever it ends unexpectedly, and ended when
 * it hangs or takes too much memory.
 */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism, setPriority } from "node:os";
import { createInterface } from "node:readline";
import type { Log } from "#recorder/core/log.ts";
import { BEAT_ENV, BEAT_TIMING, type BeatTiming, Pulse } from "#recorder/ipc/heartbeat.ts";
import { CRASH_RULES, type CrashRules, endAfter, isWellAfter, NO_ENDS, pauseAfter } from "./watch/crash-loop.ts";
import { NO_CPU_USE, cpuUseAfter } from "./watch/cpu-use.ts";
import type { ProcessLimits } from "./watch/process-limits.ts";

const KILL_AFTER_MS = 5_000;

/** What people are told about a process. */
export type ProcessNews =
  | { readonly what: "hung" }
  | { readonly what: "memory"; readonly rssBytes: number }
  /** it takes all that it may of the processors for long; it answers, and is left alone */
  | { readonly what: "busy"; readonly cores: number; readonly limit: number }
  | { readonly what: "calm" }
  /** it ends again and again: `count` times within a short time so far; said once until it is steady */
  | { readonly what: "failing"; readonly count: number }
  /** it runs well again after such a time */
  | { readonly what: "steady" };

/** `ok`, or why it does not do its work now. */
export type ProcessHealth =
  | "ok"
  | "is starting"
  | "was just started again"
  | "is not running"
  | "does not answer"
  | "ends again and again";

export type SupervisorTiming = BeatTiming & CrashRules;

export const SUPERVISOR_TIMING: SupervisorTiming = { ...BEAT_TIMING, ...CRASH_RULES };

export interface Supervised {
  readonly name: string;
  /** the bundled script */
  readonly script: string;
  readonly environment: Readonly<Record<string, string>>;
  /** what may be another one at the next start */
  readonly changing?: () => Readonly<Record<string, string>>;
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
  #ends = NO_ENDS;
  #use = NO_CPU_USE;
  #told: { readonly rssBytes: number; readonly cpuMs: number } | null = null;
  #startedAtMs = 0;
  /** why the present child is silent was said */
  #isSilenceSaid = false;
  /** the present child was killed, and its end is waited for */
  #isKilled = false;
  /** somebody wanted another one: this end says nothing of the process */
  #isEndMeant = false;

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

  /** By the last heartbeat of its present life; null = none yet. */
  get use(): { readonly rssBytes: number; readonly cpuMs: number } | null {
    return this.#told;
  }

  get health(): ProcessHealth {
    if (this.#child && this.#pulse?.isSilent) return "does not answer";
    if (this.#ends.isFailing) return "ends again and again";
    if (!this.#child || !this.#pulse) return "is not running";
    if (!this.#pulse.isHeard) return "is starting";
    const lifeMs = performance.now() - this.#startedAtMs;
    return isWellAfter(this.#ends, lifeMs, this.#timing) ? "ok" : "was just started again";
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
    this.#isEndMeant = true;
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
    const { script, environment, changing, limits } = this.#what;
    this.#startedAtMs = performance.now();
    const child = fork(script, [], {
      serialization: "advanced",
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { ...process.env, ...environment, ...changing?.(), [BEAT_ENV]: String(this.#timing.everyMs) },
      ...(limits ? { execArgv: [...process.execArgv, `--max-old-space-size=${limits.heapMegabytes}`] } : {}),
    });
    this.#child = child;
    this.#isSilenceSaid = false;
    this.#isKilled = false;
    this.#isEndMeant = false;
    this.#starts += 1;
    this.#listen(child);
    if (limits) this.#yieldCpu(child, limits.niceness);
    this.#pulse = new Pulse(child, this.#timing, {
      beat: (rssBytes, cpuMs) => {
        this.#told = { rssBytes, cpuMs };
        this.#weigh(child, rssBytes);
        this.#measure(cpuMs);
      },
      silent: () => this.#silent(child),
      back: () => {
        this.#isSilenceSaid = false;
        this.#log.warn("the process answers again");
      },
    });
    const steady = setTimeout(() => this.#steady(), this.#timing.windowMs).unref();
    child.on("error", (error) => this.#log.error({ reason: error.message }, "process error"));
    child.once("exit", (code, signal) => {
      clearTimeout(steady);
      this.#child = null;
      this.#pulse = null;
      this.#told = null;
      this.#what.onEnd(this.#stopping);
      if (this.#stopping) return;
      this.#again({ code, signal });
    });
    this.#what.onStart(child);
  }

  #again(how: { code: number | null; signal: NodeJS.Signals | null }): void {
    const { isFailing } = this.#ends;
    if (!this.#isEndMeant) this.#ends = endAfter(this.#ends, performance.now() - this.#startedAtMs, this.#timing);
    const pauseMs = this.#isEndMeant ? 0 : pauseAfter(this.#ends);
    this.#log.error({ ...how, pauseMs }, "the process ended and is started again");
    if (!isFailing && this.#ends.isFailing) this.#what.onNews?.({ what: "failing", count: this.#ends.atMs.length });
    this.#timer = setTimeout(() => this.#run(), pauseMs);
  }

  #steady(): void {
    const { isFailing } = this.#ends;
    this.#ends = NO_ENDS;
    if (isFailing) this.#what.onNews?.({ what: "steady" });
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

  #measure(cpuMs: number): void {
    const limit = this.#what.limits?.cores ?? availableParallelism();
    const { isBurning } = this.#use;
    this.#use = cpuUseAfter(this.#use, { atMs: performance.now(), cpuMs }, limit, this.#timing.windowMs);
    const { cores } = this.#use;
    if (this.#use.isBurning === isBurning || cores === null) return;
    this.#log.warn(
      { cores, limit },
      isBurning ? "the process no longer uses all it may" : "the process uses all it may",
    );
    this.#what.onNews?.(isBurning ? { what: "calm" } : { what: "busy", cores, limit });
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
