import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FisheyeLook, wrap180 } from "#domain/dewarp/config.ts";
import { viewBetween } from "#domain/dewarp/interaction.ts";
import { lookBetween, patrolAt, patrolLook, type PatrolRoute } from "#domain/stage/patrol.ts";
import { noZoom } from "#domain/first-facts.ts";

const look = (pan: number, more: Partial<FisheyeLook> = {}): FisheyeLook => ({
  mode: 1,
  view: { pan, tilt: 40, zoom: 1 },
  shift: 0,
  layout: "single",
  panoramaZoom: noZoom,
  ...more,
});
const at = (pan: number, dwellS: number) => ({ look: look(pan), dwellMs: dwellS * 1000 });
/** A round of 12 s: 1 s to 350 degrees, 5 s there, 1 s to 10, 5 s there. */
const route: PatrolRoute = { stops: [at(350, 5), at(10, 5)], glideMs: 1000, steps: false };
const begun = { atMs: -60_000, from: null };
const panAt = (nowMs: number, of: PatrolRoute = route, start: Parameters<typeof patrolLook>[2] = begun) =>
  patrolLook("ceiling", of, start, nowMs)?.look.view.pan;

describe("the schedule of a patrol", () => {
  test.each([
    [0, 0, 0, 1000],
    [250, 0, 0.25, 750],
    [1000, 0, 1, 5000],
    [5999, 0, 1, 1],
    [6000, 1, 0, 1000],
    [7500, 1, 1, 4500],
    [12_000, 0, 0, 1000],
    [12_000 * 1e8 + 6500, 1, 0.5, 500],
    [-4500, 1, 1, 4500],
  ])("at %i ms: stop %i, %d of the way, changes in %i ms", (nowMs, stop, way, leftMs) => {
    expect(patrolAt(route, nowMs)).toEqual({ stop, way, leftMs });
  });

  test("a single stop stands for ever, and none shows nothing", () => {
    expect(patrolAt({ ...route, stops: [at(5, 3)] }, 77)).toMatchObject({ stop: 0, way: 1, leftMs: Infinity });
    expect(panAt(77, { ...route, stops: [at(5, 3)] })).toBe(5);
    expect(patrolLook("ceiling", { ...route, stops: [] }, begun, 0)).toBeNull();
  });

  test("says truly how long it stays, whatever the route and the time", () => {
    const routes = fc.record({
      stops: fc.array(fc.record({ look: fc.constant(look(0)), dwellMs: fc.integer({ min: 1, max: 90_000 }) }), {
        minLength: 2,
        maxLength: 9,
      }),
      glideMs: fc.integer({ min: 0, max: 30_000 }),
      steps: fc.constant(false),
    });
    fc.assert(
      fc.property(routes, fc.integer({ min: 0, max: 4e12 }), (any, nowMs) => {
        const now = patrolAt(any, nowMs);
        expect(now.leftMs).toBeGreaterThan(0);
        const last = patrolAt(any, nowMs + now.leftMs - 1);
        expect([last.stop, last.way < 1]).toEqual([now.stop, now.way < 1]);
        const next = patrolAt(any, nowMs + now.leftMs);
        if (now.way < 1) expect(next).toMatchObject({ stop: now.stop, way: 1 });
        else expect(next.stop).toBe((now.stop + 1) % any.stops.length);
      }),
    );
  });
});

