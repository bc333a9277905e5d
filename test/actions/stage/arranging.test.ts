import { beforeEach, describe, expect, test } from "vitest";
import { createArranging } from "#actions/stage/arranging.ts";
import { createStageActions } from "#actions/stage/stage-actions.ts";
import { failure } from "#domain/failures/failure.ts";
import { toStageMatrix } from "#domain/stage-grid/wire.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createPlayerStore } from "#state/stage/player-store.ts";
import { createStageStore } from "#state/stage/stage-store.ts";
import { createViewStore } from "#state/stage/view-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";

let made: ReturnType<typeof setUp>;
beforeEach(() => {
  made = setUp();
});

/** `most`: players per server; cameras 1 to 70 of server 1, and 71 to 80 of server 2 */
function setUp(most: number | null = null, perServer = false) {
  const cameras = createCameraStore();
  const keys: string[] = [];
  cameras.change((facts) => {
    for (let id = 1; id <= 80; id += 1) {
      const orchidId = id <= 70 ? "1" : "2";
      keys.push(`${orchidId}/${id}`);
      facts.byKey[`${orchidId}/${id}`] = { ...cameraFacts(String(id)), orchidId } as (typeof facts.byKey)[string];
    }
  });
  const stage = createStageStore();
  stage.change((facts) => {
    facts.area = { widthCss: 960, heightCss: 600, devicePixelRatio: 1 };
  });
  const dialogs = createDialogStore();
  const actions = createStageActions({
    stage,
    cameras,
    views: createViewStore(),
    dialogs,
    storage: { read: () => null, write: () => true },
    maxPlayerCount: () => most,
    limitsPerServer: () => perServer,
    text: (which) => which,
    log: () => undefined,
  });
  actions.restore("anna");
  const several = createArranging({ stage, cameras, players: createPlayerStore(), actions });
  const ids = () => stage.get().grid.cells.map(({ camera }) => camera.id);
  return { stage, dialogs, actions, several, keys, ids };
}

describe("several cameras at once", () => {
  test("are one step, in their order, those that are on the stage already only once", () => {
    const { actions, several, stage, ids } = made;
    actions.add("1/2");
    several.addAll(["1/1", "1/2", "1/3", "1/3", "9/9"]);
    expect(ids()).toEqual(["2", "1", "3"]);
    expect(stage.get().changed).toMatchObject({ step: "add", leftOut: 1 });
    actions.undo();
    expect(ids()).toEqual(["2"]);
  });

  test("all of them there already: the first is shown", () => {
    const { actions, several, stage, ids } = made;
    const tileId = actions.add("1/1");
    several.addAll(["1/1"]);
    expect(ids()).toEqual(["1"]);
    expect(stage.get().flashed).toEqual({ tileId });
    several.addAll(["1/1"], true);
    expect(ids()).toEqual(["1", "1"]);
  });

  test("without a limit of the server 64 are shown, and the rest is counted", () => {
    const { several, stage, keys, ids } = made;
    several.addAll(keys);
    expect(ids()).toHaveLength(64);
    expect(stage.get().changed?.leftOut).toBe(16);
  });

  test.each([
    [3, false, 3, 77],
    [3, true, 6, 74],
  ])("at most %d players, per server: %s", (most, perServer, shown, leftOut) => {
    const limited = setUp(most, perServer);
    limited.several.addAll(limited.keys);
    expect(limited.ids()).toHaveLength(shown);
    expect(limited.stage.get().changed?.leftOut).toBe(leftOut);
    expect(limited.dialogs.get().queue).toEqual([]);
    // When none fits, the stage says so as for a single camera.
    limited.several.addAll(limited.keys);
    expect(limited.dialogs.get().queue).toMatchObject([{ text: failure("stage/camera-limit", { n: most }) }]);
  });
});

