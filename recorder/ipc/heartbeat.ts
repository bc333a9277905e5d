/**
 * Heartbeats: a forked process tells its parent that its event loop turns, how much memory it holds and for how long it
 * has used processors. They go over the channel that `fork` opens, beside the typed calls.
 */
import type { ChildProcess } from "node:child_process";
import { processorWaitMs } from "./processor-wait.ts";

/** Environment of each forked process: its pause between two heartbeats, in ms. */
export const BEAT_ENV = "PROSCENIUM_BEAT_MS";

export interface BeatTiming {
  readonly everyMs: number;
  /** a process that was not heard for this long hangs */
  readonly silentMs: number;
  /** a process that has just been started loads its modules first, on a busy machine for long */
  readonly firstMs: number;
}

/** A process that hangs is known within 10 s of its last heartbeat, later only where it gets no processor. */
export const BEAT_TIMING: BeatTiming = { everyMs: 2000, silentMs: 9000, firstMs: 60_000 };
/** How often silence is measured, in parts of the pause between heartbeats. */
const LOOKS_PER_BEAT = 4;

interface Beat {
  readonly kind: "beat";
  readonly rssBytes: number;
  /** of all its threads, since its start */
  readonly cpuMs: number;
}

const isBeat = (message: unknown): message is Beat =>
  typeof message === "object" &&
  message !== null &&
  "kind" in message &&
  message.kind === "beat" &&
  "rssBytes" in message &&
  typeof message.rssBytes === "number" &&
  "cpuMs" in message &&
  typeof message.cpuMs === "number";

/** In a forked process: beats now, and until it ends. Without a parent there is nobody to tell. */
export function startBeating(): void {
  const beat = (): void => {
    const { user, system } = process.cpuUsage();
    const message: Beat = { kind: "beat", rssBytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 };
    if (process.connected) process.send?.(message, undefined, {}, () => undefined);
  };
  beat();
  const everyMs = Number(process.env[BEAT_ENV]);
  setInterval(beat, everyMs > 0 ? everyMs : BEAT_TIMING.everyMs).unref();
}

/**
 * When a silent process was last heard, as far as this process could hear: while this one stood still itself, for example
 * with the whole machine, nobody was silent.
 */
export const heardUntil = (heardMs: number, lookedMs: number, nowMs: number, lookEveryMs: number): number => {
  const stoodMs = nowMs - lookedMs - lookEveryMs;
  return stoodMs > lookEveryMs ? Math.min(nowMs, heardMs + stoodMs) : heardMs;
};

/** In times of the usual limit: who waits longer for a processor would not be missed if another one took its place. */
const MOST_WAITED = 2;

/**
 * How long a process may be silent, in ms. `waitedMs`: for how much of its silence it was ready to run and got no
 * processor. Another process would have waited as well, and starting one costs what is scarce.
 */
export const silenceLimitMs = (limitMs: number, waitedMs: number): number =>
  limitMs + Math.min(waitedMs, limitMs * MOST_WAITED);

/** In the parent: listens to one child from its start to its end, and needs no closing. */
export class Pulse {
  readonly #timing: BeatTiming;
  readonly #timer: NodeJS.Timeout;
  #heardMs = performance.now();
  #lookedMs = performance.now();
  #isHeard = false;
  #isSilent = false;
  /** of the child, when it was last heard */
  #waitedMs: number;

  /** `silent` is called at each look while it is silent, `back` when such a process is heard again. */
  constructor(
    child: ChildProcess,
    timing: BeatTiming,
    on: {
      readonly beat?: (rssBytes: number, cpuMs: number) => void;
      readonly silent: () => void;
      readonly back?: () => void;
    },
  ) {
    this.#timing = timing;
    this.#waitedMs = processorWaitMs(child.pid);
    child.on("message", (message) => {
      if (!isBeat(message)) return;
      this.#heardMs = performance.now();
      this.#waitedMs = processorWaitMs(child.pid);
      this.#isHeard = true;
      if (this.#isSilent) on.back?.();
      this.#isSilent = false;
      on.beat?.(message.rssBytes, message.cpuMs);
    });
    const everyMs = timing.everyMs / LOOKS_PER_BEAT;
    this.#timer = setInterval(() => {
      const nowMs = performance.now();
      this.#heardMs = heardUntil(this.#heardMs, this.#lookedMs, nowMs, everyMs);
      this.#lookedMs = nowMs;
      const silentMs = nowMs - this.#heardMs;
      this.#isSilent =
        silentMs >= this.#limitMs &&
        silentMs >= silenceLimitMs(this.#limitMs, processorWaitMs(child.pid) - this.#waitedMs);
      if (this.#isSilent) on.silent();
    }, everyMs).unref();
    child.once("exit", () => clearInterval(this.#timer));
  }

  get #limitMs(): number {
    return this.#isHeard ? this.#timing.silentMs : this.#timing.firstMs;
  }

  /** The process has sent a heartbeat since its start. */
  get isHeard(): boolean {
    return this.#isHeard;
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }
}
