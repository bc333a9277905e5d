/** The timeline follows the pictures that its players show, and steps go from picture to picture. */
import { expect, test, vi } from "vitest";
import { NOW, timeline, actions, steps, epoch, time, eachWithTimeline } from "./timeline-bench.ts";

eachWithTimeline();

test("a step pauses first, then goes one picture", () => {
  actions.seek(NOW - 60_000);
  vi.advanceTimersByTime(100);
  actions.step(1);
  actions.step(-1);
  expect(timeline.get().state.paused).toBe(true);
  expect(timeline.get().target.paused).toBe(true);
  expect(steps).toEqual([1, -1]);
});

test("live, a step back pauses and goes one picture back; on only pauses, as there is nothing to go on to", () => {
  actions.step(-1);
  expect(timeline.get()).toMatchObject({ state: { mode: "playback", paused: true }, target: { paused: true } });
  expect(steps).toEqual([-1]);
  actions.goLive();
  actions.step(1);
  expect(timeline.get()).toMatchObject({ state: { mode: "playback", paused: true }, target: { paused: true } });
  expect(steps).toEqual([-1]);
});

test("a step within 200 ms of a speed is not undone by it", () => {
  actions.seek(NOW - 60_000);
  actions.togglePause();
  actions.setSpeed(4);
  actions.step(1);
  const { epoch: ordered } = timeline.get().target;
  expect(timeline.get().target).toMatchObject({ rate: 4, paused: true });
  vi.advanceTimersByTime(1000);
  expect(timeline.get().target.epoch).toBe(ordered);
});

test("the clock follows the pictures, but not a live one that comes late", () => {
  actions.seek(NOW - 14_000);
  vi.advanceTimersByTime(1000);
  const late = time() - 700;
  actions.noteShown(late, epoch());
  expect(time()).toBeCloseTo(late, 0);
  actions.noteShown(actions.nowMs(), epoch());
  expect(time()).toBeCloseTo(late, 0);
  expect(timeline.get().state.mode).toBe("playback");
});

test("a picture of before a seek, that comes after it, does not take the timeline back", () => {
  actions.seek(NOW - 60_000);
  vi.advanceTimersByTime(1000);
  const old = time();
  actions.seek(NOW - 50_000);
  vi.advanceTimersByTime(300);
  const sought = time();
  actions.noteShown(old + 300, epoch());
  expect(time()).toBeCloseTo(sought, 0);
  // A late report from the place of the seek counts.
  actions.noteShown(NOW - 50_000, epoch());
  expect(time()).toBeCloseTo(NOW - 50_000, 0);
});

test.each([1, 4, -1])(
  "at %dx pictures that stay ahead of a clock which a late player took back are followed",
  (speed) => {
    actions.open(NOW - 600_000, speed, false);
    vi.advanceTimersByTime(10_000);
    const wall = time();
    actions.noteShown(wall - 9000 * speed, epoch());
    expect(time()).toBeCloseTo(wall - 9000 * speed, 0);
    for (let look = 0; look < 7; look++) {
      vi.advanceTimersByTime(250);
      actions.noteShown(wall + 250 * (look + 1) * speed, epoch());
      expect((wall - time()) * Math.sign(speed)).toBeGreaterThan(5000);
    }
    vi.advanceTimersByTime(500);
    actions.noteShown(wall + 2250 * speed, epoch());
    expect(time()).toBeCloseTo(wall + 2250 * speed, 0);
  },
);

test("pictures of before a seek that are seen once more, or under the order before it, are not followed", () => {
  actions.open(NOW - 600_000, 1, false);
  vi.advanceTimersByTime(1000);
  for (const order of [0, 1]) {
    vi.advanceTimersByTime(1200);
    actions.noteShown(time() + 60_000, epoch());
    vi.advanceTimersByTime(1200);
    actions.noteShown(time() + 60_000, epoch());
    actions.open(NOW - 600_000 + order, 1, false);
  }
  vi.advanceTimersByTime(1200);
  actions.noteShown(time() + 60_000, epoch());
  vi.advanceTimersByTime(3000);
  actions.noteShown(time() + 30_000, epoch());
  expect(time()).toBeLessThan(NOW - 590_000);
});

test("a step over a gap takes the timeline along, until the next order", () => {
  actions.seek(NOW - 100_000, "jump");
  vi.advanceTimersByTime(100);
  actions.step(1);
  vi.advanceTimersByTime(100);
  actions.noteShown(NOW - 70_000, epoch());
  expect(time()).toBe(NOW - 70_000);
  actions.togglePause();
  actions.togglePause();
  vi.advanceTimersByTime(100);
  actions.noteShown(NOW - 40_000, epoch());
  expect(time()).toBeLessThan(NOW - 69_000);
});

test("players that a step has led apart are told the timeline's time once; a new order makes a step forgotten", () => {
  actions.seek(NOW - 100_000, "jump");
  vi.advanceTimersByTime(100);
  expect(actions.lastStep()).toBeNull();
  actions.step(1);
  expect(actions.lastStep()).toMatchObject({ fromMs: time() });
  vi.advanceTimersByTime(100);
  actions.noteShown(time() + 40, epoch());
  const { epoch: before } = timeline.get().target;
  const at = time();
  actions.gather();
  expect(timeline.get().target).toMatchObject({ paused: true, timeMs: Math.round(at), epoch: before + 1 });
  expect(actions.lastStep()).toBeNull();
  expect(time()).toBe(at);
});
