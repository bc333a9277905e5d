import { describe, expect, test } from "vitest";
import { createStageActions } from "#actions/stage/stage-actions.ts";
import { DEFAULT_DEWARP_CONFIG, type FisheyeLook } from "#domain/dewarp/config.ts";
import { splitLook } from "#domain/dewarp/look.ts";
import { failure } from "#domain/failures/failure.ts";
import { noZoom } from "#domain/first-facts.ts";
import { toStageMatrix } from "#domain/stage-grid/wire.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createServerStore } from "#state/server-store.ts";
import { tileDewarp } from "#state/stage/dewarp-tile.ts";
import { blankPlayer, createPlayerStore } from "#state/stage/player-store.ts";
import { createStageStore } from "#state/stage/stage-store.ts";
import { nameSources, shownTileName } from "#state/stage/tile-name.ts";
import { createViewStore, type NamedView } from "#state/stage/view-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";

const config = { ...DEFAULT_DEWARP_CONFIG, enable: true };
const door: FisheyeLook = {
  mode: 1,
  view: { pan: 90, tilt: 60, zoom: 3 },
  shift: 0,
  layout: "single",
  panoramaZoom: noZoom,
};
const named = (id: string, more: Partial<NamedView> = {}): NamedView => ({
  id,
  name: `View ${id}`,
  camera: { id: "1", orchidId: "1" },
  look: door,
  shared: false,
  editable: true,
  home: false,
  ...more,
});

function setUp(list: readonly NamedView[], { maxPlayers = null as number | null, dewarpMax = 16 } = {}) {
  const cameras = createCameraStore();
  cameras.change(({ byKey }) => {
    Object.assign(byKey, { "1/1": { ...cameraFacts("1"), name: "Hall", dewarp: config }, "1/2": cameraFacts("2") });
    Object.assign(byKey, { "1/3": { ...cameraFacts("3"), name: "Shop", dewarp: config } });
  });
  const dialogs = createDialogStore();
  const stage = createStageStore();
  const players = createPlayerStore();
  const views = createViewStore();
  views.change((facts) => void (facts.list = [...list]));
  const actions = createStageActions({
    stage,
    cameras,
    views,
    dialogs,
    storage: { read: () => null, write: () => true },
    maxPlayerCount: () => maxPlayers,
    dewarpMax: () => dewarpMax,
    text: (which) => which,
    log: () => undefined,
  });
  actions.restore("anna");
  const cells = () => stage.get().grid.cells;
  const pans = () =>
    cells().map(({ id }) => {
      const sources = {
        grid: stage.get().grid,
        cameras: cameras.get(),
        players: players.get(),
        views: views.get(),
        dewarpMax,
      };
      return tileDewarp(sources, id)?.view.pan ?? null;
    });
  const names = () => {
    const sources = nameSources({ cameras, servers: createServerStore(), views });
    return cells().map((cell) => shownTileName(cell, sources));
  };
  return { actions, stage, dialogs, views, players, cells, pans, names };
}

describe("a named view on the stage", () => {
  test("is a tile of its own, named after camera and view, that begins with what the view shows", () => {
    const { actions, pans, names, cells } = setUp([named("a"), named("b", { look: { ...door, mode: 2 } })]);
    expect(actions.add("1/1")).not.toBeNull();
    expect(actions.addView("a")).not.toBeNull();
    expect(actions.addView("b")).not.toBeNull();
    expect(names()).toEqual(["Hall", "Hall · View a", "Hall · View b"]);
    expect(pans()).toEqual([config.defaultPerspectiveView.pan, 90, 90]);
    expect(cells().map(({ dewarpMode }) => dewarpMode)).toEqual([1, 1, 2]);
  });

  test("is shown where it is when it is added again, beside its camera; twice only when wanted", () => {
    const { actions, cells } = setUp([named("a")]);
    const first = actions.addView("a");
    expect(actions.addView("a")).toBe(first);
    expect(actions.add("1/1")).not.toBe(first);
    actions.addView("a", undefined, true);
    expect(cells().map(({ view }) => view)).toEqual([{ id: "a" }, undefined, { id: "a" }]);
  });

  test("follows a change of the view, and is the camera's own once the view is gone", () => {
    const { actions, views, pans, names } = setUp([named("a")]);
    actions.addView("a");
    views.change((facts) => {
      facts.list = [named("a", { name: "Till", look: { ...door, view: { pan: 10, tilt: 60, zoom: 1 } } })];
    });
    expect([pans(), names()]).toEqual([[10], ["Hall · Till"]]);
    views.change((facts) => void (facts.list = []));
    expect([pans(), names()]).toEqual([[config.defaultPerspectiveView.pan], ["Hall"]]);
  });

  test("is chosen for a tile that is there, and left again; both can be undone", () => {
    const { actions, stage, pans, cells } = setUp([named("a")]);
    const id = actions.add("1/1") ?? "";
    actions.showView(id, "a");
    expect([pans(), cells().map((cell) => cell.id)]).toEqual([[90], [id]]);
    expect(stage.get().changed?.step).toBe("view");
    actions.showView(id, null);
    expect(stage.get().changed?.step).toBe("ownView");
    expect(pans()).toEqual([config.defaultPerspectiveView.pan]);
    actions.undo();
    expect(pans()).toEqual([90]);
    actions.undo();
    expect(pans()).toEqual([config.defaultPerspectiveView.pan]);
  });

  test("what the user turns counts before it, and Home leads back to it", () => {
    const { actions, players, pans } = setUp([named("a")]);
    const id = actions.addView("a") ?? "";
    players.change(({ byTile }) => {
      byTile[id] = { ...blankPlayer(id), dewarp: { ...door, view: { ...door.view, pan: 5 } } };
    });
    expect(pans()).toEqual([5]);
    players.change(({ byTile }) => void (byTile[id] = blankPlayer(id)));
    expect(pans()).toEqual([90]);
  });

  test("that the account begins with is where tiles of the camera begin, but not those of other views", () => {
    const { actions, pans } = setUp([
      named("a", { home: true }),
      named("b", { look: { ...door, view: { pan: 10, tilt: 60, zoom: 1 } } }),
    ]);
    actions.add("1/1");
    actions.addView("b");
    expect(pans()).toEqual([90, 10]);
  });

  test("is in a saved stage and comes back with it; a damaged one leaves the camera's own", () => {
    const { actions, stage, cells, pans } = setUp([named("a")]);
    actions.addView("a");
    actions.split(cells()[0]?.id ?? "", splitLook(door, config, 2));
    const matrix = JSON.parse(JSON.stringify(toStageMatrix(stage.get().grid))) as { view?: unknown }[][];
    const before = pans();
    actions.clear();
    expect(actions.show(matrix)).toMatchObject({ ok: true, value: 0 });
    expect(pans()).toEqual(before);
    for (const row of matrix) for (const cell of row) if (cell.view) cell.view = { look: { mode: 7 } };
    actions.show(matrix);
    expect(new Set(pans())).toEqual(new Set([config.defaultPerspectiveView.pan]));
  });
});

