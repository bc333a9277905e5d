import { type CameraRef, cellStates, type StageGrid } from "#domain/stage-grid/grid.ts";

export const camera = (id: string | number): CameraRef => ({ id: String(id), orchidId: "1" });

/** "ab./.cc": letters are cameras, a repeated letter is a span, a dot is free. */
export function grid(picture: string): StageGrid {
  const lines = picture.split("/");
  const cells = [...new Set(picture.replaceAll(/[./]/g, ""))].sort().map((letter, index) => {
    const row = lines.findIndex((line) => line.includes(letter));
    const column = Math.min(...lines.filter((line) => line.includes(letter)).map((line) => line.indexOf(letter)));
    return {
      id: `cell-${index + 1}`,
      camera: camera(letter),
      row,
      column,
      rowSpan: lines.filter((line) => line.includes(letter)).length,
      columnSpan: (lines[row] ?? "").split("").filter((other) => other === letter).length,
      forceLbm: false,
      dewarpMode: 0 as const,
    };
  });
  return { rows: lines.length, columns: lines[0]?.length ?? 1, cells, nextId: cells.length + 1 };
}

export const picture = (of: StageGrid): string =>
  cellStates(of)
    .map((row) =>
      row
        .map((state) => (state.kind === "free" ? "." : (state.kind === "claimed" ? state.cell : state.by).camera.id))
        .join(""),
    )
    .join("/");

export const idOf = (of: StageGrid, letter: string): string =>
  of.cells.find((cell) => cell.camera.id === letter)?.id ?? "missing";
