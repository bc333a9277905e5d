import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setUp, cells } from "./stage-bench.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
