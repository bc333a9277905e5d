import { failure } from "#domain/failures/failure.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createStageActions } from "#actions/stage/stage-actions.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createStageStore } from "#state/stage/stage-store.ts";
import { createViewStore } from "#state/stage/view-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** `own`: the window's own storage. */
function setUp(
  kept = new Map<string, string>(),
  maxPlayerCount: number | null = null,
  own = new Map<string, string>(),
) {
  let most = maxPlayerCount;
  const cameras = createCameraStore();
  cameras.change((facts) => {
    for (let id = 1; id <= 9; id++) facts.byKey[`1/${id}`] = cameraFacts(String(id)) as (typeof facts.byKey)[string];
  });
  const stage = createStageStore();
  const dialogs = createDialogStore();
  const log: string[] = [];
  let full = false;
  const actions = createStageActions({
    stage,
    cameras,
    views: createViewStore(),
    dialogs,
    storage: {
      read: (key) => kept.get(key) ?? null,
      write: (key, value) => {
        if (!full) kept.set(key, value);
        return !full;
      },
    },
    windowStorage: { read: (key) => own.get(key) ?? null, write: (key, value) => Boolean(own.set(key, value)) },
    maxPlayerCount: () => most,
    text: (which) => which,
    log: (message) => log.push(message),
  });
  return { stage, dialogs, actions, kept, log, fill: () => (full = true), allow: (count: number) => (most = count) };
}
const cells = (set: ReturnType<typeof setUp>) => set.stage.get().grid.cells.map((cell) => cell.camera.id);

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

describe("keeping the stage per user", () => {
  test("written 1000 ms after the last change, once, and read back", () => {
    const set = setUp();
    set.actions.restore("anna");
    set.actions.add("1/1");
    vi.advanceTimersByTime(900);
    set.actions.add("1/2");
    vi.advanceTimersByTime(999);
    expect(set.kept.size).toBe(0);
    vi.advanceTimersByTime(1);
    expect([...set.kept.keys()]).toEqual(["proscenium.stage.anna"]);

    const again = setUp(set.kept);
    again.actions.restore("anna");
    expect(cells(again)).toEqual(["1", "2"]);
    again.actions.restore("ben");
    expect(cells(again), "another user has a stage of their own").toEqual([]);
  });

  test("a page that goes away writes at once", () => {
    const set = setUp();
    set.actions.restore("anna");
    set.actions.add("1/1");
    set.actions.flush();
    expect(set.kept.get("proscenium.stage.anna")).toContain('"id":"1"');
  });

  test.each(["{", "null", '{"stageMatrix":5}', '{"stageMatrix":[[{"camera":{"id":"1"},"columnSpan":-3}]]}'])(
    "corrupted storage %s: a message, an empty stage, the rest of the storage untouched, and a copy kept",
    (text) => {
      const set = setUp(
        new Map([
          ["proscenium.stage.anna", text],
          ["proscenium.stage.ben", "his"],
          ["other", "thing"],
        ]),
      );
      set.actions.restore("anna");
      expect(cells(set)).toEqual([]);
      expect(set.dialogs.get().queue).toEqual([{ kind: "message", title: "restoreTitle", text: "restoreFailed" }]);
      expect(set.kept.get("proscenium.stage.anna.unreadable")).toBe(text);
      expect(set.kept.get("proscenium.stage.ben")).toBe("his");
      expect(set.kept.get("other")).toBe("thing");
      set.actions.add("1/1");
      expect(cells(set)).toEqual(["1"]);
    },
  );

  test("a full storage is logged and harms nothing", () => {
    const set = setUp();
    set.actions.restore("anna");
    set.fill();
    set.actions.add("1/1");
    vi.advanceTimersByTime(1_000);
    expect(set.log).toEqual(["the stage could not be stored"]);
    expect(cells(set)).toEqual(["1"]);
  });

  describe("two windows of one user", () => {
    const opened = (kept: Map<string, string>, own: Map<string, string>) => {
      const set = setUp(kept, null, own);
      set.actions.restore("anna");
      return set;
    };
    const put = (set: ReturnType<typeof setUp>, ...cameras: string[]): void => {
      set.actions.clear();
      for (const camera of cameras) set.actions.add(camera);
      vi.advanceTimersByTime(1_000);
    };

    test("each finds its own stage again when it is loaded anew; one that is opened begins with what was kept last", () => {
      const kept = new Map<string, string>();
      const [one, two] = [new Map<string, string>(), new Map<string, string>()];
      const [left, right] = [opened(kept, one), opened(kept, two)];
      put(left, "1/1", "1/2");
      put(right, "1/3");
      expect(cells(opened(kept, one))).toEqual(["1", "2"]);
      expect(cells(opened(kept, two))).toEqual(["3"]);
      expect(cells(opened(kept, new Map()))).toEqual(["3"]);
      put(opened(kept, one), "1/4");
      expect(cells(opened(kept, two))).toEqual(["3"]);
      expect(cells(opened(kept, new Map()))).toEqual(["4"]);
    });

    test("one that has changed nothing since it was opened keeps what it shows", () => {
      const kept = new Map<string, string>();
      put(opened(kept, new Map()), "1/1");
      const own = new Map<string, string>();
      expect(cells(opened(kept, own))).toEqual(["1"]);
      put(opened(kept, new Map()), "1/2");
      expect(cells(opened(kept, own))).toEqual(["1"]);
    });

    test("one that has shown nothing yet begins with what another has kept", () => {
      const kept = new Map<string, string>();
      const own = new Map<string, string>();
      opened(kept, own);
      put(opened(kept, new Map()), "1/2");
      expect(cells(opened(kept, own))).toEqual(["2"]);
    });

    test("one that was cleared stays clear", () => {
      const kept = new Map<string, string>();
      const own = new Map<string, string>();
      put(opened(kept, own), "1/1");
      put(opened(kept, own));
      put(opened(kept, new Map()), "1/2");
      expect(cells(opened(kept, own))).toEqual([]);
    });

    test("a kiosk begins with what was kept last, and a window's own that makes no sense counts for nothing", () => {
      const kept = new Map<string, string>();
      const own = new Map<string, string>();
      put(opened(kept, own), "1/1");
      put(opened(kept, new Map()), "1/2");
      const kiosk = setUp(kept, null, own);
      kiosk.actions.restore("anna", "own-kiosk");
      expect(cells(kiosk)).toEqual(["2"]);
      own.set("proscenium.stage.anna", "]]");
      expect(cells(opened(kept, own))).toEqual(["2"]);
    });

    test("another user of the same window begins with theirs", () => {
      const own = new Map<string, string>();
      put(opened(new Map(), own), "1/1");
      const ben = setUp(new Map(), null, own);
      ben.actions.restore("ben");
      expect(cells(ben)).toEqual([]);
    });
  });

  test("what is written as its user leaves is there for their next session", () => {
    const kept = new Map<string, string>();
    const set = setUp(kept);
    set.actions.restore("anna");
    set.actions.add("1/1");
    set.actions.flush();
    const next = setUp(kept);
    expect(cells(next)).toEqual([]);
    next.actions.restore("anna");
    expect(cells(next)).toEqual(["1"]);
  });
});