describe("splitting a tile", () => {
  test("makes a tile for each look, the first in its place, as one step that can be undone", () => {
    const { actions, stage, cells, pans } = setUp([]);
    const id = actions.add("1/1") ?? "";
    actions.split(id, splitLook(door, config, 4));
    expect(cells()[0]?.id).toBe(id);
    expect(pans().toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([0, 90, 180, 270]);
    expect([stage.get().grid.rows, stage.get().grid.columns]).toEqual([2, 2]);
    expect(stage.get().changed).toMatchObject({ step: "split", leftOut: 0 });
    actions.undo();
    expect(cells()).toHaveLength(1);
  });

  test("goes as far as the limits allow, and says what is left out", () => {
    const few = setUp([], { maxPlayers: 3 });
    few.actions.split(few.actions.add("1/1") ?? "", splitLook(door, config, 4));
    expect(few.cells()).toHaveLength(3);
    expect(few.stage.get().changed).toMatchObject({ leftOut: 1 });
  });
});

describe("the limit of dewarping", () => {
  test("counts a camera once, however many of its views are shown", () => {
    const { actions, cells, pans } = setUp([named("a"), named("b")], { dewarpMax: 1 });
    actions.add("1/1");
    actions.addView("a");
    actions.split(cells()[0]?.id ?? "", splitLook(door, config, 4));
    expect(cells()).toHaveLength(5);
    expect(pans()).not.toContain(null);
  });

  test("another camera is round, and dewarped once no tile of the first one is", () => {
    const { actions, pans, dialogs } = setUp([], { dewarpMax: 1 });
    const first = actions.add("1/1") ?? "";
    const twin = actions.add("1/1", undefined, true) ?? "";
    const other = actions.add("1/3") ?? "";
    const told = () => dialogs.get().queue.flatMap((each) => (each.kind === "message" ? [each.text] : []));
    expect(pans().map((pan) => pan !== null)).toEqual([true, true, false]);
    expect(told()).toEqual([failure("stage/dewarp-limit", { n: 1 })]);
    actions.setDewarpMode(first, 0);
    actions.setDewarpMode(other, 1);
    expect(pans()[2]).toBeNull();
    actions.setDewarpMode(twin, 0);
    actions.setDewarpMode(other, 1);
    expect(pans().map((pan) => pan !== null)).toEqual([false, false, true]);
  });

  test("a saved stage of another device keeps the tiles of the first cameras dewarped", () => {
    const wide = setUp([named("a")]);
    for (const key of ["1/1", "1/3", "1/1"]) wide.actions.add(key, undefined, true);
    const narrow = setUp([named("a")], { dewarpMax: 1 });
    narrow.actions.show(JSON.parse(JSON.stringify(toStageMatrix(wide.stage.get().grid))) as unknown[][]);
    const byCamera = narrow.cells().map(({ camera }, at) => [camera.id, narrow.pans()[at] !== null]);
    expect(new Set(byCamera.map(String))).toEqual(new Set(["1,true", "3,false"]));
  });
});
