import { failure } from "#domain/failures/failure.ts";
import { expect, test } from "vitest";
import { buildStageView } from "#app/bindings/stage/stage-view.ts";
import { stageWords } from "#app/bindings/stage/stage-words.ts";
import { addCamera } from "#domain/stage-grid/edit.ts";
import { emptyGrid } from "#domain/first-facts.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { blankPlayer, createPlayerStore } from "#state/stage/player-store.ts";
import { createServerStore } from "#state/server-store.ts";
import { createStageStore } from "#state/stage/stage-store.ts";
import { createTimelineStore } from "#state/timeline-store.ts";
import { createUnlinkedStore } from "#state/stage/unlinked-store.ts";
import { createViewStore } from "#state/stage/view-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { serverFacts } from "#test/support/client/server-facts.ts";

const theme = { background: 0, cell: 0, text: 0, accent: 0, danger: 0, warning: 0 };

/** A stage of one camera, 640 x 400 px. */
function rig() {
  const stage = createStageStore();
  const players = createPlayerStore();
  const { grid } = addCamera(emptyGrid, { camera: { id: "1", orchidId: "1" } });
  const tileId = grid.cells[0]?.id ?? "";
  stage.change((facts) => {
    facts.grid = grid as typeof facts.grid;
    facts.area = { widthCss: 640, heightCss: 400, devicePixelRatio: 1 };
  });
  const cameras = createCameraStore();
  const servers = createServerStore();
  const unlinked = createUnlinkedStore();
  const views = createViewStore();
  let looksClosely = false;
  const look = (isClose: boolean): void => void (looksClosely = isClose);
  const view = () =>
    buildStageView({
      stage: stage.get(),
      timelineRect: null,
      looksClosely,
      players: players.get(),
      cameras: cameras.get(),
      servers: servers.get(),
      unlinked: unlinked.get(),
      views: views.get(),
      dewarpMax: 16,
      glides: true,
      words: stageWords({ say: (id) => `<${id}>`, failed: ({ code }) => `said ${code}` }),
      theme,
      presentCapHz: 0,
      hidden: false,
      moving: new Map(),
    });
  return { stage, players, cameras, servers, unlinked, views, tileId, view, look };
}

test("a camera's name says its server where another server has a camera of this name", () => {
  const { cameras, servers, view } = rig();
  cameras.change(({ byKey }) => void Object.assign(byKey, { "1/1": { ...cameraFacts("1"), name: "Yard" } }));
  expect(view().tiles).toMatchObject([{ name: "Yard" }]);
  cameras.change(
    ({ byKey }) => void Object.assign(byKey, { "2/2": { ...cameraFacts("2"), orchidId: "2", name: "Yard" } }),
  );
  servers.change(({ byId }) => void Object.assign(byId, { 1: serverFacts("1", "House one") }));
  expect(view().tiles).toMatchObject([{ name: "Yard (House one)" }]);
});

test("an error of what is not available has the ban, others the warning", () => {
  const { players, tileId, view } = rig();
  const put = (errorIcon: "ban" | "warning"): void =>
    players.change(({ byTile }) => {
      byTile[tileId] = { ...blankPlayer(tileId), overlay: "error", failure: failure("camera/silent"), errorIcon };
    });
  put("ban");
  expect(view().tiles).toMatchObject([{ overlay: "error", message: "said camera/silent", errorIcon: "ban" }]);
  put("warning");
  expect(view().tiles).toMatchObject([{ errorIcon: "warning" }]);
});

test.each([
  ["connecting", "connecting", "<player.connecting>"],
  ["no_video", "no video", "<player.no_video>"],
  ["rip", "", "<player.rip>"],
  ["error", "", "<player.error>"],
  ["delay", "0:42", "0:42"],
  ["play", "", ""],
  ["none", "", ""],
] as const)("over a tile that is '%s' (%s) stands %s", (overlay, message, shown) => {
  const { players, tileId, view } = rig();
  players.change(({ byTile }) => {
    byTile[tileId] = { ...blankPlayer(tileId), overlay, message, mode: "lowbandwidth", ptz: true };
  });
  expect(view().tiles).toMatchObject([{ message: shown, badges: ["<ptz.toggle>"] }]);
});

test.each([
  ["is heard", true, 0.5, ["<sound.mark>"]],
  ["is muted", true, 0, []],
  ["has no sound, at whatever volume", false, 1, []],
])("a tile that %s is marked so: among many the one that speaks is found", (_what, hasAudio, volume, badges) => {
  const { players, tileId, view } = rig();
  players.change(({ byTile }) => void (byTile[tileId] = { ...blankPlayer(tileId), hasAudio, volume }));
  expect(view().tiles).toMatchObject([{ badges }]);
});

test("a resize that does not fit is red and keeps its span, one that fits shows the new one", () => {
  const { stage, tileId, view } = rig();
  const [before] = view().tiles;
  const drag = { kind: "resize", tileId, edge: "east", rowSpan: 1, columnSpan: 2 } as const;
  stage.change((facts) => {
    facts.drag = { ...drag, valid: false };
  });
  expect(view().tiles).toMatchObject([{ frame: "invalid", rect: before?.rect }]);
  stage.change((facts) => {
    facts.drag = { ...drag, valid: true };
  });
  const [after] = view().tiles;
  expect(after?.frame).toBe("valid");
  expect(after?.rect.width).toBeGreaterThan(before?.rect.width ?? 0);
});

test("an unlinked tile that is too low or too narrow for its own timeline has a mark instead", () => {
  const { stage, unlinked, tileId, view } = rig();
  const isMarked = (): boolean[] => view().tiles.map((tile) => tile.unlinked === true);
  const resize = (widthCss: number, heightCss: number): void =>
    stage.change((facts) => void (facts.area = { widthCss, heightCss, devicePixelRatio: 2 }));
  resize(190, 160);
  expect(isMarked()).toEqual([false]);
  const { state, atMs, target } = createTimelineStore(0, 0, "UTC").get();
  unlinked.change(({ byTile }) => void (byTile[tileId] = { state, atMs, target, stepping: false }));
  expect(isMarked()).toEqual([true]);
  resize(640, 400);
  expect(isMarked()).toEqual([false]);
  unlinked.change(({ byTile }) => void delete byTile[tileId]);
  resize(190, 160);
  expect(isMarked()).toEqual([false]);
});

test("the disc of a paused tile gives the picture free while the user goes frame by frame", () => {
  const { unlinked, players, tileId, view, look } = rig();
  players.change(({ byTile }) => void (byTile[tileId] = { ...blankPlayer(tileId), overlay: "play" }));
  const overlay = () => view().tiles[0]?.overlay;
  expect(overlay()).toBe("play");
  look(true);
  expect(overlay()).toBe("none");
  // An unlinked tile does not follow the stage's steps, only its own.
  const { state, atMs, target } = createTimelineStore(0, 0, "UTC").get();
  unlinked.change(({ byTile }) => void (byTile[tileId] = { state, atMs, target, stepping: false }));
  expect(overlay()).toBe("play");
  unlinked.change(({ byTile }) => void Object.assign(byTile[tileId] ?? {}, { stepping: true }));
  expect(overlay()).toBe("none");
});
