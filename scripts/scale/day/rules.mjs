/** What the day of simulated load is judged by: the promises of the product, which gap belongs to which fault, growth of memory. */

/**
 * How long a camera of the recorder that a fault hits may be without pictures, in ms, on a quiet machine: `lostMs`, and where
 * `andLength` the length of the fault as well. Where they stand: kills and hangs in ARCHITECTURE.md and issues 1 and 29, the full disk and the database in
 * docs/storage.md and operations.md. `afterMs`: a gap that begins so long after its end is still of it.
 */
export const PROMISES = {
  "kill-media": { lostMs: 4000, andLength: false, afterMs: 3000, says: "1 s lost, records again within 3 s" },
  "kill-analysis": { lostMs: 0, andLength: false, afterMs: 0, says: "hurts no recording" },
  "kill-recorder": {
    lostMs: 9000,
    andLength: true,
    afterMs: 3000,
    says: "1 s lost, its start (5 s), records again within 3 s",
  },
  "hang-media": { lostMs: 14_000, andLength: false, afterMs: 3000, says: "noticed within 10 s, then as if killed" },
  cut: {
    lostMs: 10_000,
    andLength: true,
    afterMs: 3000,
    says: "no pictures while it lasts, dialled again within 10 s",
  },
  slow: { lostMs: 10_000, andLength: true, afterMs: 10_000, says: "pictures late or lost while it lasts" },
  full: {
    lostMs: 0,
    andLength: true,
    afterMs: 10_000,
    says: "the oldest is deleted, or it is said; recording goes on by itself",
  },
  database: { lostMs: 0, andLength: false, afterMs: 0, says: "pictures are kept for 60 s while it is away" },
  "kill-aggregator": { lostMs: 0, andLength: false, afterMs: 0, says: "recorders do not notice" },
  "cut-aggregator": { lostMs: 0, andLength: false, afterMs: 0, says: "recorders do not notice" },
};
/** The last second before a kill was not on the disk yet. */
const BEFORE_MS = 1500;
/** Files of one stream touch one another; a pause shorter than two pictures at 15 a second is none. */
const GAP_MS = 100;

/** A sequence of numbers in [0, 1) that the seed decides (mulberry32). */
export function drawing(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * The faults of a run, one after another: all kinds in a drawn order, again and again, `everyMs` apart on average, the first after one
 * such pause. Those of `only` kinds hit the recorder of that index. `kinds`: which are drawn from.
 */
export function faultsOf(seed, { untilMs, everyMs, recorders, only = {}, kinds = Object.keys(PROMISES) }) {
  const draw = drawing(seed);
  const faults = [];
  let waiting = [];
  for (let atMs = everyMs; atMs < untilMs; atMs += everyMs * (0.75 + draw() / 2)) {
    if (waiting.length === 0) waiting = kinds.map((kind) => ({ kind, by: draw() })).sort((a, b) => a.by - b.by);
    const { kind } = waiting.shift();
    const recorder = only[kind] ?? Math.floor(draw() * recorders);
    faults.push({ kind, recorder, atMs: Math.round(atMs), lengthMs: Math.round(5000 + draw() * 15_000) });
  }
  return faults;
}

/** What a fault may cost each camera of its recorder. `slack`: how many times as long everything may take on a busy machine. */
export const allowedMs = ({ kind, beganMs, endedMs }, slack = 1) =>
  PROMISES[kind].lostMs * slack + (PROMISES[kind].andLength ? endedMs - beganMs : 0);

/**
 * Whose a gap is: the faults of its recorder that lie near it, whether all of it is within what they promise, and how much is not.
 * A gap near no fault is nobody's, and all of it is too much.
 */
export function attributed(gap, faults, slack = 1) {
  const own = faults.filter(
    ({ kind, recorder, beganMs, endedMs }) =>
      recorder === gap.recorder &&
      gap.endMs >= beganMs - BEFORE_MS &&
      gap.startMs <= endedMs + PROMISES[kind].afterMs * slack,
  );
  const allowed = own.reduce((sum, fault) => sum + allowedMs(fault, slack), 0);
  const lostMs = gap.endMs - gap.startMs;
  return { kinds: own.map(({ kind }) => kind), lostMs, allowedMs: allowed, isKept: lostMs <= allowed };
}

/** The gaps of one stream in [fromMs, toMs]: its spans may come in any order, and overlap. */
export function gapsOf(spans, fromMs, toMs) {
  const gaps = [];
  let reachedMs = fromMs;
  for (const { startMs, endMs } of [...spans].sort((a, b) => a.startMs - b.startMs)) {
    if (startMs >= toMs) break;
    if (startMs - reachedMs > GAP_MS) gaps.push({ startMs: reachedMs, endMs: startMs });
    reachedMs = Math.max(reachedMs, endMs);
  }
  if (toMs - reachedMs > GAP_MS) gaps.push({ startMs: reachedMs, endMs: toMs });
  return gaps;
}

/**
 * Growth of each process in MB an hour: the median of the slopes between all pairs of samples of one life (Theil and Sen), without the
 * first `warmHours` of that life. null where no life was long enough to say anything.
 */
export function growthOf(samples, warmHours) {
  const lives = grouped(samples);
  const slopes = new Map(samples.map(({ name }) => [name, []]));
  for (const life of lives.values()) {
    const settled = life.filter(({ hour }) => hour >= life[0].hour + warmHours);
    settled.forEach((one, at) => {
      for (const other of settled.slice(at + 1))
        slopes.get(one.name).push((other.mb - one.mb) / (other.hour - one.hour));
    });
  }
  return new Map([...slopes].map(([name, all]) => [name, all.length < FEWEST_PAIRS ? null : median(all)]));
}
/** Of ten samples */
const FEWEST_PAIRS = 45;
const lifeOf = ({ name, pid }) => `${name} ${pid}`;
function grouped(samples) {
  const lives = new Map();
  for (const sample of samples) lives.set(lifeOf(sample), [...(lives.get(lifeOf(sample)) ?? []), sample]);
  return lives;
}
function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** Texts that are there more than once. */
export const doubled = (texts) => [...new Set(texts.filter((text, at) => texts.indexOf(text) !== at))];