describe("undo", () => {
  test("brings back what was closed, cleared, moved, resized, loaded, arranged and dewarped; redo does it again", () => {
    const { actions, several, stage, keys } = made;
    several.addAll(keys.slice(0, 6));
    const [first = "", second = ""] = stage.get().grid.cells.map(({ id }) => id);
    const matrix = toStageMatrix({ ...stage.get().grid, cells: stage.get().grid.cells.slice(0, 1) });
    const changes = [
      () => actions.moveBy(first, "right"),
      () => actions.resizeBy(second, "down"),
      () => actions.setDewarpMode(first, 1),
      () => several.template("1+5"),
      () => several.pack(),
      () => actions.close(first),
      () => void actions.show(matrix),
      () => actions.clear(),
    ];
    const seen = [stage.get().grid];
    for (const change of changes) {
      change();
      if (stage.get().grid !== seen.at(-1)) seen.push(stage.get().grid);
    }
    const shape = (grid = stage.get().grid) => ({ ...grid, nextId: 0 });
    for (const before of seen.slice(0, -1).toReversed()) {
      actions.undo();
      expect(shape()).toEqual(shape(before));
    }
    expect(stage.get().changed).toMatchObject({ kind: "undone", step: "move" });
    for (const after of seen.slice(1)) {
      actions.redo();
      expect(shape()).toEqual(shape(after));
    }
    expect(stage.get().changed).toMatchObject({ kind: "redone", step: "clear" });
  });

  test("what changes nothing is no step", () => {
    const { actions, stage } = made;
    const id = actions.add("1/1") ?? "";
    actions.close("nothing");
    actions.resize(id, 1, 1);
    actions.moveBy(id, "left");
    actions.setDewarpMode(id, 0);
    expect(stage.get().history.past).toHaveLength(1);
    actions.clear();
    actions.clear();
    expect(stage.get().history.past).toHaveLength(2);
  });

  test("low bandwidth belongs to the line: undo leaves it", () => {
    const { actions, stage } = made;
    const id = actions.add("1/1") ?? "";
    actions.add("1/2");
    actions.forceLowBandwidth(id, true);
    actions.undo();
    expect(stage.get().grid.cells).toMatchObject([{ id, forceLbm: true }]);
  });

  test("of a running cycle only what it has replaced can be undone", () => {
    const { actions, stage, ids } = made;
    actions.add("1/1");
    const show = (id: string) => actions.show([[{ camera: { id, orchidId: "1" } }]], "cycle");
    for (const id of ["2", "3", "4", "5"]) show(id);
    expect(stage.get().history.past).toHaveLength(2);
    expect(stage.get().changed?.step, "nothing is said").not.toBe("load");
    actions.undo();
    expect(ids()).toEqual(["1"]);
  });

  test("a kiosk and the single player have none; another user's stage cannot be brought back", () => {
    const { actions, stage } = made;
    actions.add("1/1");
    actions.restore("berta");
    expect(stage.get().history.past).toEqual([]);
    actions.restore("berta", "kiosk");
    actions.add("1/1");
    actions.undo();
    expect(stage.get().grid.cells).toHaveLength(1);
    expect(stage.get().history.past).toEqual([]);
  });
});

test("a camera that is on the stage is shown, nothing in front of it; a second time only on demand", () => {
  const { actions, stage, ids } = made;
  const first = actions.add("1/1");
  const second = actions.add("1/2");
  actions.setFull(second);
  expect(actions.add("1/1")).toBe(first);
  expect(stage.get()).toMatchObject({ flashed: { tileId: first }, fullTileId: null });
  expect(ids()).toEqual(["1", "2"]);
  expect(actions.add("1/1", undefined, true)).not.toBe(first);
  expect(ids()).toEqual(["1", "2", "1"]);
});

test("a template closes the players that it has no place for, and says how many", () => {
  const { several, actions, stage, ids, keys } = made;
  several.addAll(keys.slice(0, 6));
  several.template("4");
  expect(ids()).toEqual(["1", "2", "3", "4"]);
  expect(stage.get().changed).toEqual({ step: "arrange", kind: "done", leftOut: 2 });
  actions.undo();
  expect(ids()).toHaveLength(6);
});

test("closing a player leaves a gap that can be closed", () => {
  const { several, actions, stage, keys } = made;
  several.addAll(keys.slice(0, 6));
  expect(several.hasGaps()).toBe(false);
  const [first, second] = stage.get().grid.cells;
  actions.close(first?.id ?? "");
  actions.close(second?.id ?? "");
  if (several.hasGaps()) several.pack();
  expect(several.hasGaps()).toBe(false);
});
