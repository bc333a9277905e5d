/** Rules that run at every pointer move, key or typed letter, with realistic sizes, compared with plain baselines. */
import { addCamera, moveCell, removeCell } from "#domain/stage-grid/edit.ts";
import { emptyGrid } from "#domain/first-facts.ts";
import type { StageGrid } from "#domain/stage-grid/grid.ts";
import { dropTarget, layoutStage } from "#domain/stage-grid/layout.ts";
import { readStageMatrix, toStageMatrix } from "#domain/stage-grid/wire.ts";
import { filterCameras } from "#domain/panel.ts";
import { compare, report } from "../support/suite.ts";

function wallOf(cells: number): StageGrid {
  let grid = emptyGrid;
  for (let id = 0; id < cells; id++)
    grid = addCamera(grid, { camera: { id: String(id), orchidId: "1" }, dewarpMode: 0 }).grid;
  return grid;
}
const CONTAINER = { width: 1600, height: 900 };
const [small, large] = [wallOf(4), wallOf(64)];
const edit = (grid: StageGrid) => (): void => {
  const moved = moveCell(grid, "cell-1", { row: 1, column: 1 }).grid;
  addCamera(removeCell(moved, "cell-2"), { camera: { id: "new", orchidId: "1" }, dewarpMode: 0 });
};
const point = (grid: StageGrid) => (): void => {
  const layout = layoutStage(grid, CONTAINER);
  for (let at = 0; at < 20; at++) dropTarget(grid, layout, { x: 80 * at, y: 45 * at });
};
const stored = JSON.stringify(toStageMatrix(large));
const cameras = Array.from({ length: 2000 }, (_, at) => ({ name: `Building ${at % 40}, Gate ${at}, Überwachung` }));

report(
  compare([
    {
      name: "an edit of a wall of 64 cells / of 4 cells (16 times as many)",
      baseline: { name: "4 cells", run: edit(small) },
      candidate: { name: "64 cells", run: edit(large) },
      target: 20,
    },
    {
      name: "twenty pointer moves over a wall of 64 cells / of 4 cells",
      baseline: { name: "4 cells", run: point(small) },
      candidate: { name: "64 cells", run: point(large) },
      target: 20,
    },
    {
      name: "reading a stored stage of 64 cells, checked / JSON.parse of its text",
      baseline: { name: "JSON.parse", run: () => void JSON.parse(stored) },
      candidate: { name: "read and check", run: () => void readStageMatrix(JSON.parse(stored)) },
      target: 5,
    },
    {
      name: "searching 2,000 cameras without case and accents / String.includes",
      baseline: { name: "includes", run: () => void cameras.filter((camera) => camera.name.includes("gate 1")) },
      candidate: { name: "filterCameras", run: () => void filterCameras(cameras, ["uberw"], "gate 1") },
      target: 5,
    },
  ]),
);
