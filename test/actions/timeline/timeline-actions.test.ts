import { expect, test, vi } from "vitest";
import { SPEED_CHANGE_DEBOUNCE_MS, TIME_CHANGE_DEBOUNCE_MS } from "#domain/limits/timeline.ts";
import { durationOf } from "#domain/timeline/time-window.ts";
import { timelineWindow } from "#state/timeline-window.ts";
import {
  NOW,
  timeline,
  health,
  preferences,
  actions,
  prefetched,
  stop,
  epoch,
  time,
  eachWithTimeline,
} from "./timeline-bench.ts";

eachWithTimeline();

test("a click goes back, turns selection mode on and tells the players after 50 ms", () => {
  actions.seek(NOW - 60_000);
  expect(timeline.get().state).toMatchObject({ mode: "playback", selectionMode: true, paused: false });
  expect(timeline.get().target.timeMs).toBe(0);
  vi.advanceTimersByTime(TIME_CHANGE_DEBOUNCE_MS + 1);
  expect(timeline.get().target).toMatchObject({ rate: 1, paused: false, epoch: 1 });
  expect(timeline.get().target.timeMs).toBe(NOW - 60_000);
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
  vi.advanceTimersByTime(TIME_CHANGE_DEBOUNCE_MS + 1000);
  vi.setSystemTime(Date.now() + byMs);
  vi.advanceTimersByTime(1000);
  expect(timeline.get().state).toMatchObject({ mode: "playback", paused: false });
  expect(time()).toBeCloseTo(NOW - 58_000, -2);
  expect(actions.nowMs()).toBeCloseTo(NOW + 2000 + TIME_CHANGE_DEBOUNCE_MS, -2);
});

test("players begin with the picture that was asked for, however late the order's timer is; the clock begins with them", () => {
  actions.seek(NOW - 60_000, "jump");
  // A busy page: its timers are late.
  vi.setSystemTime(Date.now() + 130);
  vi.advanceTimersByTime(TIME_CHANGE_DEBOUNCE_MS);
  expect(timeline.get().target).toMatchObject({ timeMs: NOW - 60_000, rate: 1 });
  expect(time()).toBe(NOW - 60_000);
  vi.advanceTimersByTime(500);
  expect(time()).toBe(NOW - 59_500);
});

test("a speed that is changed while a seek waits plays on from where the timeline is", () => {
  actions.seek(NOW - 60_000);
  vi.advanceTimersByTime(20);
  actions.setSpeed(4);
  vi.advanceTimersByTime(1000);
  expect(timeline.get().target.rate).toBe(4);
  expect(timeline.get().target.timeMs).toBeGreaterThan(NOW - 60_000);
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
