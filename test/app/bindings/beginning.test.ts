import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ArchiveAt, ArchiveLookup } from "#actions/recordings/archive-lookup.ts";
import { createLinkActions, type LinkActions } from "#actions/stage/link-actions.ts";
import { createTimelineActions, type TimelineActions } from "#actions/timeline/timeline-actions.ts";
import { bindBeginning } from "#app/bindings/beginning.ts";
import { emptyGrid } from "#domain/first-facts.ts";
import type { OverlayState } from "#domain/player/overlay.ts";
import { addCamera } from "#domain/stage-grid/edit.ts";
import { type CameraFacts, cameraKey, createCameraStore } from "#state/camera-store.ts";
import { createHealthStore } from "#state/health-store.ts";
import { blankPlayer, createPlayerStore } from "#state/stage/player-store.ts";
import { createPreferenceStore } from "#state/preference-store.ts";
import { createStageStore } from "#state/stage/stage-store.ts";
import { createTimelineStore } from "#state/timeline-store.ts";
import { createUnlinkedStore } from "#state/stage/unlinked-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";

const NOW = Date.UTC(2026, 4, 4, 12);
const BEGINS = NOW - 600_000;
const epoch = (): number => performance.timeOrigin + performance.now();

let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers({
    now: NOW,
    toFake: ["Date", "performance", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** A stage of cameras "0", "1", ...; `begins` gives the start of the recordings of each, null = it has none. */
function wall(begins: readonly (number | null)[], rights: readonly Partial<CameraFacts["actions"]>[] = []) {
  const stage = createStageStore();
  const players = createPlayerStore();
  const cameras = createCameraStore();
  const unlinked = createUnlinkedStore();
  const health = createHealthStore();
  const timelineStore = createTimelineStore(NOW, epoch(), "UTC");
  const preferences = createPreferenceStore({ window: { widthPx: 1280, heightPx: 800 } });
  let grid = emptyGrid;
  const tiles = begins.map((_, index) => {
    const base = cameraFacts(`${index}`);
    const streams = [{ id: `s${index}`, name: "", active: true, widthPx: 640, heightPx: 360, framesPerSecond: 10 }];
    const camera: CameraFacts = { ...base, streams, actions: { ...base.actions, ...rights[index] } };
    cameras.change(({ byKey }) => void Object.assign(byKey, { [cameraKey(camera)]: camera }));
    const added = addCamera(grid, { camera: { id: camera.id, orchidId: camera.orchidId } });
    grid = added.grid;
    players.change(({ byTile }) => void (byTile[added.cell.id] = blankPlayer(added.cell.id)));
    return added.cell.id;
  });
  stage.change((facts) => void (facts.grid = grid as typeof facts.grid));
  const asked: string[][] = [];
  const archives = {
    at: vi.fn<ArchiveLookup["at"]>((streamIds, timeMs, rate) => {
      asked.push([...streamIds]);
      const starts = streamIds.flatMap((id) => begins[Number(id.slice(1))] ?? []);
      if (starts.some((startMs) => startMs <= timeMs)) return Promise.resolve({ kind: "playable" });
      if (rate < 0 || starts.length === 0) return Promise.resolve({ kind: "none" });
      return Promise.resolve({ kind: "later", startMs: Math.min(...starts) });
    }),
  };
  const stores = { stage, players, cameras, unlinked, timeline: timelineStore };
  const timeline: TimelineActions = createTimelineActions({
    timeline: timelineStore,
    health,
    preferences,
    players: () => null,
  });
  const links: LinkActions = createLinkActions({
    unlinked,
    timeline: timelineStore,
    stage,
    health,
    nowMs: timeline.nowMs,
    players: () => null,
  });
  stop = bindBeginning({ stores, http: { split: (ids) => [ids] }, archives, timeline, links });
  const say = (index: number, overlay: OverlayState): void =>
    players.change(({ byTile }) => {
      const player = byTile[tiles[index] ?? ""];
      if (player) player.overlay = overlay;
    });
  /** Plays backwards from a time. */
  const back = (fromMs: number): void => timeline.open(fromMs, -4, false);
  return { stores, timeline, links, tiles, say, back, archives, asked };
}
const second = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1001);

test("backwards before the first recording: the timeline and its players stand at the first recorded picture", async () => {
  const { stores, say, back, asked } = wall([BEGINS, BEGINS + 60_000]);
  back(BEGINS - 5000);
  say(0, "rip");
  say(1, "no_video");
  await second();
  expect(asked).toEqual([]);
  say(0, "no_video");
  await second();
  expect(asked[0]).toEqual(["s0", "s1"]);
  expect(stores.timeline.get().state).toMatchObject({ mode: "playback", paused: true, speed: -4, timeMs: BEGINS });
  expect(stores.timeline.get().target).toMatchObject({ timeMs: BEGINS, rate: -4, paused: true });
  const { epoch: ordered } = stores.timeline.get().target;
  await second();
  expect(stores.timeline.get().target.epoch).toBe(ordered);
});

test("what the tiles say is of before the user has turned round: the recorder says that there is more", async () => {
  const { stores, say, back } = wall([BEGINS]);
  back(BEGINS + 60_000);
  say(0, "no_video");
  await second();
  expect(stores.timeline.get().state.paused).toBe(false);
});

test("who has gone elsewhere while the recorder was asked is not stopped", async () => {
  const { stores, timeline, say, back, archives } = wall([BEGINS]);
  back(BEGINS - 5000);
  say(0, "no_video");
  let answer: (none: ArchiveAt) => void = () => undefined;
  archives.at.mockImplementationOnce(() => new Promise((done) => (answer = done)));
  await second();
  timeline.open(BEGINS - 90_000, -4, false);
  answer({ kind: "none" });
  await vi.advanceTimersByTimeAsync(1);
  expect(stores.timeline.get().state.paused).toBe(false);
});

test("a server that does not answer is asked again", async () => {
  const { stores, say, back, archives } = wall([BEGINS]);
  back(BEGINS - 5000);
  say(0, "no_video");
  archives.at.mockRejectedValueOnce(new Error("no answer about archives"));
  await second();
  expect(stores.timeline.get().state.paused).toBe(false);
  await second();
  expect(stores.timeline.get().state).toMatchObject({ paused: true, timeMs: BEGINS });
});

test("nothing was ever recorded: it stands where it was", async () => {
  const { stores, say, back } = wall([null]);
  back(BEGINS);
  say(0, "no_video");
  await second();
  const { paused, timeMs } = stores.timeline.get().state;
  expect(paused).toBe(true);
  expect(Math.abs(timeMs - (BEGINS - 4 * 1001))).toBeLessThan(50);
});

test("a camera that may not be played back holds up nothing", async () => {
  const { stores, say, back } = wall([BEGINS, null], [{}, { playback: false }]);
  back(BEGINS - 5000);
  say(0, "no_video");
  say(1, "error");
  await second();
  expect(stores.timeline.get().state).toMatchObject({ paused: true, timeMs: BEGINS });
});

test("full screen: the one that is seen counts, the others stand still behind it", async () => {
  const { stores, say, back, tiles } = wall([BEGINS, BEGINS - 60_000]);
  back(BEGINS - 5000);
  stores.stage.change((facts) => void (facts.fullTileId = tiles[0] ?? null));
  say(0, "no_video");
  say(1, "none");
  await second();
  expect(stores.timeline.get().state).toMatchObject({ paused: true, timeMs: BEGINS });
});

test("an unlinked player stops at its own beginning; the timeline goes on with the others", async () => {
  const { stores, links, say, back, tiles } = wall([BEGINS, BEGINS - 3_600_000]);
  const [tileId = ""] = tiles;
  back(BEGINS - 5000);
  links.toggle(tileId);
  say(0, "no_video");
  say(1, "rip");
  await second();
  expect(stores.unlinked.get().byTile[tileId]?.state).toMatchObject({ mode: "playback", paused: true, timeMs: BEGINS });
  expect(stores.unlinked.get().byTile[tileId]?.target).toMatchObject({ timeMs: BEGINS, rate: -4, paused: true });
  expect(stores.timeline.get().state.paused).toBe(false);
});
