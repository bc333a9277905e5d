import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WallClock } from "#recorder/ingest/wall-clock.ts";

const RATE = 90_000;
const START = Date.UTC(2026, 10, 25, 12);
/** Time after which the dates must be right, ms. */
const SETTLED_MS = 20_000;
const MOST_MS = 250;

/** One picture: when it was taken, what the camera wrote on it, and when it came, all in ms. */
interface Picture {
  readonly takenMs: number;
  readonly cameraMs: number;
  readonly arrivedMs: number;
}

const pictures = (
  count: number,
  fps: number,
  of: (takenMs: number, i: number) => Omit<Picture, "takenMs">,
): Picture[] => {
  let arrivedMs = 0;
  return Array.from({ length: count }, (_, i) => {
    const takenMs = (i * 1000) / fps;
    const one = of(takenMs, i);
    // Over one connection nothing overtakes.
    arrivedMs = Math.max(arrivedMs, one.arrivedMs);
    return { ...one, takenMs, arrivedMs };
  });
};

/** What became of them: how wrong, how far ahead of the clock, whether in order, and where the dates leapt. */
function dated(list: readonly Picture[], firstRtp = 0, settledMs = SETTLED_MS) {
  const clock = new WallClock(RATE);
  const wrongMs: number[] = [];
  let aheadMs = Number.NEGATIVE_INFINITY;
  let isInOrder = true;
  const leapsAt: number[] = [];
  let last = { pts: -1, wallMs: 0 };
  for (const [i, { takenMs, cameraMs, arrivedMs }] of list.entries()) {
    const stamp = clock.at((firstRtp + Math.round((cameraMs * RATE) / 1000)) >>> 0, START + arrivedMs);
    isInOrder &&= stamp.pts > last.pts && stamp.wallMs > last.wallMs;
    last = stamp;
    if (stamp.jumped) leapsAt.push(i);
    wrongMs.push(Math.abs(stamp.wallMs - START - takenMs));
    aheadMs = Math.max(aheadMs, stamp.wallMs - START - arrivedMs);
  }
  const settled = wrongMs.filter((_, i) => (list[i]?.takenMs ?? 0) >= settledMs);
  return { wrongMs, worstMs: Math.max(0, ...settled), aheadMs, isInOrder, leapsAt };
}

function expectRight(list: readonly Picture[], firstRtp = 0, settledMs = SETTLED_MS): void {
  const { worstMs, aheadMs, isInOrder, leapsAt } = dated(list, firstRtp, settledMs);
  const settledLeaps = leapsAt.filter((i) => (list[i]?.takenMs ?? 0) >= settledMs);
  expect({ isInOrder, settledLeaps }).toEqual({ isInOrder: true, settledLeaps: [] });
  expect(worstMs).toBeLessThan(MOST_MS);
  expect(aheadMs).toBeLessThanOrEqual(MOST_MS);
}

