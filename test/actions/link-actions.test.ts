import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLinkActions, type LinkActions } from "#actions/link-actions.ts";
import { createStageStore, type StageStore } from "#state/stage-store.ts";
import { createTimelineStore, timelineTime, type TimelineStore } from "#state/timeline-store.ts";
import { createUnlinkedStore, type UnlinkedStore } from "#state/unlinked-store.ts";

const NOW = 1_750_000_000_000;
const TILE = "cell-1";
const epoch = (): number => performance.timeOrigin + performance.now();

let unlinked: UnlinkedStore;
let timeline: TimelineStore;
let stage: StageStore;
let links: LinkActions;
let started: number;
let end: () => void;
const nowMs = (): number => NOW + (epoch() - started);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  started = epoch();
  unlinked = createUnlinkedStore();
  timeline = createTimelineStore(NOW, started, "UTC");
  stage = createStageStore();
  links = createLinkActions({ unlinked, timeline, stage, nowMs });
  end = links.run();
});
afterEach(() => {
  end();
  vi.useRealTimers();
});
const own = () => unlinked.get().byTile[TILE];
const timeOf = (): number => {
  const each = own();
  return each ? timelineTime(each, epoch()) : Number.NaN;
};

test("an unlinked player begins where the master stands, then goes its own way", () => {
  timeline.change((facts) => {
    facts.state = { ...facts.state, mode: "playback", timeMs: NOW - 60_000, speed: 4 };
    facts.atMs = epoch();
  });
  links.toggle(TILE);
  expect(own()?.target).toEqual({ timeMs: NOW - 60_000, rate: 4, paused: false, draft: false, epoch: 1 });
  links.setSpeed(TILE, 1);
  links.seek(TILE, NOW - 30_000);
  expect(own()?.target).toMatchObject({ timeMs: NOW - 30_000, rate: 1, paused: false });
  vi.advanceTimersByTime(2000);
  expect(timeOf()).toBeCloseTo(NOW - 28_000, -1);
  expect(timeline.get().state.speed).toBe(4);
  links.toggle(TILE);
  expect(own()).toBeUndefined();
});

test("paused live it becomes playback at that time; a time near now is live; a time change plays again", () => {
  links.toggle(TILE);
  expect(own()?.target.timeMs).toBe(0);
  links.togglePause(TILE);
  expect(own()?.target).toMatchObject({ timeMs: NOW - 1000, paused: true });
  links.seek(TILE, NOW - 20_000);
  expect(own()?.target).toMatchObject({ timeMs: NOW - 20_000, paused: false });
  links.seek(TILE, NOW + 5000);
  expect(own()?.state.mode).toBe("live");
});

test("playing faster it catches up with now and goes live at speed 1", () => {
  links.toggle(TILE);
  links.seek(TILE, NOW - 60_000);
  links.setSpeed(TILE, 16);
  vi.advanceTimersByTime(5000);
  expect(own()?.state).toMatchObject({ mode: "live", speed: 1 });
  expect(own()?.target.timeMs).toBe(0);
});

test("full screen plays at speed 1 and gives back speed, pause, time and live", () => {
  links.toggle(TILE);
  links.seek(TILE, NOW - 60_000);
  links.setSpeed(TILE, 0.5);
  links.togglePause(TILE);
  const before = timeOf();
  stage.change((facts) => {
    facts.fullTileId = TILE;
  });
  expect(own()?.target).toMatchObject({ rate: 1, paused: false, timeMs: Math.round(before) });
  vi.advanceTimersByTime(5000);
  stage.change((facts) => {
    facts.fullTileId = null;
  });
  expect(own()?.target).toMatchObject({ rate: 0.5, paused: true, timeMs: Math.round(before) });
});

test("full screen of a linked player leaves everything as it is", () => {
  stage.change((facts) => {
    facts.fullTileId = TILE;
  });
  expect(own()).toBeUndefined();
});

test("its clock follows the pictures that it shows", () => {
  links.toggle(TILE);
  links.seek(TILE, NOW - 60_000);
  links.noteShown(TILE, NOW - 60_500, epoch());
  expect(timeOf()).toBeCloseTo(NOW - 60_500, -1);
  // What is still shown of before the seek, live, is not where it stands.
  links.noteShown(TILE, NOW - 200, epoch());
  expect(timeOf()).toBeCloseTo(NOW - 60_500, -1);
  links.noteShown(TILE, NOW - 60_450, epoch());
  expect(timeOf()).toBeCloseTo(NOW - 60_500, -1);
});
