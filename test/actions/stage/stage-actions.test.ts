import { failure } from "#domain/failures/failure.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setUp, cells } from "./stage-bench.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("editing", () => {
  test("add, move, swap, resize and close", () => {
    const set = setUp();
    set.actions.restore("u");
    const [a, b] = [set.actions.add("1/1"), set.actions.add("1/2")];
    expect(a).not.toBeNull();
    expect(cells(set)).toEqual(["1", "2"]);
    set.actions.move(a ?? "", { row: 0, column: 1 });
    const after = set.stage.get().grid.cells;
    expect(after.find((cell) => cell.id === a)?.column).toBe(1);
    expect(after.find((cell) => cell.id === b)?.column).toBe(0);
    set.actions.resize(b ?? "", 2, 1);
    expect(set.stage.get().grid.cells.find((cell) => cell.id === b)?.rowSpan).toBe(2);
    set.actions.resize(b ?? "", 1, 2);
    expect(set.stage.get().grid.cells.find((cell) => cell.id === b)?.rowSpan, "an overlap changes nothing").toBe(2);
    set.actions.close(a ?? "");
    expect(cells(set)).toEqual(["2"]);
    set.actions.clear();
    expect(cells(set)).toEqual([]);
  });

  test("another camera takes a tile's place and size, also where no further player may stand; one that is there changes places", () => {
    const set = setUp(new Map(), 2);
    set.actions.restore("u");
    const a = set.actions.add("1/1") ?? "";
    set.actions.add("1/2");
    set.actions.resize(a, 2, 1);
    set.actions.replace(a, "1/3");
    const [first, second] = set.stage.get().grid.cells;
    expect(first).toMatchObject({ camera: { id: "3" }, row: 0, column: 0, rowSpan: 2, columnSpan: 1 });
    expect(first?.id, "a new player").not.toBe(a);
    expect(set.dialogs.get().queue).toEqual([]);
    set.actions.replace(first?.id ?? "", "1/2");
    expect(set.stage.get().grid.cells.map(({ camera, column }) => [camera.id, column])).toEqual([
      ["3", second?.column],
      ["2", 0],
    ]);
    set.actions.undo();
    set.actions.undo();
    expect(cells(set)).toEqual(["1", "2"]);
    expect(set.stage.get().grid.cells[0]?.id, "its player again").toBe(a);
  });

  test("a camera that is not known cannot be added", () => {
    const set = setUp();
    expect(set.actions.add("1/99")).toBeNull();
  });

  test("beyond the server's limit: logged, said word for word, and nothing added", () => {
    const set = setUp(new Map(), 2);
    set.actions.add("1/1");
    set.actions.add("1/2");
    expect(set.actions.add("1/3")).toBeNull();
    expect(set.log).toEqual(["Camera limit reached"]);
    expect(set.dialogs.get().queue).toEqual([
      {
        kind: "message",
        title: "limitTitle",
        text: failure("stage/camera-limit", { n: 2 }),
        ofStage: true,
      },
    ]);
    expect(cells(set)).toHaveLength(2);
  });

  test("a limit that is known late, or is lowered, releases the players beyond it; a stage from storage as well", () => {
    const set = setUp();
    set.actions.restore("anna");
    for (const id of ["1/1", "1/2", "1/3"]) set.actions.add(id);
    set.actions.flush();
    set.allow(3);
    set.actions.enforceLimit();
    expect(set.dialogs.get().queue).toEqual([]);
    set.allow(2);
    set.actions.enforceLimit();
    expect(cells(set)).toHaveLength(2);
    expect(set.log).toEqual(["Camera limit reached"]);

    const again = setUp(set.kept, 1);
    again.actions.restore("anna");
    expect(cells(again)).toHaveLength(1);
    expect(again.dialogs.get().queue).toMatchObject([{ text: failure("stage/camera-limit", { n: 1 }) }]);
  });

  test.each([
    ["kiosk", ["WebGL"]],
    ["own", ["limitTitle", "WebGL"]],
  ] as const)(
    "what is said of a stage beyond the limit goes with the stage only where nobody closes it (%s)",
    (opening, left) => {
      const set = setUp(new Map(), 1);
      set.actions.restore("anna", opening);
      const cell = (id: string) => ({ camera: { id, orchidId: "1" }, columnSpan: 1, rowSpan: 1 });
      set.actions.show([[cell("1"), cell("2")]]);
      set.dialogs.change(({ queue }) => void queue.push({ kind: "message", title: "WebGL", text: "there is none" }));
      set.actions.show([[cell("1")]]);
      expect(set.dialogs.get().queue.map((each) => each.kind === "message" && each.title)).toEqual(left);
    },
  );

  test("a stage beyond the limit that comes round again and again is said once until it is closed", () => {
    const set = setUp(new Map(), 1);
    const cell = (id: string) => ({ camera: { id, orchidId: "1" }, columnSpan: 1, rowSpan: 1 });
    for (let round = 0; round < 5; round++) set.actions.show([[cell("1"), cell("2")]]);
    expect(cells(set)).toEqual(["1"]);
    expect(set.dialogs.get().queue).toHaveLength(1);
    set.dialogs.change((facts) => void (facts.queue = []));
    set.actions.show([[cell("1"), cell("2")]]);
    expect(set.dialogs.get().queue).toHaveLength(1);
  });

  test("closing the full-screen tile leaves full screen", () => {
    const set = setUp();
    const id = set.actions.add("1/1");
    set.actions.setFull(id);
    set.actions.hover(id);
    set.actions.close(id ?? "");
    expect(set.stage.get()).toMatchObject({ fullTileId: null, hoveredTileId: null });
  });
});
