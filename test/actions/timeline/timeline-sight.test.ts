/** What of the timeline is shown, and that its playhead stays in sight. */
import { expect, onTestFinished, test, vi } from "vitest";
import { shareOf } from "#domain/timeline/strip/sight.ts";
import { durationOf } from "#domain/timeline/time-window.ts";
import { timelineWindow } from "#state/timeline-window.ts";
import { NOW, timeline, actions, stop, epoch, time, eachWithTimeline } from "./timeline-bench.ts";

eachWithTimeline();

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
  onTestFinished(actions.run());
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
