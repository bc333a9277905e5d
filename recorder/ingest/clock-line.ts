import { EarlySlope } from "./frames/early-slope.ts";
import { EarlyTimes } from "./frames/early-times.ts";

/** Points older than this no longer say how fast the camera's clock runs. */
const WINDOW_MS = 120_000;
/** How high the line runs is measured by the newest points. */
const HEIGHT_MS = 30_000;
/** Of each such span only the frame that arrived with the least delay is kept. */
const BUCKET_MS = 1000;
/** A slope that was measured over less time than this counts for its share only: delays that grow look like a slow clock. */
const SURE_AFTER_MS = 5000;
/** A slope is believed by what it is beyond that which an uneven delay of this much can pretend. */
const UNEVEN_MS = 60;
/** After so many points, that delay is known: so many times what most of them lie above their hull. */
const EVEN_AFTER_POINTS = 12;
const EVEN_SHARE = 2;
/** ... and at least this */
const LEAST_UNEVEN_MS = 8;
/** Between these shares of the window the slope is measured: a long stall at its end does not count. */
const MEASURED = { from: 0.1, to: 0.6 };
/**
 * ... and so much of its beginning, where a camera or this machine may have been late with everything, but no more than this share; of
 * a clock that is not wrong by more than this, whose slope is known late otherwise.
 */
const BEGINNING = { ms: 3000, share: 0.3, slope: 0.15 };
/** What counts outside of this, for example a clock that stands still, is not a clock. */
const SLOPES = { least: 0.25, most: 4 };
/** Whether a slope can be a clock's is judged after this time. */
const JUDGED_AFTER_MS = 3000;
/** Frames that stay late by more than this for that long, without catching up, were not delayed: a clock was set. */
const LATE_MS = 250;
const LATE_FOR_MS = 5000;
/** ... of a camera whose clock is known, because few frames of an uneven network catch up slowly. */
const KNOWN_LATE_FOR_MS = 8000;
/** What is late by so much less in the last third of that time than before is catching up. */
const CATCHING_UP_MS = 150;
/** What is late by so much more there comes through a network that is too slow at the moment; for so long that is believed of a known clock. */
const FALLING_BEHIND_MS = 150;
const FALLING_BEHIND_FOR_MS = 20_000;

/** After the camera's clock was set its first frames may be late, all of them: the line rises when none was less late for this long. */
const SETTLED_AFTER_MS = 3000;
/** ... and after this time at the latest. */
const MOST_SETTLING_MS = 10_000;
/** By less than this, a frame is not less late. */
const SAME_DELAY_MS = 15;

/** Camera time and time of arrival, in ms. */
interface Arrival {
  readonly mediaMs: number;
  readonly arrivalMs: number;
}

/**
 * The straight line from a camera's clock to the recorder's. A frame can arrive late but never early, so that the
 * line runs below all arrivals of the last two minutes and as close to them as it can, along their lower convex hull (after
 * Moon, Skelly and Towsley 1999). A stalled network does not move it.
 */
export class ClockLine {
  /** the least delayed arrival of each bucket, oldest first */
  #points: Arrival[] = [];
  /** newer ones that are all late: while they catch up they say nothing about the camera's clock, however long it takes */
  #late: Arrival[] = [];
  /** when the first of them came that were late without an interruption */
  #lateSinceMs = 0;
  #least: Arrival;
  #bucketEndMs: number;
  #slope = 1;
  /** the slope when `#points` began anew */
  #priorSlope = 1;
  #offsetMs: number;
  #isClock = true;
  #isKnown = false;
  readonly #early = new EarlyTimes();
  readonly #first = new EarlySlope();
  /** the first frames tell that it is none, and the line does not yet */
  #isFirstFar = false;
  #unevenMs = UNEVEN_MS;
  /** until then only frames that are less late move the line */
  #settlesMs = { atMs: Number.NEGATIVE_INFINITY, lastMs: Number.NEGATIVE_INFINITY };
  /** of all since the camera's clock was set */
  #leastDelayMs = Number.POSITIVE_INFINITY;

  constructor(mediaMs: number, arrivalMs: number) {
    this.#least = { mediaMs, arrivalMs };
    this.#bucketEndMs = arrivalMs + BUCKET_MS;
    this.#offsetMs = arrivalMs - mediaMs;
  }

  /** Milliseconds of the recorder's clock to one of the camera's. */
  get slope(): number {
    return this.#slope;
  }

  /** False: what the camera counts is no clock at all, and arrival is all that is known. */
  get isClock(): boolean {
    return this.#isClock && !this.#early.areNone;
  }

