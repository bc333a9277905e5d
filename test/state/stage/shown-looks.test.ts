import { expect, test } from "vitest";
import { DEFAULT_DEWARP_CONFIG, type FisheyeLook } from "#domain/dewarp/config.ts";
import { homeState } from "#domain/dewarp/tile-dewarp.ts";
import { noZoom } from "#domain/first-facts.ts";
import type { CellView, ClaimedCell } from "#domain/stage-grid/grid.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { blankPlayer, type PlayerFacts } from "#state/stage/player-store.ts";
import { shownViewIds, unnamedLooks } from "#state/stage/shown-looks.ts";
import type { NamedView, Patrol } from "#state/stage/view-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";

const config = { ...DEFAULT_DEWARP_CONFIG, enable: true };
const look = (pan: number): FisheyeLook => ({
  mode: 1,
  view: { pan, tilt: 45, zoom: 1 },
  shift: 0,
  layout: "single",
  panoramaZoom: noZoom,
});
const camera = { id: "1", orchidId: "1" };
const named = (id: string, pan: number): NamedView => ({
  id,
  name: id,
  camera,
  look: look(pan),
  shared: false,
  editable: true,
  home: false,
});
const round: Patrol = {
  id: "round",
  name: "Round",
  camera,
  stops: ["till", "door"].map((viewId) => ({ viewId, dwellS: 5 })),
  glideS: 0,
  shared: false,
  editable: true,
};

interface Shown {
  readonly view?: CellView;
  readonly dewarpMode?: 0 | 1 | 2;
  /** turned by hand to this pan */
  readonly pan?: number;
}

function sources(shown: readonly Shown[]) {
  const cameras = createCameraStore();
  cameras.change(({ byKey }) => Object.assign(byKey, { "1/1": { ...cameraFacts("1"), dewarp: config } }));
  const cells = shown.map(
    ({ view, dewarpMode = 1 }, at): ClaimedCell => ({
      id: `t${at}`,
      camera,
      row: 0,
      column: at,
      rowSpan: 1,
      columnSpan: 1,
      forceLbm: false,
      dewarpMode,
      ...(view ? { view } : {}),
    }),
  );
  const byTile = Object.fromEntries(
    shown.map(({ pan }, at): [string, PlayerFacts] => [
      `t${at}`,
      {
        ...blankPlayer(`t${at}`),
        dewarp: pan === undefined ? null : { ...homeState(config), view: look(pan).view },
      },
    ]),
  );
  return {
    grid: { rows: 1, columns: 8, cells, nextId: 9 },
    cameras: cameras.get(),
    players: { byTile, lenses: {}, movedCircles: [], wall: null },
    views: { status: "ready" as const, failure: null, list: [named("till", 10), named("door", 20)], patrols: [round] },
    dewarpMax: 16,
  };
}
const pans = (shown: readonly Shown[]) => unnamedLooks(sources(shown), "1/1").map(({ view }) => view.pan);

test("what tiles show beside the named views: turned by hand, split, each once; a round picture is no look", () => {
  expect(pans([{ view: { id: "till" } }])).toEqual([]);
  expect(
    pans([{ view: { id: "till" }, pan: 70 }, { pan: 70 }, { view: { look: look(80) } }, { dewarpMode: 0 }]),
  ).toEqual([70, 80]);
  expect(pans([{ pan: 20 }])).toEqual([]);
  expect(unnamedLooks(sources([{ pan: 70 }]), "1/2")).toEqual([]);
});

test("the named views that tiles show are those of their patrols, too; a tile of none is said as well", () => {
  expect(shownViewIds(sources([{ view: { id: "door" } }]), "1/1")).toEqual(["door"]);
  expect(shownViewIds(sources([{ view: { patrol: "round" } }, { view: { id: "door" } }, {}]), "1/1")).toEqual([
    "till",
    "door",
    null,
  ]);
});
