import { expect, test } from "vitest";
import { addCamera, addCameraAt } from "#domain/stage-grid/edit.ts";
import { emptyGrid } from "#domain/first-facts.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createServerStore } from "#state/server-store.ts";
import { laneStreams } from "#state/timeline-lanes.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";

const base = createCameraStore().get();

const cameras = (list: readonly { id: string; playback?: boolean }[]) => ({
  ...base,
  byKey: Object.fromEntries(
    list.map(({ id, playback = true }) => [
      `1/${id}`,
      { ...cameraFacts(id), actions: { ...cameraFacts(id).actions, playback } },
    ]),
  ),
});

test("each camera of the stage has one lane, in reading order; without playback none", () => {
  let { grid } = addCameraAt(emptyGrid, { camera: { id: "a", orchidId: "1" } }, { row: 0, column: 1 });
  for (const id of ["b", "c", "a"]) ({ grid } = addCamera(grid, { camera: { id, orchidId: "1" } }));
  const known = cameras([{ id: "a" }, { id: "b", playback: false }, { id: "c" }]);
  const lanes = laneStreams({ grid, focusedTileId: null }, known, createServerStore().get(), "all").map(
    (lane) => lane.streamId,
  );
  expect(lanes.toSorted()).toEqual(["sa", "sc"]);
});

test("the selected camera alone, all when none is selected", () => {
  const one = addCamera(emptyGrid, { camera: { id: "a", orchidId: "1" } });
  const two = addCamera(one.grid, { camera: { id: "c", orchidId: "1" } });
  const known = cameras([{ id: "a" }, { id: "c" }]);
  const of = (focusedTileId: string | null) =>
    laneStreams({ grid: two.grid, focusedTileId }, known, createServerStore().get(), "selected").map(
      (lane) => lane.name,
    );
  expect(of(two.cell.id)).toEqual(["Camera c"]);
  expect(of(null)).toHaveLength(2);
});
