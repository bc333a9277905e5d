import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLinkActions, type LinkActions } from "#actions/stage/link-actions.ts";
import { SPEED_CHANGE_DEBOUNCE_MS } from "#domain/limits/timeline.ts";
import { createHealthStore, type HealthStore } from "#state/health-store.ts";
import { createStageStore, type StageStore } from "#state/stage/stage-store.ts";
import { createTimelineStore, timelineTime } from "#state/timeline-store.ts";
import { createUnlinkedStore, type TilePlayback, type UnlinkedStore } from "#state/stage/unlinked-store.ts";

const NOW = Date.UTC(2026, 4, 4, 12);
const TILE = "tile";
let stage: StageStore;
let unlinked: UnlinkedStore;
let health: HealthStore;
let links: LinkActions;
let steps: [string, number][];
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
  vi.useFakeTimers({
    now: NOW,
    toFake: ["Date", "performance", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
  });
  steps = [];
  stage = createStageStore();
  unlinked = createUnlinkedStore();
  health = createHealthStore();
  const timeline = createTimelineStore(NOW, epoch(), "UTC");
  links = createLinkActions({
    ...{ unlinked, timeline, stage, health },
    nowMs: () => Date.now(),
    players: () => ({ stepAlone: (tileId, direction) => steps.push([tileId, direction]) }),
  });
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

test("paused on the picture that it shows already its clock is that picture's, not one between two pictures", () => {
  links.toggle(TILE);
  links.seek(TILE, NOW - 60_000);
  vi.advanceTimersByTime(2000);
  const shownAtMs = epoch();
  vi.advanceTimersByTime(50);
  links.togglePause(TILE);
  links.noteShown(TILE, NOW - 58_010, shownAtMs);
  expect(timelineTime(own(), epoch())).toBe(NOW - 58_010);
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

/** Plays the recording of a minute ago. */
function playBack(): void {
  links.toggle(TILE);
  links.seek(TILE, NOW - 60_000);
}

test("its speed shows at once, and its player is told when no other follows for 200 ms", () => {
  playBack();
  const { epoch: before } = own().target;
  links.shuttle(TILE, 1);
  vi.advanceTimersByTime(SPEED_CHANGE_DEBOUNCE_MS - 1);
  links.shuttle(TILE, 1);
  expect(own()).toMatchObject({ state: { speed: 16 }, target: { rate: 1, epoch: before } });
  vi.advanceTimersByTime(SPEED_CHANGE_DEBOUNCE_MS - 1);
  expect(own().target.epoch).toBe(before);
  vi.advanceTimersByTime(1);
  expect(own().target).toMatchObject({ rate: 16, paused: false, epoch: before + 1 });
});

test("a speed that waits is given with another order, when the stage is left, and not at all to one that is linked again", () => {
  playBack();
  links.setSpeed(TILE, -4);
  links.togglePause(TILE);
  const { epoch: paused } = own().target;
  expect(own().target).toMatchObject({ rate: -4, paused: true });
  vi.advanceTimersByTime(1000);
  expect(own().target.epoch).toBe(paused);
  links.setSpeed(TILE, 0.5);
  stop();
  expect(own().target).toMatchObject({ rate: 0.5, epoch: paused + 1 });
  links.setSpeed(TILE, 1);
  links.toggle(TILE);
  vi.advanceTimersByTime(1000);
  expect(unlinked.get().byTile).toEqual({});
  stop = links.run();
});

test("a step pauses first, then goes one picture on its tile; its clock goes along over a gap, until the next order", () => {
  playBack();
  links.step(TILE, 1);
  expect(own()).toMatchObject({ state: { paused: true }, target: { paused: true } });
  const { epoch: ordered } = own().target;
  links.step(TILE, -1);
  expect(steps).toEqual([
    [TILE, 1],
    [TILE, -1],
  ]);
  expect(own().target.epoch).toBe(ordered);
  links.noteShown(TILE, NOW - 30_000, epoch());
  expect(timelineTime(own(), epoch())).toBe(NOW - 30_000);
  links.togglePause(TILE);
  links.togglePause(TILE);
  links.noteShown(TILE, NOW - 10_000, epoch());
  expect(timelineTime(own(), epoch())).toBeCloseTo(NOW - 30_000, -2);
});

test("live, a step back pauses and goes one picture back, one on only pauses; nothing is steered that is linked", () => {
  links.step(TILE, -1);
  links.shuttle(TILE, -1);
  expect(steps).toEqual([]);
  links.toggle(TILE);
  links.step(TILE, 1);
  expect(own()).toMatchObject({ state: { mode: "playback", paused: true }, target: { paused: true } });
  expect(steps).toEqual([]);
  links.goLive(TILE);
  links.step(TILE, -1);
  expect(own().target.paused).toBe(true);
  expect(steps).toEqual([[TILE, -1]]);
});

test("a step within 200 ms of a speed is not undone by it", () => {
  playBack();
  links.togglePause(TILE);
  links.setSpeed(TILE, 4);
  links.step(TILE, 1);
  const { epoch: ordered } = own().target;
  expect(own().target).toMatchObject({ rate: 4, paused: true });
  vi.advanceTimersByTime(1000);
  expect(own().target.epoch).toBe(ordered);
});