  /** Enough was seen to know how unevenly frames come. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  wallOf(mediaMs: number): number {
    return this.#offsetMs + this.#slope * mediaMs;
  }

  mediaOf(wallMs: number): number {
    return (wallMs - this.#offsetMs) / this.#slope;
  }

  /** A frame of `mediaMs` came at `arrivalMs`; neither goes back from one call to the next. */
  add(mediaMs: number, arrivalMs: number): void {
    const came = { mediaMs, arrivalMs };
    this.#early.add(mediaMs, arrivalMs);
    this.#learnEarly(came);
    if (arrivalMs < this.#bucketEndMs) {
      if (this.#delayOf(came) < this.#delayOf(this.#least)) this.#least = came;
    } else {
      this.#keep(this.#least);
      this.#least = came;
      this.#bucketEndMs = arrivalMs + BUCKET_MS;
      if (arrivalMs >= this.#settlesMs.atMs) {
        this.#forget(arrivalMs);
        this.#fit();
      }
    }
    const delayMs = this.#delayOf(came);
    this.#leastDelayMs = Math.min(this.#leastDelayMs, delayMs);
    if (delayMs >= 0) return;
    this.#offsetMs += delayMs;
    this.#leastDelayMs = 0;
    if (delayMs > -SAME_DELAY_MS) return;
    this.#settlesMs.atMs = Math.min(arrivalMs + SETTLED_AFTER_MS, this.#settlesMs.lastMs);
  }

  /** What the first frames tell counts until the line does. */
  #learnEarly(came: Arrival): void {
    const before = this.#first.slope;
    this.#first.add(came);
    const { slope } = this.#first;
    if (slope === null || slope === before || this.#isKnown) return;
    this.#isFirstFar = slope > SLOPES.most;
    this.#isClock = !this.#isFirstFar;
    this.#priorSlope = this.#slope = Math.min(slope, SLOPES.most);
    if (before === null) this.#offsetMs = came.arrivalMs - this.#slope * came.mediaMs;
  }

  /**
   * The camera's clock was set: what came before says no more about where its time lies, and what comes at first may be late.
   * `mediaMs`, `arrivalMs`: of the first frame by the new clock, whose place on the line is a guess.
   */
  restart(mediaMs: number, arrivalMs: number): void {
    if (this.#leastDelayMs > SAME_DELAY_MS && Number.isFinite(this.#leastDelayMs)) this.#offsetMs += this.#leastDelayMs;
    this.#leastDelayMs = Number.POSITIVE_INFINITY;
    this.#points = [];
    this.#late = [];
    this.#priorSlope = this.#slope;
    this.#least = { mediaMs, arrivalMs };
    this.#bucketEndMs = arrivalMs + BUCKET_MS;
    this.#settlesMs = { atMs: arrivalMs + SETTLED_AFTER_MS, lastMs: arrivalMs + MOST_SETTLING_MS };
  }

  /** The recorder's own clock was set by `byMs`. */
  shift(byMs: number): void {
    const moved = ({ mediaMs, arrivalMs }: Arrival): Arrival => ({ mediaMs, arrivalMs: arrivalMs + byMs });
    this.#points = this.#points.map(moved);
    this.#late = this.#late.map(moved);
    this.#lateSinceMs += byMs;
    this.#least = moved(this.#least);
    this.#bucketEndMs += byMs;
    this.#offsetMs += byMs;
    this.#settlesMs = { atMs: this.#settlesMs.atMs + byMs, lastMs: this.#settlesMs.lastMs + byMs };
  }

  #delayOf({ mediaMs, arrivalMs }: Arrival): number {
    return arrivalMs - this.wallOf(mediaMs);
  }

  #keep(point: Arrival): void {
    if (this.#isKnown && this.#delayOf(point) > LATE_MS) {
      if (this.#late.length === 0) this.#lateSinceMs = point.arrivalMs;
      this.#late.push(point);
    } else {
      this.#late = [];
      this.#points.push(point);
    }
  }

  #forget(nowMs: number): void {
    const from = this.#points.findIndex(({ arrivalMs }) => arrivalMs > nowMs - WINDOW_MS);
    if (from > 0 && this.#late.length === 0) this.#points.splice(0, from);
    const kept = this.#isKnown ? this.#late : this.#points;
    const forMs = this.#isKnown ? KNOWN_LATE_FOR_MS : LATE_FOR_MS;
    const late = kept.filter(({ arrivalMs }) => arrivalMs > nowMs - forMs - BUCKET_MS);
    if (this.#isKnown) this.#late = late;
    if (!this.#isLasting(late, forMs)) return;
    this.#points = late;
    this.#late = [];
    this.#priorSlope = this.#slope;
  }

  #isLasting(late: readonly Arrival[], forMs: number): boolean {
    const first = late[0];
    const last = late.at(-1);
    if (!first || !last || late.length < 3 || last.arrivalMs - first.arrivalMs < forMs - BUCKET_MS) return false;
    const delays = late.map((point) => this.#delayOf(point));
    const [early, middle, recent] = [0, 1, 2].map((third) =>
      Math.min(...delays.slice((delays.length * third) / 3, (delays.length * (third + 1)) / 3)),
    ) as [number, number, number];
    const isCatchingUp = recent < Math.max(early, middle) - CATCHING_UP_MS;
    const isFallingBehind = Math.max(middle, recent) > early + FALLING_BEHIND_MS || recent > middle + FALLING_BEHIND_MS;
    const isForLong = last.arrivalMs - this.#lateSinceMs >= FALLING_BEHIND_FOR_MS;
    if (isCatchingUp || (this.#isKnown && isFallingBehind && !isForLong)) return false;
    return Math.min(early, middle, recent) > LATE_MS;
  }

  #fit(): void {
    const first = this.#points[0];
    const last = this.#points.at(-1);
    if (!first || !last) return;
    const hull = lowerHull(this.#points);
    if (this.#points.length >= EVEN_AFTER_POINTS) {
      this.#isKnown = true;
      this.#unevenMs = unevenMs(this.#points, hull);
    }
    const mediaMs = last.mediaMs - first.mediaMs;
    const spanMs = last.arrivalMs - first.arrivalMs;
    if (mediaMs > 0) {
      const toMs = first.mediaMs + mediaMs * MEASURED.to;
      const between = (fromMs: number): number => (heightAt(hull, toMs) - heightAt(hull, fromMs)) / (toMs - fromMs);
      const beganMs = Math.max(mediaMs * MEASURED.from, Math.min(BEGINNING.ms, mediaMs * BEGINNING.share));
      const isNearlyRight = Math.abs(between(first.mediaMs + mediaMs * MEASURED.from) - 1) <= BEGINNING.slope;
      const fromMs = first.mediaMs + (isNearlyRight ? beganMs : mediaMs * MEASURED.from);
      const measured = between(fromMs);
      const isJudged = spanMs >= JUDGED_AFTER_MS;
      this.#isClock = isJudged ? measured >= SLOPES.least && measured <= SLOPES.most : !this.#isFirstFar;
      this.#isFirstFar &&= !isJudged;
      const change = Math.min(SLOPES.most, Math.max(SLOPES.least, measured)) - this.#priorSlope;
      const sure = Math.sign(change) * Math.max(0, Math.abs(change) - this.#unevenMs / (toMs - fromMs));
      this.#slope = this.#priorSlope + sure * Math.min(1, spanMs / SURE_AFTER_MS);
    }
    this.#leastDelayMs = 0;
    // The slope is known by a few parts in a thousand: over the whole window that would be more than a frame.
    const recent = this.#points.filter(({ arrivalMs }) => arrivalMs > last.arrivalMs - HEIGHT_MS);
    this.#offsetMs = Math.min(...recent.map(({ mediaMs, arrivalMs }) => arrivalMs - this.#slope * mediaMs));
  }
}

/** Corners of the lower convex hull, by camera time. */
function lowerHull(points: readonly Arrival[]): Arrival[] {
  const hull: Arrival[] = [];
  for (const point of points) {
    while (hull.length > 0) {
      const top = hull.at(-1) as Arrival;
      const below = hull.at(-2);
      const isSameTime = point.mediaMs <= top.mediaMs;
      if (isSameTime ? point.arrivalMs > top.arrivalMs : !below || turnsUp(below, top, point)) break;
      hull.pop();
    }
    if ((hull.at(-1)?.mediaMs ?? Number.NEGATIVE_INFINITY) < point.mediaMs) hull.push(point);
  }
  return hull;
}

/** By how much delays vary that do not look like those of a network alone. */
function unevenMs(points: readonly Arrival[], hull: readonly Arrival[]): number {
  const above = points.map(({ mediaMs, arrivalMs }) => arrivalMs - heightAt(hull, mediaMs)).sort((a, b) => a - b);
  const usualMs = above[above.length >> 1] ?? UNEVEN_MS;
  return Math.min(UNEVEN_MS, Math.max(LEAST_UNEVEN_MS, EVEN_SHARE * usualMs));
}

/** The arrival on the hull at `mediaMs`, which lies within it. */
function heightAt(hull: readonly Arrival[], mediaMs: number): number {
  const at = Math.max(
    1,
    hull.findIndex((corner) => corner.mediaMs >= mediaMs),
  );
  const [from, to] = [hull[at - 1] as Arrival, hull[at] as Arrival];
  return from.arrivalMs + ((to.arrivalMs - from.arrivalMs) * (mediaMs - from.mediaMs)) / (to.mediaMs - from.mediaMs);
}

const turnsUp = (a: Arrival, b: Arrival, c: Arrival): boolean =>
  (b.arrivalMs - a.arrivalMs) * (c.mediaMs - b.mediaMs) < (c.arrivalMs - b.arrivalMs) * (b.mediaMs - a.mediaMs);
