/** The first frames tell this long; after that the line of the clocks does. */
const TELLS_FOR_MS = 6000;
/** So many parts of the frames that are alike tell, within this share of their mean, when they are this long together. */
const PARTS = 4;
/** No network and no machine is as slow as that evenly. */
const FAR = { slope: 5.5, share: 0.25, sinceMs: 250 };
/** One that is overloaded may be, for a moment and not as evenly. */
const NEAR = { slope: 1.8, share: 0.1, sinceMs: 1500 };
/** Where the first frames came otherwise than those behind them, so many of the newest tell. */
const NEWEST = 60;

/** Camera time and time of arrival, in ms. */
interface Arrival {
  readonly mediaMs: number;
  readonly arrivalMs: number;
}

/**
 * Tells by the first frames of a camera that it counts far slower than announced, for example in 1/8000 s where 1/90000 s is meant: each
 * distance of two of them is as many times longer than their times say. Frames that are held back by a network or a machine come
 * with distances of all kinds, and catch up.
 */
export class EarlySlope {
  readonly #frames: Arrival[] = [];
  #isOver = false;
  /** milliseconds of arrival to one of the camera's; null = it looks right, or is not told by these frames */
  slope: number | null = null;

  /** Neither time goes back from one call to the next. */
  add(frame: Arrival): void {
    if (this.#isOver) return;
    this.#frames.push(frame);
    const first = this.#frames[0] ?? frame;
    if (frame.arrivalMs - first.arrivalMs > TELLS_FOR_MS) this.#isOver = true;
    this.slope = alike(this.#frames) ?? this.slope ?? alike(this.#frames.slice(-NEWEST));
    if (this.#isOver) this.#frames.length = 0;
  }
}

/** The slope from the first to the last, where all parts between agree; else null. */
function alike(frames: readonly Arrival[]): number | null {
  const most = frames.length - 1;
  if (most < PARTS) return null;
  const bounds = Array.from({ length: PARTS + 1 }, (_, i) => frames[Math.round((most * i) / PARTS)] as Arrival);
  const slopes = bounds.slice(1).map((bound, i) => slopeOf(bounds[i] as Arrival, bound));
  const [first, last] = [bounds[0] as Arrival, bounds[PARTS] as Arrival];
  const slope = slopeOf(first, last);
  const spanMs = last.arrivalMs - first.arrivalMs;
  const isTold = [FAR, NEAR].some(
    (limits) =>
      slope >= limits.slope &&
      spanMs >= limits.sinceMs &&
      slopes.every((own) => Math.abs(own - slope) <= limits.share * slope),
  );
  return isTold ? slope : null;
}

const slopeOf = (from: Arrival, to: Arrival): number =>
  to.mediaMs > from.mediaMs ? (to.arrivalMs - from.arrivalMs) / (to.mediaMs - from.mediaMs) : Number.POSITIVE_INFINITY;
