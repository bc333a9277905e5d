/** Who holds which camera, in memory: after a restart of the recorder nobody does. */
import { ok, type Result } from "#base/result.ts";
import { holdAt, isHeldAgainst, mayTakeOver, type PtzHold, type PtzMover } from "#domain/cameras/ptz-hold.ts";
import { type Failure, refuse } from "#domain/failures/failure.ts";

/** Others are told of a hold that is renewed at most this often: their countdown runs on without. */
const TOLD_EVERY_MS = 5000;

interface Held {
  hold: PtzHold;
  readonly timer: NodeJS.Timeout;
  readonly toldAtMs: number;
}

export class PtzHolds {
  readonly #holdMs: number;
  readonly #changed: (cameraId: string) => void;
  readonly #held = new Map<string, Held>();

  /** `holdMs`: how long a camera stays with who has moved it last; 0 = not at all */
  constructor(holdMs: number, changed: (cameraId: string) => void) {
    this.#holdMs = holdMs;
    this.#changed = changed;
  }

  /** null = nobody */
  of(cameraId: string): PtzHold | null {
    return holdAt(this.#held.get(cameraId)?.hold, performance.now());
  }
  leftMs(cameraId: string): number {
    return Math.max(0, (this.of(cameraId)?.untilMs ?? 0) - performance.now());
  }

  /** Takes it, or holds it for longer. Returns whose hand it was in before. Failures: ptz/held. */
  take(cameraId: string, who: PtzMover, takeOver: boolean): Result<{ readonly from: PtzHold | null }, Failure> {
    const before = this.of(cameraId);
    if (isHeldAgainst(before, who) && !(takeOver && mayTakeOver(before, who))) return this.#refused(cameraId, before);
    if (this.#holdMs > 0) this.#hold(cameraId, who, before);
    return ok({ from: isHeldAgainst(before, who) ? before : null });
  }

  /** Failures: ptz/held: somebody else holds it. */
  check(cameraId: string, who: PtzMover): Result<null, Failure> {
    const before = this.of(cameraId);
    return isHeldAgainst(before, who) ? this.#refused(cameraId, before) : ok(null);
  }

  /** Ends the hold of this user; holds of others stay. */
  release(cameraId: string, { userId }: Pick<PtzMover, "userId">): void {
    if (this.of(cameraId)?.userId === userId) this.#end(cameraId);
  }

  close(): void {
    for (const { timer } of this.#held.values()) clearTimeout(timer);
    this.#held.clear();
  }

  #refused(cameraId: string, hold: PtzHold | null): Result<never, Failure> {
    return refuse("ptz/held", {
      name: hold?.username ?? "",
      seconds: Math.ceil(this.leftMs(cameraId) / 1000),
    });
  }

  #hold(cameraId: string, { userId, username, rank }: PtzMover, before: PtzHold | null): void {
    const known = this.#held.get(cameraId);
    clearTimeout(known?.timer);
    const nowMs = performance.now();
    const isNews = before?.userId !== userId || nowMs - (known?.toldAtMs ?? 0) >= TOLD_EVERY_MS;
    this.#held.set(cameraId, {
      hold: { userId, username, rank, untilMs: nowMs + this.#holdMs },
      timer: setTimeout(() => this.#end(cameraId), this.#holdMs),
      toldAtMs: isNews ? nowMs : (known?.toldAtMs ?? nowMs),
    });
    if (isNews) this.#changed(cameraId);
  }

  #end(cameraId: string): void {
    clearTimeout(this.#held.get(cameraId)?.timer);
    this.#held.delete(cameraId);
    this.#changed(cameraId);
  }
}
