import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createPatrolActions } from "#actions/stage/patrol-actions.ts";
import { createPlayerActions } from "#actions/stage/player-actions.ts";
import { createStageActions } from "#actions/stage/stage-actions.ts";
import { bindPatrols } from "#app/bindings/stage/patrols.ts";
import { buildStageView } from "#app/bindings/stage/stage-view.ts";
import { stageWords } from "#app/bindings/stage/stage-words.ts";
import { epochMs } from "#actions/epoch.ts";
import { DEFAULT_DEWARP_CONFIG, type FisheyeLook } from "#domain/dewarp/config.ts";
import { patrolAt, patrolLook } from "#domain/stage/patrol.ts";
import { noZoom } from "#domain/first-facts.ts";
import { PATROL_RESUME_MS } from "#domain/limits/dewarp.ts";
import { readStageMatrix, toStageMatrix } from "#domain/stage-grid/wire.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createPreferenceStore } from "#state/preference-store.ts";
import { createServerStore } from "#state/server-store.ts";
import { type DewarpSources, tileDewarp } from "#state/stage/dewarp-tile.ts";
import { patrolRoute } from "#state/stage/patrol-tile.ts";
import { blankPlayer, createPlayerStore } from "#state/stage/player-store.ts";
import { createStageStore } from "#state/stage/stage-store.ts";
import { createUnlinkedStore } from "#state/stage/unlinked-store.ts";
import { createViewStore } from "#state/stage/view-store.ts";
import { HttpClient } from "#transport/http.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { theme } from "#test/stage/support/views.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const camera = { id: "1", orchidId: "1" };
const look = (pan: number, mode: 1 | 2 = 1): FisheyeLook => ({
  mode,
  view: { pan, tilt: 40, zoom: 1 },
  shift: 30,
  layout: "single",
  panoramaZoom: noZoom,
});
const view = (id: string, of: FisheyeLook) => ({
  id,
  name: id,
  camera,
  look: of,
  shared: false,
  editable: true,
  home: false,
});
const patrol = (id: string, ...viewIds: string[]) => ({
  id,
  name: "Round",
  camera,
  stops: viewIds.map((viewId) => ({ viewId, dwellS: 5 })),
  glideS: 2,
  shared: false,
  editable: true,
});

function setUp() {
  const stores = {
    stage: createStageStore(),
    players: createPlayerStore(),
    cameras: createCameraStore(),
    views: createViewStore(),
    servers: createServerStore(),
    unlinked: createUnlinkedStore(),
    preferences: createPreferenceStore(),
  };
  const { stage, players, cameras, views } = stores;
  stage.change((facts) => void (facts.area = { widthCss: 640, heightCss: 400, devicePixelRatio: 1 }));
  const dewarp = { ...DEFAULT_DEWARP_CONFIG, enable: true };
  cameras.change(({ byKey }) => void Object.assign(byKey, { "1/1": { ...cameraFacts("1"), name: "Hall", dewarp } }));
  views.change((facts) => {
    Object.assign(facts, {
      list: [view("till", look(10)), view("door", look(100)), view("all", look(0, 2))],
      patrols: [patrol("round", "till", "door"), patrol("mixed", "till", "all"), patrol("blind", "gone")],
    });
  });
  const actions = createStageActions({
    ...stores,
    dialogs: createDialogStore(),
    storage: { read: () => null, write: () => true },
    maxPlayerCount: () => null,
    text: (which) => which,
    log: () => undefined,
  });
  actions.restore("anna");
  const http = new HttpClient({ origin: "http://recorder", token: () => null, onUnauthorized: () => undefined });
  const patrols = createPatrolActions({ ...stores, http, actions });
  const playerActions = createPlayerActions(players, () => null);
  const end = bindPatrols(stores, patrols);
  /** A tile with its player. */
  const tileOf = (viewId: string | null): string => {
    const id = (viewId === null ? actions.add("1/1") : actions.addView(viewId)) ?? "";
    players.change(({ byTile }) => void (byTile[id] = { ...blankPlayer(id), overlay: "none" }));
    return id;
  };
  const sources = (): DewarpSources => ({
    grid: stage.get().grid,
    cameras: cameras.get(),
    players: players.get(),
    views: views.get(),
    dewarpMax: 16,
  });
  const now = (tileId: string) => players.get().byTile[tileId]?.patrol ?? null;
  const route = (tileId: string) => {
    const cell = stage.get().grid.cells.find(({ id }) => id === tileId);
    const found = cell && patrolRoute(sources(), cell);
    if (!found) throw new Error("no route");
    return found;
  };
  const drawn = (glides = true) =>
    buildStageView({
      ...sources(),
      stage: stage.get(),
      timelineRect: null,
      looksClosely: false,
      servers: stores.servers.get(),
      unlinked: stores.unlinked.get(),
      glides,
      words: stageWords({ say: (id) => `<${id}>`, failed: ({ code }) => code }),
      theme,
      presentCapHz: 0,
      hidden: false,
      moving: new Map(),
    }).tiles;
  return { stores, actions, patrols, playerActions, end, tileOf, sources, now, route, drawn };
}
/** To the middle of a stay. */
function toStay({ now, route }: ReturnType<typeof setUp>, tileId: string): void {
  const { way, leftMs } = patrolAt(route(tileId), epochMs());
  vi.advanceTimersByTime(way < 1 ? leftMs + 1000 : Math.max(0, leftMs - 1000));
  expect(now(tileId)?.heldAtMs).toBeNull();
}

