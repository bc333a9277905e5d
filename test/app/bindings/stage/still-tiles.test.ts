import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bindStillTiles } from "#app/bindings/stage/still-tiles.ts";
import type { ServerEvents } from "#actions/session/server-events.ts";
import { Emitter } from "#base/emitter.ts";
import { ok } from "#base/result.ts";
import { addCamera } from "#domain/stage-grid/edit.ts";
import { QUIET_AFTER_MS } from "#domain/stage/stillness.ts";
import type { EventMessage } from "#protocol/rest/event-message.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createPreferenceStore } from "#state/preference-store.ts";
import { createSessionStore } from "#state/session-store.ts";
import { blankPlayer, createPlayerStore } from "#state/stage/player-store.ts";
import { createSavedStageStore } from "#state/stage/saved-stage-store.ts";
import { createStageStore } from "#state/stage/stage-store.ts";
import { createUnlinkedStore } from "#state/stage/unlinked-store.ts";
import { createStandingStore } from "#state/standing-store.ts";
import { createTimelineStore } from "#state/timeline-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const STREAM = "s1";

function bound({ moving = false, isWatched = true } = {}) {
  const stores = {
    stage: createStageStore(),
    players: createPlayerStore(),
    cameras: createCameraStore(),
    standing: createStandingStore(),
    timeline: createTimelineStore(0, 0, "UTC"),
    unlinked: createUnlinkedStore(),
    session: createSessionStore(true),
    savedStages: createSavedStageStore(),
    preferences: createPreferenceStore(),
  };
  stores.session.change((facts) => void (facts.phase = "signed-in"));
  const streams = [
    { id: STREAM, name: "", active: true, widthPx: 1280, heightPx: 720, framesPerSecond: 15, isWatched },
  ];
  stores.cameras.change(({ byKey }) => void Object.assign(byKey, { "1/1": { ...cameraFacts("1"), streams } }));
  const { grid, cell } = addCamera(stores.stage.get().grid, { camera: { id: "1", orchidId: "1" } });
  stores.stage.change((facts) => void (facts.grid = grid as typeof facts.grid));
  stores.players.change(({ byTile }) => void (byTile[cell.id] = { ...blankPlayer(cell.id), overlay: "none" }));
  const events = new Emitter<ServerEvents>();
  const motionEvents = vi.fn(() => Promise.resolve(ok([{ streamId: STREAM, start: 1, stop: moving ? 0 : 2 }])));
  const setStill = vi.fn((tileId: string, still: boolean) =>
    stores.players.change(({ byTile }) => void Object.assign(byTile[tileId] ?? {}, { still })),
  );
  const end = bindStillTiles(
    { stores, recordings: { motionEvents }, events, timeline: { nowMs: () => 5000 } },
    setStill,
  );
  const tell = (type: EventMessage["type"]): void => events.emit("motion", { type, resource: "streams", id: STREAM });
  const want = (): void => stores.preferences.change((facts) => void (facts.stillStages = [""]));
  const still = (): boolean | undefined => setStill.mock.calls.at(-1)?.[1];
  return { stores, events, motionEvents, end, tell, want, tileId: cell.id, still };
}

type Rig = ReturnType<typeof bound>;

test("asks for nothing and changes nothing while nobody wants it", async () => {
  const { motionEvents, still, end } = bound();
  await vi.advanceTimersByTimeAsync(2 * QUIET_AFTER_MS);
  expect(motionEvents).not.toHaveBeenCalled();
  expect(still()).toBeUndefined();
  end();
});

test("a quiet tile is still; motion makes it live at once, and it is still again after a quiet while", async () => {
  const { still, tell, want, end } = bound();
  want();
  await vi.advanceTimersByTimeAsync(QUIET_AFTER_MS + 1000);
  expect(still()).toBe(true);
  tell("motion-started");
  expect(still()).toBe(false);
  await vi.advanceTimersByTimeAsync(2 * QUIET_AFTER_MS);
  expect(still()).toBe(false);
  tell("motion-stopped");
  await vi.advanceTimersByTimeAsync(QUIET_AFTER_MS + 1000);
  expect(still()).toBe(true);
  end();
});

test("motion that goes on when the page opens keeps it live", async () => {
  const { still, want, end } = bound({ moving: true });
  want();
  await vi.advanceTimersByTimeAsync(2 * QUIET_AFTER_MS);
  expect(still()).toBeUndefined();
  end();
});

test("a camera without motion detection stays live", async () => {
  const { still, want, motionEvents, end } = bound({ isWatched: false });
  want();
  await vi.advanceTimersByTimeAsync(2 * QUIET_AFTER_MS);
  expect(still()).toBeUndefined();
  expect(motionEvents).not.toHaveBeenCalled();
  end();
});

test.each<[string, (rig: Rig) => void]>([
  ["selected", ({ stores, tileId }) => stores.stage.change((facts) => void (facts.focusedTileId = tileId))],
  ["shown alone", ({ stores, tileId }) => stores.stage.change((facts) => void (facts.fullTileId = tileId))],
  [
    "zoomed into",
    ({ stores, tileId }) =>
      stores.players.change(({ byTile }) => {
        const player = byTile[tileId];
        if (player) player.zoom = { ...player.zoom, scale: 2 };
      }),
  ],
])("a tile that is %s is live", async (_, act) => {
  const rig = bound();
  rig.want();
  await vi.advanceTimersByTimeAsync(QUIET_AFTER_MS + 1000);
  expect(rig.still()).toBe(true);
  act(rig);
  expect(rig.still()).toBe(false);
  rig.end();
});

test("after the socket was away it asks anew, and is live until it knows", async () => {
  const { still, want, events, motionEvents, end } = bound();
  want();
  await vi.advanceTimersByTimeAsync(QUIET_AFTER_MS + 1000);
  expect(motionEvents).toHaveBeenCalledTimes(1);
  events.emit("motion", null);
  expect(still()).toBe(false);
  await vi.advanceTimersByTimeAsync(QUIET_AFTER_MS + 1000);
  expect(motionEvents).toHaveBeenCalledTimes(2);
  expect(still()).toBe(true);
  end();
});

test("relief asks for it too", async () => {
  const { still, stores, end } = bound();
  stores.standing.change((facts) => void (facts.relief = 2));
  await vi.advanceTimersByTimeAsync(QUIET_AFTER_MS + 1000);
  expect(still()).toBe(true);
  end();
});
