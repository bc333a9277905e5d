import { expect, test } from "vitest";
import { addCamera, addCameraAt } from "#domain/stage-grid/edit.ts";
import { emptyGrid } from "#domain/first-facts.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createServerStore } from "#state/server-store.ts";
import { laneStreams, stillStreams } from "#state/timeline-lanes.ts";
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

test("stills come from the smallest stream, and from the primary one where that has none", () => {
  const stream = (id: string, widthPx: number | null) => ({
    ...cameraFacts("a").streams[0],
    id,
    widthPx,
    heightPx: widthPx,
  });
  const facts = cameraFacts("a");
  const streams = [stream("large", 1920), stream("small", 320), stream("unknown", null)] as typeof facts.streams;
  expect(stillStreams({ streams, primaryStreamId: "large" })).toEqual(["small", "large"]);
  expect(stillStreams({ streams: streams.slice(0, 1), primaryStreamId: "large" })).toEqual(["large"]);
  expect(stillStreams({ streams: streams.slice(2), primaryStreamId: null })).toEqual(["unknown"]);
  expect(stillStreams({ streams: [], primaryStreamId: null })).toEqual([]);
});

test("a lane is known by the primary stream, and has all streams of its camera", () => {
  const { grid } = addCamera(emptyGrid, { camera: { id: "a", orchidId: "1" } });
  const facts = cameraFacts("a");
  const stream = (id: string) => ({ ...facts.streams[0], id }) as (typeof facts.streams)[number];
  const byKey = { "1/a": { ...facts, primaryStreamId: "main", streams: [stream("small"), stream("main")] } };
  const lanes = laneStreams({ grid, focusedTileId: null }, { byKey }, createServerStore().get(), "all");
  expect(lanes).toMatchObject([{ streamId: "main", streams: ["main", "small"] }]);
});
