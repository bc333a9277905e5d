import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addCamera, addCameraAt, moveCell, moveCellBy, removeCell, resizeCell, trim } from "#domain/stage-grid/edit.ts";
import { emptyGrid } from "#domain/first-facts.ts";
import { areasOverlap } from "#domain/stage-grid/grid.ts";
import { readStageMatrix, toStageMatrix } from "#domain/stage-grid/wire.ts";
import { camera, picture } from "./drawn-grid.ts";

describe("whatever is done to a stage", () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant("add" as const) }),
    fc.record({
      do: fc.constant("at" as const),
      row: fc.integer({ min: -1, max: 6 }),
      column: fc.integer({ min: -1, max: 6 }),
    }),
    fc.record({
      do: fc.constant("move" as const),
      which: fc.nat(),
      row: fc.integer({ min: -1, max: 6 }),
      column: fc.integer({ min: -1, max: 6 }),
    }),
    fc.record({
      do: fc.constant("by" as const),
      which: fc.nat(),
      way: fc.constantFrom("left" as const, "right" as const, "up" as const, "down" as const),
    }),
    fc.record({
      do: fc.constant("size" as const),
      which: fc.nat(),
      rows: fc.integer({ min: 0, max: 4 }),
      columns: fc.integer({ min: 0, max: 4 }),
    }),
    fc.record({ do: fc.constant("remove" as const), which: fc.nat() }),
  );

  test("nothing overlaps, nothing is lost, trimming twice changes nothing, the wire keeps it", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let stage = emptyGrid;
        const cameras = new Set<string>();
        let number = 0;
        for (const one of steps) {
          const id = "which" in one ? (stage.cells[one.which % Math.max(1, stage.cells.length)]?.id ?? "none") : "";
          if (one.do === "add" || one.do === "at") {
            const added = { camera: camera(++number) };
            stage = one.do === "add" ? addCamera(stage, added).grid : addCameraAt(stage, added, one).grid;
            cameras.add(String(number));
          } else if (one.do === "move") stage = moveCell(stage, id, one).grid;
          else if (one.do === "by") stage = moveCellBy(stage, id, one.way).grid;
          else if (one.do === "size") stage = resizeCell(stage, id, one.rows, one.columns).grid;
          else {
            cameras.delete(stage.cells.find((cell) => cell.id === id)?.camera.id ?? "");
            stage = removeCell(stage, id);
          }
          expect(new Set(stage.cells.map((cell) => cell.camera.id))).toEqual(cameras);
          for (const [index, cell] of stage.cells.entries()) {
            expect(cell.row >= 0 && cell.column >= 0 && cell.rowSpan >= 1 && cell.columnSpan >= 1).toBe(true);
            expect(cell.row + cell.rowSpan <= stage.rows && cell.column + cell.columnSpan <= stage.columns).toBe(true);
            for (const other of stage.cells.slice(index + 1)) expect(areasOverlap(cell, other)).toBe(false);
          }
          expect(trim(stage)).toBe(stage);
        }
        const read = readStageMatrix(toStageMatrix(stage));
        expect(read.ok && picture(read.value.grid)).toBe(picture(stage));
      }),
      { numRuns: 200 },
    );
  });
});
