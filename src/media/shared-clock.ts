/**
 * One playback clock and the sources that follow it, inside the stage worker. After a seek the clock waits until every
 * member has its first frame (at most `GATHER_MS` after the first member has one), then it runs. One timer presents
 * what is due on all members in one task, so that they flip together. In fast play, where one frame more or less means
 * seconds, the clock also waits (at most `LACKING_MS` at a time) for a member that has no frame for the next moment.
 */
import { isFastPlay } from "#domain/timeline/fast-play.ts";
import type { SourcePlay } from "#protocol/stage-worker.ts";
import { type ClockState, clockAt, clockHold, clockNow } from "./playback-clock.ts";

export interface ClockMember {
  /** Presents what is due. Returns in how many wall ms the clock must call it again (Infinity: only when woken). */
  pump(nowMs: number): number;
  /** True while the frame that it must show at `clockMs` has not arrived yet. */
  lacks(clockMs: number): boolean;
}

/** How long members that have their first frame wait for the others after a seek. */
const GATHER_MS = 400;
/**
 * How long fast play waits for one frame of one member: a machine that is too slow plays slower, with all members
 * together.
 */
export const LACKING_MS = 1500;
const LONGEST_WAIT_MS = 50;

export class SharedClock {
  #state: ClockState = clockAt(0, 1, true, 0);
  #epoch = -1;
  #paused = true;
  #gatheringSince: number | null = null;
  #firstReadyAt = Number.POSITIVE_INFINITY;
  /** since when fast play stands still; after `LACKING_MS` it goes on without the members that lack their frame */
  #lackingSince: number | null = null;
  /** what the clock showed when it last presented, server ms */
  #pumpedMs = 0;
  readonly #members = new Map<ClockMember, { ready: boolean }>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #timerDue = Number.POSITIVE_INFINITY;

  get rate(): number {
    return this.#state.rate;
  }
  get paused(): boolean {
    return this.#paused;
  }
  get running(): boolean {
    return !this.#state.held;
  }
  get alone(): boolean {
    return this.#members.size === 1;
  }
  now(nowMs: number): number {
    return clockNow(this.#state, nowMs);
  }

  join(member: ClockMember): void {
    if (!this.#members.has(member)) this.#members.set(member, { ready: false });
  }

  leave(member: ClockMember): void {
    this.#members.delete(member);
    this.#runWhenGathered(performance.now());
    if (this.#members.size === 0) this.#stopTimer();
  }

  /** Sets the clock when `epoch` is newer than its own; returns whether it did. */
  set(epoch: number, play: SourcePlay, nowMs: number): boolean {
    if (epoch <= this.#epoch) return false;
    this.#epoch = epoch;
    this.#paused = play.paused;
    this.#state = clockAt(play.timeMs, play.rate, true, nowMs);
    this.#gatheringSince = play.paused ? null : nowMs;
    this.#firstReadyAt = Number.POSITIVE_INFINITY;
    this.#lackingSince = null;
    this.#pumpedMs = play.timeMs;
    for (const entry of this.#members.values()) entry.ready = false;
    return true;
  }

  /** Takes the clock back: a lone tile whose queue ran empty has no other tile to stay in step with. */
  rebase(localMs: number, nowMs: number): void {
    this.#state = { ...this.#state, baseMs: localMs, atMs: nowMs };
  }

  /** The member has its first frame after a seek. */
  ready(member: ClockMember, nowMs: number): void {
    const entry = this.#members.get(member);
    if (entry) entry.ready = true;
    this.#firstReadyAt = Math.min(this.#firstReadyAt, nowMs);
    this.#runWhenGathered(nowMs);
    this.wake();
  }

  /**
   * The member's play begins where nothing is recorded: the clock does not wait for its first frame and runs through
   * the gap.
   */
  readyInGap(member: ClockMember, nowMs: number): void {
    const entry = this.#members.get(member);
    if (!entry || entry.ready) return;
    entry.ready = true;
    this.#runWhenGathered(nowMs);
    this.wake();
  }

  /** The member's state has changed: it has frames to present. */
  wake(): void {
    this.#schedule(0);
  }

  #runWhenGathered(nowMs: number): void {
    if (this.#gatheringSince === null) return;
    const all = [...this.#members.values()].every((entry) => entry.ready);
    if (!all && nowMs - this.#firstReadyAt < GATHER_MS) return;
    this.#gatheringSince = null;
    this.#state = clockHold(this.#state, false, nowMs);
  }

  /** Fast play holds the time that it presented last while a member lacks its frame for the current time. */
  #waitForLacking(nowMs: number): void {
    if (this.#state.held || this.#members.size < 2 || !isFastPlay(this.#state.rate)) return;
    const clockMs = this.now(nowMs);
    if (![...this.#members.keys()].some((member) => member.lacks(clockMs))) {
      this.#lackingSince = null;
      this.#pumpedMs = clockMs;
      return;
    }
    this.#lackingSince ??= nowMs;
    if (nowMs - this.#lackingSince > LACKING_MS) this.#pumpedMs = clockMs;
    else this.rebase(this.#pumpedMs, nowMs);
  }

  #pump(): void {
    this.#timer = null;
    this.#timerDue = Number.POSITIVE_INFINITY;
    const nowMs = performance.now();
    this.#runWhenGathered(nowMs);
    this.#waitForLacking(nowMs);
    let next = this.#gatheringSince === null ? Number.POSITIVE_INFINITY : LONGEST_WAIT_MS;
    for (const member of [...this.#members.keys()]) next = Math.min(next, member.pump(nowMs));
    if (Number.isFinite(next)) this.#schedule(Math.min(LONGEST_WAIT_MS, Math.max(1, next)));
  }

  #schedule(inMs: number): void {
    const due = performance.now() + inMs;
    if (this.#timer !== null && this.#timerDue <= due) return;
    this.#stopTimer();
    this.#timerDue = due;
    this.#timer = setTimeout(() => this.#pump(), inMs);
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#timerDue = Number.POSITIVE_INFINITY;
  }
}

/**
 * The clocks that the sources of this thread share, by name. They are few, and they are kept, so that a wall that
 * reopens finds its epoch.
 */
const clocks = new Map<string, SharedClock>();

export function clockNamed(id: string): SharedClock {
  const known = clocks.get(id);
  if (known) return known;
  const made = new SharedClock();
  clocks.set(id, made);
  return made;
}