describe("the recorder's clock over RTP time", () => {
  test("the camera's spacing holds, over the wrap of 32 bits too", () => {
    const clock = new WallClock(RATE);
    expect(clock.at(4_294_967_000, 1000)).toEqual({ pts: 0, wallMs: 1000, jumped: false });
    expect(clock.at((4_294_967_000 + 6000) % 2 ** 32, 1096.66).wallMs).toBeCloseTo(1066.67, 1);
    const late = clock.at((4_294_967_000 + 180_000) % 2 ** 32, 3050);
    expect(late).toMatchObject({ pts: 180_000, jumped: false });
    expect(late.wallMs).toBeCloseTo(3000, 3);
  });

  test("pictures out of order (B) keep their own times", () => {
    const clock = new WallClock(RATE);
    expect(clock.at(6000, 100).wallMs).toBe(100);
    expect(clock.at(0, 110).wallMs).toBeCloseTo(33.3, 1);
    const decoded = [4, 2, 3, 8, 6, 5, 7, 12, 10, 9, 11].map((shown, i) => ({
      shown,
      pts: clock.at(6000 + shown * 3000, 200 + i * 33).pts,
    }));
    const shown = decoded.toSorted((a, b) => a.shown - b.shown).map(({ pts }) => pts);
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(new Set(shown).size).toBe(shown.length);
  });

  test("B pictures of a burst have dates that differ by milliseconds", () => {
    const clock = new WallClock(RATE);
    clock.isReordered = true;
    const shown = [0, 3, 1, 2, 6, 4, 5, 9, 7, 8, 12, 10, 11].map((n) => clock.at(n * 3000, START).wallMs);
    const dates = shown.toSorted((a, b) => a - b);
    for (const [i, date] of dates.slice(1).entries()) expect(date - (dates[i] ?? 0)).toBeGreaterThan(1);
  });

  test("a clock of the recorder that is set back takes the dates with it at once; one that is set on, after a while", () => {
    const clock = new WallClock(RATE);
    const at = (i: number, setMs: number) => clock.at(i * 9000, START + i * 100 + setMs);
    for (let i = 0; i < 300; i++) at(i, 0);
    expect(at(300, -3_600_000)).toEqual({ pts: 300 * 9000, wallMs: START + 30_000 - 3_600_000, jumped: true });
    for (let i = 301; i < 600; i++) expect(at(i, -3_600_000).jumped).toBe(false);
    let jumps = 0;
    for (let i = 600; i < 700; i++) if (at(i, 0).jumped) jumps += 1;
    expect(jumps).toBe(1);
    expect(at(700, 0).wallMs).toBeCloseTo(START + 70_000, 0);
    expect(at(701, 0).pts).toBeCloseTo(701 * 9000, -1);
  });

  test("a camera that begins with all that it had kept is not dated ahead, however much it is", () => {
    for (const kept of [10, 60, 600])
      expectRight(
        pictures(kept + 400, 10, (takenMs) => ({ cameraMs: takenMs, arrivedMs: Math.max(takenMs, kept * 100) })).map(
          (one) => ({ ...one, takenMs: Math.max(one.takenMs - kept * 100, 0) + kept * 100 }),
        ),
      );
  });

  test("what was late in the first seconds, on a machine that had just begun, is no slope of the camera's clock", () => {
    const late = (takenMs: number): number => Math.max(0, 1000 - takenMs / 3);
    const list = pictures(600, 10, (takenMs, i) => ({
      cameraMs: takenMs,
      arrivedMs: takenMs + late(takenMs) * (0.7 + ((i * 37) % 10) / 30) + ((i * 13) % 20),
    }));
    expect(dated(list).worstMs).toBeLessThan(50);
  });

  test("pictures of an even camera without a clock come evenly, however unevenly they arrive", () => {
    const list = pictures(900, 10, (takenMs, i) => ({
      cameraMs: 77,
      arrivedMs: takenMs + (i % 29 === 0 ? 150 : (i * 7) % 5),
    }));
    const clock = new WallClock(RATE);
    const dates = list.map(({ cameraMs, arrivedMs }) => clock.at(cameraMs * 90, START + arrivedMs).wallMs);
    const steps = dates.slice(201).map((date, i) => date - (dates[i + 200] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThan(60);
    expect(Math.max(...steps)).toBeLessThan(140);
  });

  test("a camera whose clock stood for 5 s while it took no pictures is followed after a while, with one leap", () => {
    const { leapsAt, aheadMs, wrongMs } = dated(
      pictures(1200, 10, (takenMs, i) => ({ cameraMs: takenMs, arrivedMs: takenMs + (i > 500 ? 5000 : 0) })).map(
        (one, i) => ({ ...one, takenMs: one.takenMs + (i > 500 ? 5000 : 0) }),
      ),
    );
    expect(leapsAt).toHaveLength(1);
    expect(aheadMs).toBeLessThanOrEqual(MOST_MS);
    expect(Math.max(...wrongMs.slice(600))).toBeLessThan(MOST_MS);
  });
});

/** A seeded sequence of numbers in [0, 1) (mulberry32). */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Every model runs long enough to settle, with a jitter of arrival of its own. */
describe("whatever arrives, no picture is lost, misdated or ahead of the clock", () => {
  const SECONDS = 130;
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const models = fc.record({
    fps: fc.constantFrom(1, 5, 10, 25, 30, 60),
    jitterMs: fc.constantFrom(0, 5, 40, 120),
    seed: fc.nat(),
    firstRtp: fc.nat(0xffff_ffff),
    a: share,
    b: share,
    c: share,
  });
  type Model = Parameters<Parameters<typeof models.map>[0]>[0];
  const check = (
    list: (model: Model, random: () => number) => Picture[],
    settledMs = SETTLED_MS,
    seldomMs = settledMs,
  ): void =>
    fc.assert(
      fc.property(models, (model) =>
        expectRight(list(model, randoms(model.seed)), model.firstRtp, model.fps === 1 ? seldomMs : settledMs),
      ),
      { numRuns: 60 },
    );
  const model =
    (cameraMs: (model: Model, random: () => number) => (takenMs: number, i: number) => number, delayMs = noDelay) =>
    (one: Model, random: () => number): Picture[] => {
      const [camera, delay] = [cameraMs(one, random), delayMs(one)];
      return pictures(SECONDS * one.fps, one.fps, (takenMs, i) => ({
        cameraMs: camera(takenMs, i),
        arrivedMs: takenMs + random() * one.jitterMs + delay(takenMs),
      }));
    };
  /** A machine that stands still now and then: what came meanwhile is taken all at once. */
  const paused = (list: readonly Picture[], everyMs: number, mostMs: number, random: () => number): Picture[] => {
    let [fromMs, toMs] = [0, 0];
    return list.map((one) => {
      while (one.arrivedMs >= toMs) {
        fromMs = toMs + everyMs * (0.3 + 1.4 * random());
        toMs = fromMs + mostMs * random();
      }
      return one.arrivedMs < fromMs ? one : { ...one, arrivedMs: toMs };
    });
  };
  const noDelay = (_one: Model) => (_takenMs: number) => 0;
  const right = () => (takenMs: number) => takenMs;

  test("stalls of up to 15 s that catch up at once or slowly, and a machine that pauses", () => {
    check(
      model(right, ({ a, b, c }) => {
        const stallMs = 500 + b * 14_500;
        // How much faster than they are taken the kept pictures come.
        const speed = 1.5 + c ** 2 * 50;
        const late = (sinceMs: number): number => (sinceMs < 0 ? 0 : Math.max(0, stallMs - sinceMs * (1 - 1 / speed)));
        return (takenMs) => late(takenMs - 3 * SETTLED_MS - a * 10_000);
      }),
    );
  });

  test("a network that needs minutes to catch up", () => {
    check(
      model(right, ({ a, b, c }) => {
        const [stallMs, share] = [3000 + b * 12_000, 0.1 + c * 0.3];
        const late = (sinceMs: number): number => (sinceMs < 0 ? 0 : Math.max(0, stallMs - sinceMs * share));
        return (takenMs) => late(takenMs - SETTLED_MS - a * 10_000);
      }),
    );
  });

  test("a network that is too slow for up to 18 s, and then catches up", () => {
    check(
      model(right, ({ a, b, c }) => {
        // Pictures come at 40 to 90 % of the pace at which they are taken.
        const [slowMs, growing] = [4000 + b * 10_000, 1 / (0.4 + c * 0.5) - 1];
        const takenMs = Math.min(slowMs, 18_000 / (1 + growing));
        const late = (sinceMs: number): number => {
          if (sinceMs < 0) return 0;
          return Math.max(0, Math.min(sinceMs, takenMs) * growing - Math.max(0, sinceMs - takenMs) * 0.5);
        };
        return (takenAtMs) => late(takenAtMs - 3 * SETTLED_MS - a * 10_000);
      }),
    );
  });

  test("a clock that runs up to 20 % slow or fast, with lost pictures", () => {
    const drifting = model(
      ({ a }) =>
        (takenMs) =>
          takenMs * (1 + (a - 0.5) * 0.4),
    );
    // One picture a second of which half is lost says little: its clock is known later.
    check(
      (one, random) => drifting(one, random).filter((_, i) => i === 0 || random() > one.b * 0.5),
      SETTLED_MS,
      2 * SETTLED_MS,
    );
  });

  test("pictures with a time that fits nothing, one or two in a row", () => {
    check(
      model(({ a, b, c }) => {
        const every = 5 + Math.round(b * 40);
        return (takenMs, i) => takenMs + (i > every && i % every < (c < 0.5 ? 1 : 2) ? (a - 0.5) * 40_000_000 : 0);
      }),
    );
  });

  test("a camera whose clock is set again and again", () => {
    check(
      model(({ a, b }) => {
        const every = 20 + Math.round(b * 200);
        return (takenMs, i) => takenMs + Math.floor(i / every) * (a - 0.5) * 40_000_000;
      }),
    );
  });

  test.each([
    ["right", 0, 5000],
    // How fast it runs shows when it was not set for a while.
    ["3 % slow or fast", 0.06, 20_000],
  ])(
    "a %s clock that is set again and again, on a machine that pauses: within a picture's duration",
    (_, drift, leastMs) => {
      fc.assert(
        fc.property(models, fc.constantFrom(15, 25, 30), (one, fps) => {
          const random = randoms(one.seed);
          const everyMs = leastMs + one.b * 25_000;
          const offsets = Array.from({ length: 30 }, () => Math.floor(random() * 86_400_000));
          const list = pictures(SECONDS * fps, fps, (takenMs) => ({
            cameraMs: takenMs * (1 + (one.a - 0.5) * drift) + (offsets[Math.floor(takenMs / everyMs)] ?? 0),
            arrivedMs: takenMs + random() * Math.min(60, one.jitterMs),
          }));
          const came = paused(list, 2000 + one.c * 10_000, 700, random);
          // Until it was seen to run for a minute, its rate is known by a few parts in a thousand.
          const { worstMs, isInOrder } = dated(came, one.firstRtp, 3 * SETTLED_MS);
          expect(isInOrder).toBe(true);
          expect(worstMs).toBeLessThan(1000 / 15);
        }),
        { numRuns: 60 },
      );
    },
  );

  test.each<[string, (model: Model, random: () => number) => (takenMs: number) => number]>([
    ["stands", () => () => 0],
    [
      "stops",
      ({ a }) =>
        (takenMs) =>
          Math.min(takenMs, SETTLED_MS * a),
    ],
    [
      "stands now and then",
      ({ b }) =>
        (takenMs) =>
          takenMs % 30_000 > 10_000 + 15_000 * b ? 0 : takenMs,
    ],
    ["counts seconds", () => (takenMs) => Math.floor(takenMs / 1000) * 1000],
    ["counts milliseconds", () => (takenMs) => takenMs / 90],
    ["is noise", (_, random) => () => (1 + Math.floor(random() * 39)) * 1_000_000],
  ])("a clock that %s", (_, cameraMs) => {
    check(model(cameraMs));
  });

  test.each([
    ["twice", 2],
    ["half", 0.5],
  ])("a clock that counts %s the rate takes longer to be known", (_, factor) => {
    check(
      model(() => (takenMs) => takenMs * factor),
      1.5 * SETTLED_MS,
    );
  });
});
