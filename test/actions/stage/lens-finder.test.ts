import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLensFinder } from "#actions/stage/lens-finder.ts";
import { fail, ok } from "#base/result.ts";
import type { FoundCircle } from "#domain/dewarp/circle/circle.ts";
import { DEFAULT_DEWARP_CONFIG } from "#domain/dewarp/config.ts";
import { DEFAULT_LENS, type Lens } from "#domain/dewarp/lens.ts";
import { emptyGrid } from "#domain/first-facts.ts";
import { addCamera } from "#domain/stage-grid/edit.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createPlayerStore } from "#state/stage/player-store.ts";
import { createStageStore } from "#state/stage/stage-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import type { HttpClient } from "#transport/http.ts";
import { Throttle } from "#transport/throttle.ts";
import { noResponse } from "#transport/http-failure.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  // The content of the pictures does not matter here: no circle is detected in them.
  vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 4, height: 4, close: () => undefined }));
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      getContext = () => null;
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A fisheye without a known lens on the stage; `reachable`: its stream gives pictures. */
function rig({ circle = null as FoundCircle | null, saved = null as Lens | null, mayConfigure = true } = {}) {
  const stage = createStageStore();
  const cameras = createCameraStore();
  const players = createPlayerStore();
  const scene = { reachable: false, asked: 0 };
  const blob = () => {
    scene.asked += 1;
    return Promise.resolve(scene.reachable ? ok(new Blob(["x"])) : fail(noResponse));
  };
  const storage = { read: () => null, write: () => true };
  const http = { blob, ownerOf: () => "" } as unknown as HttpClient;
  createLensFinder({
    http,
    stage,
    cameras,
    players,
    storage,
    throttle: new Throttle(3),
    findCircle: () => Promise.resolve(circle),
    mayConfigure: () => mayConfigure,
  });
  const setState = (state: "running" | "error"): void =>
    cameras.change(({ byKey }) => {
      byKey["1/1"] = {
        ...cameraFacts("1"),
        state,
        dewarp: { ...DEFAULT_DEWARP_CONFIG, lens: saved },
      } as (typeof byKey)[string];
    });
  setState("error");
  stage.change((facts) => {
    const { grid } = addCamera(emptyGrid, { camera: { id: "1", orchidId: "1" } });
    facts.grid = { ...grid, cells: grid.cells.map((cell) => ({ ...cell, dewarpMode: 1 })) };
  });
  const setSize = (widthPx: number | null, heightPx: number | null): void =>
    cameras.change(({ byKey }) => {
      const id = byKey["1/1"]?.primaryStreamId ?? "";
      const streams = [{ id, name: "main", active: true, widthPx, heightPx, framesPerSecond: 10 }];
      Object.assign(byKey, { "1/1": { ...byKey["1/1"], streams } });
    });
  let touches = 0;
  /** causes a change of the stage */
  const touch = (): void => stage.change((facts) => void (facts.hoveredTileId = `${(touches += 1)}`));
  const pass = async (ms: number): Promise<void> => {
    // The code of the search is loaded when it is first needed.
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { scene, players, setState, setSize, touch, pass };
}

test("a camera that is away at the first look is searched when it is back, and then once", async () => {
  const { scene, players, setState, touch, pass } = rig();
  await pass(10_000);
  expect(scene.asked).toBe(4);
  expect(players.get().lenses["1/1"]).toBeNull();
  // It is still not reachable: changes of the stage cause no further requests.
  touch();
  await pass(10_000);
  expect(scene.asked).toBe(4);
  scene.reachable = true;
  setState("running");
  await pass(10_000);
  expect(scene.asked).toBe(8);
  // Its pictures have been searched: it is not requested again.
  setState("error");
  setState("running");
  touch();
  await pass(60_000);
  expect(scene.asked).toBe(8);
});

test("a camera that only this browser did not reach is searched again later", async () => {
  const { scene, touch, pass } = rig();
  await pass(10_000);
  scene.reachable = true;
  await pass(30_000);
  expect(scene.asked).toBe(4);
  touch();
  await pass(10_000);
  expect(scene.asked).toBe(8);
});

test("a stream that comes in another size is searched again; one whose size was not known yet is not", async () => {
  const { scene, setState, setSize, pass } = rig();
  scene.reachable = true;
  setState("running");
  setSize(null, null);
  await pass(40_000);
  const first = scene.asked;
  setSize(1600, 1600);
  await pass(40_000);
  expect(scene.asked).toBe(first);
  setSize(1920, 1080);
  await pass(40_000);
  expect(scene.asked).toBe(first + 4);
});

/** In a picture of 100 x 100. */
const round = { cx: 50, cy: 50, r: 50, error: 0.001, seen: 1 };
const withPictures = (): void => {
  vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 100, height: 100, close: () => undefined }));
  const context = {
    drawImage: () => undefined,
    getImageData: () => ({ data: new Uint8ClampedArray(100 * 100 * 4) }),
  };
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      getContext = () => context;
    },
  );
};

test.each<[string, Lens, boolean, readonly string[], number]>([
  ["elsewhere than it was saved", { ...DEFAULT_LENS, radius: 0.45 }, true, ["1/1"], 1],
  ["where it was saved", DEFAULT_LENS, true, [], 1],
  ["elsewhere, for somebody who may not save it", { ...DEFAULT_LENS, radius: 0.45 }, false, [], 0],
])("a saved circle that the picture shows %s", async (_name, saved, mayConfigure, moved, asked) => {
  withPictures();
  const { scene, players, setState, pass } = rig({ circle: round, saved, mayConfigure });
  scene.reachable = true;
  setState("running");
  await pass(40_000);
  expect(players.get().movedCircles).toEqual(moved);
  expect(players.get().lenses).toEqual({});
  // The first ask of the camera that was away, and one for what it shows.
  expect(scene.asked > 0).toBe(asked > 0);
});
