import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLinkActions, type LinkActions } from "#actions/link-actions.ts";
import { createHealthStore, type HealthStore } from "#state/health-store.ts";
import { createStageStore, type StageStore } from "#state/stage-store.ts";
import { createTimelineStore, timelineTime } from "#state/timeline-store.ts";
import { createUnlinkedStore, type TilePlayback, type UnlinkedStore } from "#state/unlinked-store.ts";

const NOW = Date.UTC(2026, 4, 4, 12);
const TILE = "tile";
let stage: StageStore;
let unlinked: UnlinkedStore;
let health: HealthStore;
let links: LinkActions;
let stop: () => void;

const epoch = (): number => performance.timeOrigin + performance.now();
const own = (): TilePlayback => {
  const found = unlinked.get().byTile[TILE];
  if (!found) throw new Error("linked");
  return found;
};
const full = (tileId: string | null): void =>
  stage.change((facts) => {
    facts.fullTileId = tileId;
  });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date", "performance", "setInterval", "clearInterval"] });
  stage = createStageStore();
  unlinked = createUnlinkedStore();
  health = createHealthStore();
  const timeline = createTimelineStore(NOW, epoch(), "UTC");
  links = createLinkActions({ unlinked, timeline, stage, health, nowMs: () => Date.now() });
  stop = links.run();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test("full screen of an unlinked player plays at speed 1, and gives speed, pause and time back", () => {
  links.toggle(TILE);
  links.seek(TILE, NOW - 600_000);
  links.setSpeed(TILE, -4);
  links.togglePause(TILE);
  const { timeMs } = own().target;
  full(TILE);
  expect(own().target).toMatchObject({ timeMs, rate: 1, paused: false });
  vi.advanceTimersByTime(20_000);
  expect(timelineTime(own(), epoch())).toBeCloseTo(timeMs + 20_000, -1);
  full(null);
  expect(own().state).toMatchObject({ mode: "playback", speed: -4, paused: true });
  expect(own().target).toMatchObject({ timeMs, rate: -4, paused: true });
});

test("one that was live is live again after full screen, and a linked one is left alone", () => {
  links.toggle(TILE);
  full(TILE);
  links.seek(TILE, NOW - 60_000);
  expect(own().state.mode).toBe("playback");
  full(null);
  expect(own().state).toMatchObject({ mode: "live", speed: 1, paused: false });
  expect(own().target.timeMs).toBe(0);
  links.toggle(TILE);
  full(TILE);
  expect(unlinked.get().byTile).toEqual({});
});

test("its clock follows its pictures, but none of before the seek", () => {
  links.toggle(TILE);
  links.seek(TILE, NOW - 60_000);
  vi.advanceTimersByTime(2000);
  links.noteShown(TILE, NOW - 90_000, epoch());
  expect(timelineTime(own(), epoch())).toBeCloseTo(NOW - 58_000, -1);
  links.noteShown(TILE, NOW - 59_000, epoch());
  expect(timelineTime(own(), epoch())).toBeCloseTo(NOW - 59_000, -1);
});

test("live, it keeps to the server's clock when that moves: after a measurement, or a computer that has slept", () => {
  links.toggle(TILE);
  const { target } = own();
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(1000);
  expect(timelineTime(own(), epoch())).toBeCloseTo(Date.now(), -1);
  expect(own().target).toBe(target);
});

test("one that has caught up with now is live", () => {
  links.toggle(TILE);
  links.seek(TILE, NOW - 30_000);
  links.setSpeed(TILE, 16);
  vi.advanceTimersByTime(3000);
  expect(own().state).toMatchObject({ mode: "live", speed: 1 });
});

test("a clock that turns out more than 5 s wrong resumes its playback", () => {
  health.change((facts) => void (facts.skewMs = 0));
  links.toggle(TILE);
  links.seek(TILE, NOW - 600_000);
  links.togglePause(TILE);
  const { timeMs, epoch: ordered } = own().target;
  health.change((facts) => void (facts.skewMs = 4_000));
  expect(own().state.paused).toBe(true);
  health.change((facts) => void (facts.skewMs = 10_000));
  expect(own().state).toMatchObject({ mode: "playback", paused: false });
  expect(own().target).toMatchObject({ timeMs, paused: false, epoch: ordered + 1 });
});