describe("the look of a patrol", () => {
  test("goes the shorter way round, slow at both ends", () => {
    expect(panAt(3000)).toBe(350);
    expect(panAt(6500)).toBeCloseTo(0);
    expect(panAt(8000)).toBe(10);
    const early = wrap180((panAt(6100) ?? 0) - 350);
    expect(early).toBeGreaterThan(0);
    expect(early).toBeLessThan(1);
  });

  test("steps where it cannot glide: at the next stop for the time of the way, too", () => {
    const stepping = { ...route, steps: true };
    expect(panAt(6000, stepping)).toBe(10);
    expect(patrolLook("ceiling", stepping, begun, 6000)).toMatchObject({ moves: false, staysMs: 6000 });
    expect(patrolLook("ceiling", stepping, begun, 7000)).toMatchObject({ moves: false, staysMs: 5000 });
  });

  test.each<[string, Partial<FisheyeLook>]>([
    ["a panorama", { mode: 2 }],
    ["another layout", { layout: "quad" }],
  ])("cuts to %s at the beginning of the way, and then rests: nothing is drawn until the next one", (_what, more) => {
    const cutting = { ...route, stops: [at(350, 5), { look: look(10, more), dwellMs: 5000 }] };
    expect(patrolLook("ceiling", cutting, begun, 5999)).toMatchObject({ look: look(350), moves: false, staysMs: 1 });
    for (const [nowMs, staysMs] of [
      [6000, 6000],
      [6900, 5100],
      [7500, 4500],
    ] as const)
      expect(patrolLook("ceiling", cutting, begun, nowMs)).toEqual({
        look: look(10, more),
        stop: 1,
        moves: false,
        staysMs,
      });
    // And back. From what a hand has left there is no way either.
    expect(patrolLook("ceiling", cutting, begun, 12_000)).toMatchObject({
      look: look(350),
      moves: false,
      staysMs: 6000,
    });
    const joining = { atMs: 7500, from: look(90) };
    expect(patrolLook("ceiling", cutting, joining, 7600)).toMatchObject({ look: look(10, more), moves: false });
  });

  test("is reached from what the tile showed before", () => {
    const start = { atMs: 2000, from: look(250) };
    expect(panAt(2000, route, start)).toBe(250);
    expect(panAt(2500, route, start)).toBeCloseTo(300);
    expect(patrolLook("ceiling", route, start, 2500)).toMatchObject({ moves: true });
    expect(panAt(3000, route, start)).toBe(350);
    // Where the patrol is on its way itself, both ways go on together.
    expect(panAt(6500, route, { atMs: 6000, from: look(250) })).toBeCloseTo(305);
  });

  test("never jumps while it glides", () => {
    const looks = fc.record({
      pan: fc.double({ min: 0, max: 359.9, noNaN: true }),
      zoom: fc.double({ min: 0.1, max: 10, noNaN: true }),
    });
    fc.assert(
      fc.property(looks, looks, fc.double({ min: 0, max: 0.99, noNaN: true }), (a, b, share) => {
        const [from, to] = [a, b].map(({ pan, zoom }) => look(0, { view: { pan, tilt: 30, zoom } }));
        if (!from || !to) return;
        const [one, other] = [share, share + 0.01].map((each) => lookBetween("ceiling", from, to, each).view);
        expect(Math.abs(wrap180((one?.pan ?? 0) - (other?.pan ?? 0)))).toBeLessThanOrEqual(1.81);
        expect(Math.abs(Math.log((one?.zoom ?? 1) / (other?.zoom ?? 1)))).toBeLessThan(0.05);
      }),
    );
  });

  test("turns a panorama and its magnification, and cuts where there is nothing between", () => {
    const from = look(0, { mode: 2, shift: 170, panoramaZoom: { scale: 1, centerX: 0.5, centerY: 0.5 } });
    const to = look(0, { mode: 2, shift: -170, panoramaZoom: { scale: 4, centerX: 0.3, centerY: 0.5 } });
    const half = lookBetween("ceiling", from, to, 0.5);
    expect(half.shift).toBe(-180);
    expect(half.panoramaZoom).toMatchObject({ scale: 2, centerX: 0.4 });
    expect(lookBetween("ceiling", look(0), to, 0.1)).toBe(to);
    expect(lookBetween("ceiling", look(0), look(90, { layout: "quad" }), 0.1).view.pan).toBe(90);
  });

  test("on a wall turns through what the wall sees, also from one end to the other", () => {
    const [left, right] = [
      { pan: -90, tilt: 0, zoom: 1 },
      { pan: 90, tilt: 0, zoom: 1 },
    ];
    expect(viewBetween("wall", left, right, 0.5).pan).toBe(0);
    expect(viewBetween("wall", right, left, 0.25).pan).toBe(45);
  });
});
