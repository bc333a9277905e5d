import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SETTLED_MS, type Picture, pictures, dated, expectRight, randoms } from "./dated-frames.ts";

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
  ])("a clock that counts %s the rate takes longer to be known, most of all by one picture a second", (_, factor) => {
    check(
      model(() => (takenMs) => takenMs * factor),
      1.5 * SETTLED_MS,
      // One of some 4000 such cameras was still half a second wrong after 41 s.
      3 * SETTLED_MS,
    );
  });
});
