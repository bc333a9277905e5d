import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTimelineActions, type TimelineActions } from "#actions/timeline/timeline-actions.ts";
import { SPEED_CHANGE_DEBOUNCE_MS, TIME_CHANGE_DEBOUNCE_MS } from "#domain/limits/timeline.ts";
import { shareOf } from "#domain/timeline/strip/sight.ts";
import { durationOf } from "#domain/timeline/time-window.ts";
import { createHealthStore, type HealthStore } from "#state/health-store.ts";
import { createPreferenceStore, type PreferenceStore } from "#state/preference-store.ts";
import { timelineWindow } from "#state/timeline-window.ts";
import { createTimelineStore, timelineTime, type TimelineStore } from "#state/timeline-store.ts";

const NOW = Date.UTC(2026, 4, 4, 12);
let timeline: TimelineStore;
let health: HealthStore;
let preferences: PreferenceStore;
let actions: TimelineActions;
let steps: number[];
let prefetched: number[];
let stop: () => void;

const epoch = (): number => performance.timeOrigin + performance.now();
const time = (): number => timelineTime(timeline.get(), epoch());

beforeEach(() => {
  vi.useFakeTimers({
    now: NOW,
    toFake: ["Date", "performance", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
  });
  steps = [];
  prefetched = [];
  timeline = createTimelineStore(NOW, epoch(), "UTC");
  health = createHealthStore();
  preferences = createPreferenceStore({ window: { widthPx: 1280, heightPx: 800 } });
  actions = createTimelineActions({
    timeline,
    health,
    preferences,
    players: () => ({ step: (direction) => steps.push(direction), prefetch: (timeMs) => prefetched.push(timeMs) }),
  });
  actions.place({ x: 0, y: 700, width: 960, height: 96 });
  stop = actions.run();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test("a click goes back, turns selection mode on and tells the players after 50 ms", () => {
  actions.seek(NOW - 60_000);
  expect(timeline.get().state).toMatchObject({ mode: "playback", selectionMode: true, paused: false });
  expect(timeline.get().target.timeMs).toBe(0);
  vi.advanceTimersByTime(TIME_CHANGE_DEBOUNCE_MS + 1);
  expect(timeline.get().target).toMatchObject({ rate: 1, paused: false, epoch: 1 });
  expect(Math.abs(timeline.get().target.timeMs - (NOW - 60_000))).toBeLessThan(100);
});

test("where the pointer rests the players make ready what a click would show, and a click leads to just that", () => {
  const window = timelineWindow(timeline.get(), epoch());
  const pxMs = durationOf(window) / 960;
  actions.hover(0.25);
  vi.advanceTimersByTime(80);
  actions.hover(0.2);
  vi.advanceTimersByTime(80);
  expect(prefetched).toEqual([]);
  vi.advanceTimersByTime(60);
  const [restedMs = 0] = prefetched;
  expect(Math.abs(restedMs - (window.startMs + durationOf(window) * 0.2))).toBeLessThan(pxMs);
  actions.seek(restedMs + pxMs / 2);
  expect(timeline.get().state.timeMs).toBe(restedMs);
  // A hand that lets go of the button moves a little.
  actions.hover(0.201);
  vi.advanceTimersByTime(TIME_CHANGE_DEBOUNCE_MS + 1);
  expect(timeline.get().target.epoch).toBe(1);
  expect(prefetched).toEqual([restedMs]);
});

test("a pointer that moves on before it is pressed expects nothing more, and a click leads to its own time", () => {
  const pxMs = durationOf(timelineWindow(timeline.get(), epoch())) / 960;
  actions.hover(0.2);
  vi.advanceTimersByTime(130);
  const [restedMs = 0] = prefetched;
  actions.hover(0.4);
  expect(prefetched).toEqual([restedMs, 0]);
  actions.seek(restedMs + pxMs / 2);
  expect(timeline.get().state.timeMs).toBe(restedMs + pxMs / 2);
});

test("a press makes ready what its release leads to; a press that drags takes it back", () => {
  const window = timelineWindow(timeline.get(), epoch());
  const pxMs = durationOf(window) / 960;
  actions.press(0.2);
  const [pressedMs = 0] = prefetched;
  expect(Math.abs(pressedMs - (window.startMs + durationOf(window) * 0.2))).toBeLessThan(pxMs);
  vi.advanceTimersByTime(80);
  actions.seek(pressedMs + pxMs / 2);
  expect(timeline.get().state.timeMs).toBe(pressedMs);
  expect(prefetched).toEqual([pressedMs]);
  vi.advanceTimersByTime(2000);
  expect(prefetched).toEqual([pressedMs, 0]);
  actions.press(0.1);
  actions.press(null);
  expect(prefetched).toHaveLength(4);
  expect(prefetched.at(-1)).toBe(0);
});

test("a press where the pointer has rested asks for nothing anew", () => {
  actions.hover(0.2);
  vi.advanceTimersByTime(130);
  actions.press(0.2);
  expect(prefetched).toHaveLength(1);
});

test("a seek's frames are made ready while its order waits; of a series of jumps only the first one's", () => {
  actions.seek(NOW - 60_000, "jump");
  expect(prefetched).toEqual([NOW - 60_000]);
  vi.advanceTimersByTime(1100);
  expect(prefetched).toEqual([NOW - 60_000, 0]);
  actions.jump(-10_000);
  actions.jump(-10_000);
  actions.jump(-10_000);
  expect(prefetched).toHaveLength(3);
});

test("a pointer that rests on the time after now expects nothing", () => {
  actions.hover(1);
  vi.advanceTimersByTime(1000);
  expect(prefetched).toEqual([]);
});

test("an address opens at its very moment, however long the page takes to draw it", () => {
  const forget = timeline.subscribe(() => vi.advanceTimersByTime(12));
  actions.open(NOW - 60_000, 0.25, false);
  forget();
  expect(timeline.get().target).toMatchObject({ timeMs: NOW - 60_000, rate: 0.25 });
});

test("an address of a paused picture opens as that picture", () => {
  actions.open(NOW - 60_000, -4, true);
  expect(timeline.get().target).toMatchObject({ timeMs: NOW - 60_000, rate: -4, paused: true });
  actions.open(NOW + 60_000, 1, true);
  expect(timeline.get().state).toMatchObject({ mode: "live", paused: false });
});

test("a change between live and playback keeps the zoom, and what was clicked under the pointer", () => {
  const clicked = NOW - 100_000;
  const place = (): number => shareOf(timelineWindow(timeline.get(), epoch()), clicked);
  const before = { place: place(), duration: durationOf(timelineWindow(timeline.get(), epoch())) };
  actions.seek(clicked);
  expect(place()).toBeCloseTo(before.place, 6);
  expect(durationOf(timelineWindow(timeline.get(), epoch()))).toBe(before.duration);
  // Now is still in sight: live goes on at its place.
  actions.goLive();
  expect(place()).toBeCloseTo(before.place, 6);
  expect(durationOf(timelineWindow(timeline.get(), epoch()))).toBe(before.duration);
});

test("live may be looked at from anywhere: who pans away stays there, and the live button brings now back", () => {
  const shown = () => timelineWindow(timeline.get(), epoch());
  const { startMs, stopMs } = shown();
  expect(shareOf(shown(), NOW)).toBeGreaterThanOrEqual(2 / 3);
  actions.pan(-2 * (stopMs - startMs));
  const away = shown();
  vi.advanceTimersByTime(30_000);
  expect(timeline.get().state.mode).toBe("live");
  expect(shown()).toEqual(away);
  actions.goLive();
  expect(shareOf(shown(), actions.nowMs())).toBeCloseTo(0.8, 6);
  vi.advanceTimersByTime(30_000);
  expect(shareOf(shown(), actions.nowMs())).toBeCloseTo(0.8, 3);
});

test("a drag beyond now stops where a third of the strip is to come; it never goes live by itself", () => {
  actions.seek(NOW - 60_000);
  actions.hold(true);
  actions.look({ startMs: NOW + 3_600_000, stopMs: NOW + 3_600_000 + 480_000 });
  actions.hold(false);
  const shown = timelineWindow(timeline.get(), epoch());
  expect((shown.stopMs - NOW) / durationOf(shown)).toBeCloseTo(1 / 3, 6);
  expect(timeline.get().state.mode).toBe("playback");
});

test("the playhead that is dragged beyond now stops just before the live window and plays on from there", () => {
  actions.seek(NOW - 60_000);
  vi.advanceTimersByTime(100);
  actions.scrub(NOW + 3_600_000);
  vi.advanceTimersByTime(3000);
  actions.endScrub();
  expect(timeline.get().state).toMatchObject({ mode: "playback", paused: false });
  expect(actions.nowMs() - time()).toBeGreaterThan(5000);
  expect(actions.nowMs() - time()).toBeLessThan(10_000);
  vi.advanceTimersByTime(5000);
  expect(timeline.get().state.mode).toBe("playback");
});

test("a seek that turns selection mode on offers 30 s about the playhead, until the user chooses a range", () => {
  const about = (timeMs: number) => ({ startMs: timeMs - 15_000, stopMs: timeMs + 15_000 });
  actions.seek(NOW - 100_000);
  expect(timeline.get().state.fineTime).toEqual(about(NOW - 100_000));
  actions.seek(NOW - 200_000);
  expect(timeline.get().state.fineTime).toEqual(about(NOW - 200_000));
  const chosen = { startMs: NOW - 150_000, stopMs: NOW - 120_000 };
  actions.select(chosen);
  actions.seek(NOW - 100_000);
  expect(timeline.get().state.fineTime).toEqual(chosen);
  // Nothing is offered to somebody who has just removed the range.
  actions.select(null);
  actions.seek(NOW - 90_000);
  expect(timeline.get().state.fineTime).toBeNull();
  // From live again: a range that was chosen stays while it is in sight, otherwise there is one about the playhead.
  actions.select(chosen);
  actions.goLive();
  actions.seek(NOW - 100_000);
  expect(timeline.get().state.fineTime).toEqual(chosen);
  actions.goLive();
  actions.seek(NOW - 3_600_000, "jump");
  expect(timeline.get().state.fineTime).toEqual(about(NOW - 3_600_000));
});

test("a window that becomes narrow leaves selection mode, and playback goes on", () => {
  actions.seek(NOW - 60_000);
  const resize = (widthPx: number) =>
    preferences.change((facts) => {
      facts.window = { widthPx, heightPx: 800 };
    });
  resize(426);
  expect(timeline.get().state.selectionMode).toBe(true);
  resize(425);
  expect(timeline.get().state).toMatchObject({ selectionMode: false, mode: "playback", paused: false });
});

test("near now a click goes live at speed 1", () => {
  actions.seek(NOW - 60_000);
  actions.setSpeed(4);
  vi.advanceTimersByTime(500);
  actions.seek(actions.nowMs() - 3000);
  expect(timeline.get().state).toMatchObject({ mode: "live", speed: 1, selectionMode: false });
});

test("speed waits 200 ms; playing into now returns to live", () => {
  actions.seek(NOW - 20_000);
  vi.advanceTimersByTime(100);
  const { epoch: before } = timeline.get().target;
  actions.setSpeed(4);
  vi.advanceTimersByTime(SPEED_CHANGE_DEBOUNCE_MS - 5);
  expect(timeline.get().target.epoch).toBe(before);
  vi.advanceTimersByTime(10);
  expect(timeline.get().target).toMatchObject({ rate: 4, epoch: before + 1 });
  vi.advanceTimersByTime(8000);
  expect(timeline.get().state).toMatchObject({ mode: "live", speed: 1 });
  expect(timeline.get().target.timeMs).toBe(0);
});

test("dragging seeks at most every 50 ms, newest wins, and plays when it is let go", () => {
  const epochs = new Set<number>();
  timeline.subscribe((facts) => epochs.add(facts.target.epoch));
  for (let step = 0; step < 40; step++) {
    actions.scrub(NOW - 100_000 - step * 100);
    vi.advanceTimersByTime(5);
  }
  expect(timeline.get().target.paused).toBe(true);
  expect(epochs.size).toBeLessThanOrEqual(6);
  expect(timeline.get().state.selectionMode).toBe(false);
  actions.endScrub();
  vi.advanceTimersByTime(60);
  expect(timeline.get().target).toMatchObject({ paused: false, rate: 1 });
  expect(Math.abs(timeline.get().target.timeMs - (NOW - 103_900))).toBeLessThan(120);
  expect(timeline.get().state.selectionMode).toBe(true);
});

test("a drag may show what was a pixel of the strip before, and no more", () => {
  timeline.change((facts) => {
    facts.rect = { x: 0, y: 0, width: 1000, height: 60 };
    facts.msPerPx = 300;
  });
  actions.scrub(NOW - 100_000);
  vi.advanceTimersByTime(60);
  expect(timeline.get().target.draft).toEqual({ withinMs: 300 });
});

test("a drag asks for drafts; when it rests, and when it ends, for the pictures themselves", () => {
  actions.scrub(NOW - 100_000);
  vi.advanceTimersByTime(60);
  actions.scrub(NOW - 99_000);
  vi.advanceTimersByTime(60);
  expect(timeline.get().target).toMatchObject({ paused: true, draft: {}, timeMs: NOW - 99_000 });
  const { epoch: moving } = timeline.get().target;
  vi.advanceTimersByTime(150);
  expect(timeline.get().target).toMatchObject({ paused: true, draft: null, timeMs: NOW - 99_000, epoch: moving + 1 });
  // The drag moves again, and ends without a rest.
  actions.scrub(NOW - 90_000);
  vi.advanceTimersByTime(20);
  expect(timeline.get().target.draft).not.toBeNull();
  actions.endScrub();
  vi.advanceTimersByTime(60);
  expect(timeline.get().target).toMatchObject({ paused: false, draft: null });
  const { epoch: ended } = timeline.get().target;
  vi.advanceTimersByTime(1000);
  expect(timeline.get().target.epoch).toBe(ended);
});

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

/** Playback, with a window of 8 minutes that contains the playhead. */
function playBack(): void {
  actions.seek(NOW - 3 * 3_600_000, "jump");
  vi.advanceTimersByTime(100);
}
const inSight = (): boolean => {
  const { startMs, stopMs } = timelineWindow(timeline.get(), epoch());
  return time() >= startMs && time() <= stopMs;
};

test("a playhead that walked out of what is shown while nobody looked is in sight again", () => {
  playBack();
  stop();
  vi.advanceTimersByTime(3_600_000);
  expect(inSight()).toBe(false);
  stop = actions.run();
  vi.advanceTimersByTime(100);
  expect(inSight()).toBe(true);
});

test("what is shown stands while a range is drawn on it, however far the playhead goes meanwhile", () => {
  playBack();
  actions.setSpeed(16);
  vi.advanceTimersByTime(300);
  const window = timelineWindow(timeline.get(), epoch());
  actions.hold(true);
  vi.advanceTimersByTime(60_000);
  expect(inSight()).toBe(false);
  expect(timelineWindow(timeline.get(), epoch())).toEqual(window);
  actions.hold(false);
  vi.advanceTimersByTime(100);
  expect(inSight()).toBe(true);
});

test("a paused picture that is stepped over a gap stays in sight", () => {
  playBack();
  actions.step(1);
  vi.advanceTimersByTime(1000);
  const overGap = time() + 3_600_000;
  actions.noteShown(overGap, epoch());
  expect(time()).toBe(overGap);
  vi.advanceTimersByTime(100);
  expect(inSight()).toBe(true);
});

test("a drag beyond the end of what is shown ends in sight", () => {
  playBack();
  actions.scrub(time() - 20 * 60_000);
  actions.endScrub();
  expect(inSight()).toBe(true);
});

test("a timeline that becomes narrower (the side panel opens, full screen ends) keeps its playhead in sight", () => {
  playBack();
  const { startMs, stopMs } = timelineWindow(timeline.get(), epoch());
  actions.seek(stopMs - (stopMs - startMs) * 0.1);
  actions.place({ x: 0, y: 700, width: 640, height: 96 });
  expect(inSight()).toBe(true);
  actions.pan(-2 * (stopMs - startMs));
  const { centreMs } = timeline.get();
  actions.place({ x: 0, y: 700, width: 480, height: 96 });
  expect(timeline.get().centreMs).toBe(centreMs);
});

test("a click near the end of what is shown moves nothing under the pointer, nor does the playhead of who has panned away", () => {
  playBack();
  const { startMs, stopMs } = timelineWindow(timeline.get(), epoch());
  actions.seek(stopMs - (stopMs - startMs) * 0.02);
  vi.advanceTimersByTime(100);
  expect(timelineWindow(timeline.get(), epoch())).toEqual({ startMs, stopMs });
  actions.pan(-2 * (stopMs - startMs));
  const panned = timelineWindow(timeline.get(), epoch());
  vi.advanceTimersByTime(60_000);
  expect(timelineWindow(timeline.get(), epoch())).toEqual(panned);
});

test("the scale changes one stop at a time with a lock of 333 ms and keeps the anchor's place", () => {
  actions.seek(NOW - 36_000_000, "jump");
  vi.advanceTimersByTime(400);
  const before = timelineWindow(timeline.get(), epoch());
  const anchor = before.startMs + durationOf(before) / 4;
  actions.zoom(-1, anchor);
  actions.zoom(-1, anchor);
  // 50 s in 100 px before, then the document's next scale.
  expect(timeline.get().msPerPx).toBe(600);
  const after = timelineWindow(timeline.get(), epoch());
  expect((anchor - after.startMs) / durationOf(after)).toBeCloseTo(0.25, 5);
  vi.advanceTimersByTime(333);
  actions.zoom(-1, anchor);
  expect(timeline.get().msPerPx).toBe(3000);
});

test("a clock that turns out more than 5 s wrong resumes playback", () => {
  health.change((facts) => {
    facts.skewMs = 0;
  });
  actions.seek(NOW - 60_000);
  actions.togglePause();
  expect(timeline.get().state.paused).toBe(true);
  health.change((facts) => {
    facts.skewMs = 6000;
  });
  expect(timeline.get().state.paused).toBe(false);
});

test.each([
  ["back", -3_600_000],
  ["on", 3_600_000],
])("this machine's clock is set %s while something plays back: it plays on, and now is what it was", (_, byMs) => {
  health.change((facts) => Object.assign(facts, { skewMs: 0, machineAheadMs: Date.now() - epoch() }));
  actions.seek(NOW - 60_000);
  vi.advanceTimersByTime(1000);
  vi.setSystemTime(Date.now() + byMs);
  vi.advanceTimersByTime(1000);
  expect(timeline.get().state).toMatchObject({ mode: "playback", paused: false });
  expect(time()).toBeCloseTo(NOW - 58_000, -2);
  expect(actions.nowMs()).toBeCloseTo(NOW + 2000, -2);
});

test("an order that waits when the stage is left is given then: what comes back to it plays what the timeline says", () => {
  actions.seek(NOW - 60_000);
  stop();
  expect(timeline.get().target).toMatchObject({ timeMs: NOW - 60_000, rate: 1 });
});

test("a time before the first recorded one is never live's", () => {
  actions.open(0.25, -64, false);
  expect(timeline.get().state.mode).toBe("playback");
  expect(timeline.get().target).toMatchObject({ timeMs: 1, rate: -64 });
});
