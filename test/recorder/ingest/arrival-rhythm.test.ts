import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JpegTrack } from "#recorder/ingest/jpeg-track.ts";
import { WallClock } from "#recorder/ingest/wall-clock.ts";
import { jpegFile } from "#test/support/mjpeg-server.ts";

const START = Date.UTC(2026, 10, 28);
const SETTLED_MS = 15_000;

/** Dates of pictures whose camera's clock stands still, by when each was taken and came. */
function dated(pictures: readonly { readonly takenMs: number; readonly cameMs: number }[]) {
  const clock = new WallClock(90_000);
  const all = pictures.map(({ takenMs, cameMs }) => ({
    takenMs,
    wallMs: clock.at(777, START + cameMs).wallMs - START,
  }));
  const settled = all.filter(({ takenMs }) => takenMs >= SETTLED_MS);
  const wrongMs = settled.map(({ takenMs, wallMs }) => Math.abs(wallMs - takenMs));
  const steps = settled.slice(1).map(({ takenMs, wallMs }, i) => {
    const before = settled[i] as (typeof settled)[number];
    return (wallMs - before.wallMs) / (takenMs - before.takenMs);
  });
  return { all, wrongMs, steps };
}

/** Pictures every `stepMs`, of which the network holds back all that come in the first `stallMs` of every `everyMs`. */
function stalled(stepMs: number, everyMs: number, stallMs: number) {
  return Array.from({ length: Math.ceil(60_000 / stepMs) }, (_, i) => {
    const takenMs = i * stepMs;
    const sinceMs = takenMs % everyMs;
    return { takenMs, cameMs: takenMs > 4000 && sinceMs < stallMs ? takenMs - sinceMs + stallMs : takenMs };
  });
}

describe("a camera whose clock stands still", () => {
  test("what a stall of up to 0.8 s held back keeps its distances, and its dates within 250 ms", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 30 }), fc.integer({ min: 100, max: 800 }), (fps, stallMs) => {
        const { wrongMs, steps } = dated(stalled(1000 / fps, 9000, stallMs));
        expect(Math.max(...wrongMs)).toBeLessThan(250);
        expect(Math.min(...steps)).toBeGreaterThan(0.5);
        expect(Math.max(...steps)).toBeLessThan(1.6);
      }),
    );
  });

  test("of a stall of 3 s, most pictures are dated when they were taken", () => {
    const { wrongMs } = dated(stalled(100, 20_000, 3000));
    expect(wrongMs.filter((ms) => ms > 1000).length).toBeLessThan(wrongMs.length * 0.02);
  });

  test("a pause of the camera is one after two more pictures", () => {
    const pictures = Array.from({ length: 400 }, (_, i) => {
      const takenMs = i * 100 + (i >= 300 ? 2000 : 0);
      return { takenMs, cameMs: takenMs };
    });
    const { all } = dated(pictures);
    const wrong = all.slice(302).map(({ takenMs, wallMs }) => Math.abs(wallMs - takenMs));
    expect(Math.max(...wrong)).toBeLessThan(50);
  });

  test("a camera that becomes three times as slow is followed", () => {
    let takenMs = 0;
    const pictures = Array.from({ length: 600 }, (_, i) => {
      takenMs += i < 400 ? 60 : 200;
      return { takenMs, cameMs: takenMs };
    });
    const { all } = dated(pictures);
    const wrong = all.slice(404).map((one) => Math.abs(one.wallMs - one.takenMs));
    expect(Math.max(...wrong)).toBeLessThan(250);
  });
});

test("pictures without times of their own keep their distances when the network held them back", () => {
  const datesMs: number[] = [];
  const track = new JpegTrack(0, { config() {}, jumped() {}, unit: ({ wallMs }) => datesMs.push(wallMs) }, null, false);
  for (const [at, { cameMs }] of stalled(100, 9000, 500).entries())
    track.push({ jpeg: jpegFile(at), rtpTime: Math.round(cameMs * 90), broken: false }, START + cameMs);
  const stepsMs = datesMs.slice(150).map((ms, at) => ms - (datesMs[149 + at] ?? 0));
  expect(Math.min(...stepsMs)).toBeGreaterThan(50);
  expect(Math.max(...stepsMs)).toBeLessThan(150);
});
