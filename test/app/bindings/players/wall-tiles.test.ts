/** Which stream the tile of a fisheye asks for, by how it is shown. */
import { expect, test } from "vitest";
import { wallTiles } from "#app/bindings/players/wall-tiles.ts";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { homeState } from "#domain/dewarp/tile-dewarp.ts";
import { addCamera } from "#domain/stage-grid/edit.ts";
import { emptyGrid } from "#domain/first-facts.ts";
import { type ChoiceStream, chooseStreams } from "#domain/player/stream-choice.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { blankPlayer, createPlayerStore } from "#state/stage/player-store.ts";
import { createStageStore, type StageFacts } from "#state/stage/stage-store.ts";
import { createViewStore } from "#state/stage/view-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";

const streams: readonly ChoiceStream[] = [
  { id: "main", widthPx: 2048, heightPx: 2048, framesPerSecond: 15 },
  { id: "half", widthPx: 1024, heightPx: 1024, framesPerSecond: 15 },
  { id: "small", widthPx: 512, heightPx: 512, framesPerSecond: 15 },
];
const camera = { id: "1", orchidId: "1" };
const config = { ...DEFAULT_DEWARP_CONFIG, enable: true };

/** The first of four tiles of a fisheye on a stage of 1280 x 720. */
function streamOf(change: Partial<StageFacts>, mode: 0 | 1 | 2, zoom = 0.3): string | undefined {
  const stage = createStageStore();
  const cameras = createCameraStore();
  const players = createPlayerStore();
  cameras.change(({ byKey }) => void Object.assign(byKey, { "1/1": { ...cameraFacts("1"), dewarp: config } }));
  let grid = emptyGrid;
  for (let tile = 0; tile < 4; tile += 1) grid = addCamera(grid, { camera, dewarpMode: mode }).grid;
  const tileId = grid.cells[0]?.id ?? "";
  players.change(({ byTile }) => {
    const home = homeState(config);
    byTile[tileId] = { ...blankPlayer(tileId), dewarp: { ...home, view: { ...home.view, zoom } } };
  });
  const area = { ...stage.get().area, widthCss: 1280, heightCss: 720, devicePixelRatio: 1 };
  const own = Object.fromEntries(Object.entries(change).map(([name, id]) => [name, id === "first" ? tileId : id]));
  const facts = { ...stage.get(), grid, area, ...own };
  const sources = {
    grid,
    cameras: cameras.get(),
    players: players.get(),
    views: createViewStore().get(),
    dewarpMax: 16,
  };
  const tile = wallTiles(facts, sources).find(({ playerId }) => playerId === tileId);
  if (!tile) throw new Error("no tile");
  return chooseStreams([{ ...tile, id: tileId, visible: tile.onScreen, streams, current: null }]).get(tileId);
}

test.each([
  ["a wide view in its tile", {}, 1, 0.3, "half"],
  ["a closer one", {}, 1, 2, "main"],
  ["the round picture in its tile", {}, 0, 0.3, "small"],
  ["a wide view, enlarged", { enlargedTileId: "first" }, 1, 0.3, "main"],
  ["a wide view in full screen", { fullTileId: "first" }, 1, 0.3, "main"],
  ["a panorama, enlarged", { enlargedTileId: "first" }, 2, 0.3, "main"],
  ["a wide view beside an enlarged one", { enlargedTileId: "2" }, 1, 0.3, "half"],
] as const)("%s", (_name, change, mode, zoom, expected) => {
  expect(streamOf(change, mode, zoom)).toBe(expected);
});
