/** What keeps a wall from showing every frame: each part of a frame's way has a sign of its own. [ours] */

/** In the order of a frame's way. */
const SLOW_PARTS = ["network", "decode", "copy", "present", "page"] as const;
export type SlowPart = (typeof SLOW_PARTS)[number];

export interface WallLoad {
  /** players whose line delivers too slowly */
  readonly slowLines: number;
  /** tile frames that arrive per second, and frames that wait for their decoder, of all tiles together */
  readonly duePerSecond: number;
  readonly decodeQueue: number;
  /** ms from taking a decoded frame until it is ready to be drawn */
  readonly copyMs: number;
  /** presents per second that frames and page ask for, and those that the painter's pace allows */
  readonly wantedHz: number;
  readonly tickHz: number;
  /** ms by which the page's own timer comes late */
  readonly pageLateMs: number;
}

/** Decoders with more than this time's frames before them have fallen behind. */
const DECODE_BEHIND_S = 0.3;
/** The pace's steps lie a quarter apart or more: less is rounding. */
const PACE_SHARE = 0.8;
/** The browsers' own bound of a long task. */
const LONG_TASK_MS = 50;
/** A part stays named for this long, so that what comes and goes can be read. */
export const SLOW_NAMED_MS = 5000;

const SIGNS: Readonly<Record<SlowPart, (load: WallLoad) => boolean>> = {
  network: ({ slowLines }) => slowLines > 0,
  decode: ({ decodeQueue, duePerSecond }) => decodeQueue > Math.max(1, duePerSecond * DECODE_BEHIND_S),
  copy: ({ copyMs, wantedHz }) => wantedHz > 0 && copyMs > 1000 / wantedHz,
  present: ({ tickHz, wantedHz }) => tickHz < wantedHz * PACE_SHARE,
  page: ({ pageLateMs }) => pageLateMs > LONG_TASK_MS,
};

/** When each part was last slow, ms of any clock that runs evenly. */
export type SlowSince = Readonly<Partial<Record<SlowPart, number>>>;

/** Takes the load of a moment. */
export function noteSlow(before: SlowSince, load: WallLoad, nowMs: number): SlowSince {
  const now = SLOW_PARTS.filter((part) => SIGNS[part](load)).map((part) => [part, nowMs]);
  return { ...before, ...Object.fromEntries(now) };
}

/** The parts that are slow, or were a moment ago. */
export const slowParts = (since: SlowSince, nowMs: number): readonly SlowPart[] =>
  SLOW_PARTS.filter((part) => nowMs - (since[part] ?? Number.NEGATIVE_INFINITY) < SLOW_NAMED_MS);