describe("a patrol on a tile", () => {
  test("begins with its player, says its stop as it changes, and the stage gets it whole", () => {
    const rig = setUp();
    const tile = rig.tileOf("round");
    expect(rig.now(tile)).toMatchObject({ id: "round", heldAtMs: null });
    toStay(rig, tile);
    const before = rig.now(tile)?.stop ?? -1;
    expect(tileDewarp(rig.sources(), tile)?.view.pan).toBe([10, 100][before]);
    vi.advanceTimersByTime(7000);
    expect(rig.now(tile)?.stop).toBe(1 - before);
    const [drawn] = rig.drawn();
    expect(drawn).toMatchObject({ name: "Hall · Round", badges: ["<patrols.mark>"] });
    expect(drawn?.patrol?.route).toMatchObject({ glideMs: 2000, steps: false, stops: [{ dwellMs: 5000 }, {}] });
    expect(rig.drawn(false)[0]?.patrol?.route.steps).toBe(true);
    rig.end();
  });

  test("waits where a hand has stopped it, also between two views, and goes on half a minute after the last hand", () => {
    const rig = setUp();
    const { patrols, playerActions, stores } = rig;
    const tile = rig.tileOf("round");
    toStay(rig, tile);
    vi.advanceTimersByTime(patrolAt(rig.route(tile), epochMs()).leftMs + 700);
    const gliding = patrolLook("ceiling", rig.route(tile), { atMs: 0, from: null }, epochMs())?.look.view.pan ?? 0;
    patrols.hold(tile);
    expect(tileDewarp(rig.sources(), tile)?.view.pan).toBeCloseTo(gliding);
    expect([10, 100]).not.toContain(Math.round(gliding));
    expect(rig.drawn()[0]).toMatchObject({ badges: ["<patrols.heldMark>"], patrol: null });
    vi.advanceTimersByTime(PATROL_RESUME_MS - 1000);
    const turned = tileDewarp(rig.sources(), tile);
    if (turned) playerActions.setDewarp(tile, { ...turned, view: { ...turned.view, pan: 200 } });
    vi.advanceTimersByTime(PATROL_RESUME_MS - 1000);
    expect(rig.now(tile)?.heldAtMs).not.toBeNull();
    vi.advanceTimersByTime(1500);
    // Back from what the hand has left.
    expect(rig.now(tile)).toMatchObject({ heldAtMs: null, start: { from: { view: { pan: 200 } } } });
    expect(stores.players.get().byTile[tile]?.dewarp).toBeNull();
    rig.end();
  });

  test("is held and let go by a key, and Home leads back to it", () => {
    const rig = setUp();
    const tile = rig.tileOf("round");
    rig.patrols.toggle(tile);
    expect(rig.now(tile)?.heldAtMs).not.toBeNull();
    rig.patrols.toggle(tile);
    expect(rig.now(tile)?.heldAtMs).toBeNull();
    rig.patrols.hold(tile);
    rig.playerActions.setDewarp(tile, null);
    expect(rig.now(tile)?.heldAtMs).toBeNull();
    rig.end();
  });

  test("of a perspective and a panorama shows each in its mode, also when it is held there", () => {
    const rig = setUp();
    const tile = rig.tileOf("mixed");
    toStay(rig, tile);
    if (rig.now(tile)?.stop === 0) vi.advanceTimersByTime(7000);
    expect(tileDewarp(rig.sources(), tile)).toMatchObject({ mode: 2, shift: 30 });
    const steps = rig.stores.stage.get().history.past.length;
    rig.patrols.hold(tile);
    expect(rig.stores.stage.get().grid.cells[0]?.dewarpMode).toBe(2);
    expect(rig.stores.stage.get().history.past.length).toBe(steps);
    expect(tileDewarp(rig.sources(), tile)).toMatchObject({ mode: 2, shift: 30 });
    rig.end();
  });

  test("is begun on a tile from what it shows, ends with another view, and is kept in a saved stage", () => {
    const rig = setUp();
    const tile = rig.tileOf("door");
    rig.patrols.run(tile, "round");
    expect(rig.now(tile)?.start.from?.view.pan).toBe(100);
    const told = () => rig.stores.stage.get().changed?.step;
    expect(told()).toBe("patrol");
    const saved = toStageMatrix(rig.stores.stage.get().grid);
    expect(saved[0]?.[0]?.view).toEqual({ patrol: "round" });
    expect(readStageMatrix(JSON.parse(JSON.stringify(saved)))).toMatchObject({
      value: { grid: { cells: [{ view: { patrol: "round" } }] } },
    });
    rig.actions.showView(tile, null);
    expect(told()).toBe("patrolEnd");
    rig.actions.undo();
    rig.actions.showView(tile, "till");
    expect(told()).toBe("view");
    expect(rig.now(tile)).toBeNull();
    expect(rig.drawn()[0]).toMatchObject({ badges: [], patrol: null, name: "Hall · till" });
    rig.end();
  });

  test("whose views are gone leaves the camera's own view", () => {
    const rig = setUp();
    expect(rig.actions.addView("blind")).toBeNull();
    const tile = rig.tileOf("round");
    rig.stores.views.change((facts) => void (facts.list = []));
    expect(rig.now(tile)).toBeNull();
    expect(tileDewarp(rig.sources(), tile)?.view.pan).toBe(DEFAULT_DEWARP_CONFIG.defaultPerspectiveView.pan);
    rig.end();
  });
});
