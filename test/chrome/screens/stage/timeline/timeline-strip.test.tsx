// @vitest-environment jsdom
/** The timeline's keys. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, expect, test } from "vitest";
import { TimelineStrip } from "#chrome/screens/stage/timeline/timeline-strip.tsx";
import { LIVE_WINDOW_S } from "#domain/limits/timeline.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

afterEach(cleanup);

test("a range that is begun at live ends now: nothing after it can be selected", async () => {
  const { stores, workspace } = await renderStage(
    [],
    <TimelineStrip frame={createRef<HTMLElement>()} />,
    visitor("Viewer"),
  );
  fireEvent.keyDown(screen.getByRole("slider"), { key: "[" });
  const range = stores.timeline.get().state.fineTime;
  expect(range).not.toBeNull();
  expect(range?.stopMs).toBeLessThanOrEqual(workspace.timeline.nowMs());
  expect((range?.stopMs ?? 0) - (range?.startMs ?? 0)).toBeGreaterThanOrEqual(10_000);
});

test.each(["[", "]"])("%s turns selection mode on: a range that is drawn can be exported", async (key) => {
  const { stores } = await renderStage([], <TimelineStrip frame={createRef<HTMLElement>()} />, visitor("Viewer"));
  fireEvent.keyDown(screen.getByRole("slider"), { key });
  expect(stores.timeline.get().state).toMatchObject({ selectionMode: true, fineTime: { stopMs: expect.any(Number) } });
});

test.each([
  ["ArrowLeft", 480_000],
  ["ArrowDown", 60_000],
])("%s leaves live, however little time is shown", async (key, shownMs) => {
  const { stores, workspace } = await renderStage(
    [],
    <TimelineStrip frame={createRef<HTMLElement>()} />,
    visitor("Viewer"),
  );
  act(() => stores.timeline.change((facts) => void (facts.msPerPx = shownMs)));
  const liveMs = workspace.timeline.nowMs();
  fireEvent.keyDown(screen.getByRole("slider"), { key });
  const { mode, timeMs } = stores.timeline.get().state;
  expect(mode).toBe("playback");
  expect(liveMs - timeMs).toBeGreaterThan(LIVE_WINDOW_S * 1000);
  expect(liveMs - timeMs).toBeLessThan(10_000);
});

test.each<[string, KeyboardEventInit]>([
  ["zooms the page", { key: "+", ctrlKey: true }],
  ["zooms the page", { key: "-", ctrlKey: true }],
  ["goes back a page", { key: "[", metaKey: true }],
])("what %s is left to the browser: %o", async (_what, keys) => {
  const { stores } = await renderStage([], <TimelineStrip frame={createRef<HTMLElement>()} />, visitor("Viewer"));
  const before = stores.timeline.get();
  // fireEvent returns false when the default was prevented.
  expect(fireEvent.keyDown(screen.getByRole("slider"), keys)).toBe(true);
  const { state, msPerPx } = stores.timeline.get();
  expect([state.mode, state.fineTime, msPerPx]).toEqual(["live", null, before.msPerPx]);
});

test.each<[string, KeyboardEventInit]>([
  ["AltGr", { key: "[", ctrlKey: true, altKey: true }],
  ["Option", { key: "[", altKey: true }],
])("a bracket that is written with %s begins a range", async (_with, keys) => {
  const { stores } = await renderStage([], <TimelineStrip frame={createRef<HTMLElement>()} />, visitor("Viewer"));
  fireEvent.keyDown(screen.getByRole("slider"), keys);
  expect(stores.timeline.get().state.fineTime).not.toBeNull();
});
