/** The cycle of stages: which stage follows, when, and what makes the cycle wait. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { StageServer, savedCell } from "./stage-server.ts";

let server: StageServer;
beforeEach(async () => void (server = await StageServer.open()));
afterEach(() => server.close());

describe("the cycle", () => {
  test("starts at once, skips excluded stages and those that cannot be shown, and is kept per user", async () => {
    const kept = new Map<string, string>();
    const set = await server.user(null, kept);
    const stop = set.actions.run();
    set.actions.setSpeed(5);
    expect(set.saved.get().cycle.currentStage).toBe("a");
    stop();
    set.actions.setExcluded("b", true);
    expect(JSON.parse(kept.get("proscenium.cycle.u") ?? "")).toEqual({
      speed: 5,
      currentStage: "a",
      excludeFromCycle: { b: true },
    });
    const next = await server.user(null, kept);
    expect(next.saved.get().cycle).toMatchObject({ speed: 5, excludeFromCycle: { b: true } });
    set.actions.restore("u", "beside");
    // A kiosk skips the same stages, and does not cycle by itself.
    expect(set.saved.get().cycle).toEqual({ speed: 0, currentStage: null, excludeFromCycle: { b: true } });
  });

  /** Cycles every five seconds, with fake time. */
  async function cycling() {
    const all = await server.user();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const stop = all.actions.run();
    all.actions.setSpeed(5);
    return { ...all, stop, current: () => all.saved.get().cycle.currentStage };
  }

  test("goes on at each interval, round the end, past what cannot be shown; a choice by hand restarts the interval", async () => {
    const { actions, skipped, shown, stageStore, current, stop } = await cycling();
    expect(current()).toBe("a");
    vi.advanceTimersByTime(4_999);
    expect(current()).toBe("a");
    vi.advanceTimersByTime(1);
    expect([current(), shown()]).toEqual(["b", ["2", "99"]]);
    vi.advanceTimersByTime(5_000);
    expect([current(), skipped.length]).toEqual(["a", 1]);
    vi.advanceTimersByTime(3_000);
    actions.select("b");
    vi.advanceTimersByTime(4_000);
    expect(current()).toBe("b");
    // Nobody loses the item that they drag.
    const tileId = stageStore.get().grid.cells[0]?.id ?? "";
    stageStore.change((facts) => {
      facts.drag = { kind: "move", tileId, point: { x: 0, y: 0 }, grab: { x: 0, y: 0 }, target: null };
    });
    vi.advanceTimersByTime(5_000);
    expect(current()).toBe("b");
    stageStore.change((facts) => {
      facts.drag = null;
    });
    vi.advanceTimersByTime(1_000);
    expect(current()).toBe("a");
    stop();
    vi.advanceTimersByTime(60_000);
    expect(current()).toBe("a");
  });

  test("that is restored while the stage is open goes round: the user's own comes after an address that had none", async () => {
    const { actions, saved, kept } = await server.user();
    kept.set("proscenium.cycle.u", JSON.stringify({ speed: 5, currentStage: "a", excludeFromCycle: {} }));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      actions.restore("u", "beside");
      const stop = actions.run();
      actions.restore("u");
      vi.advanceTimersByTime(5_000);
      expect(saved.get().cycle.currentStage).toBe("b");
      stop();
    } finally {
      vi.useRealTimers();
    }
  });

  test.each(["kiosk", "own"] as const)(
    "alone in its cycle a stage comes round to itself in a kiosk only: %s",
    async (opening) => {
      server.stages = server.stages.filter(({ id }) => id === "a");
      const { actions, stage, shown, current } = await cycling();
      stage.restore("u", opening);
      actions.select("a");
      server.stages = [{ id: "a", name: "Stage 2", shared: true, stageMatrix: [[savedCell("3")]] }];
      await actions.load();
      expect(shown()).toEqual(["1", "2"]);
      vi.advanceTimersByTime(5_000);
      expect([current(), shown()]).toEqual(["a", opening === "kiosk" ? ["3"] : ["1", "2"]]);
    },
  );

  test("brings each stage with its own views of one camera", async () => {
    const patrol = { patrol: "round" };
    server.stages = [
      { id: "a", name: "Stage 2", shared: true, stageMatrix: [[{ ...savedCell("1"), view: { id: "till" } }]] },
      {
        id: "b",
        name: "stage 10",
        shared: false,
        stageMatrix: [
          [{ ...savedCell("1"), view: { id: "door" } }, { ...savedCell("1"), view: patrol }, savedCell("1")],
        ],
      },
    ];
    const { stageStore, current } = await cycling();
    const views = () => stageStore.get().grid.cells.map(({ view }) => view ?? null);
    const first = stageStore.get().grid.cells[0]?.id;
    expect([current(), views()]).toEqual(["a", [{ id: "till" }]]);
    vi.advanceTimersByTime(5_000);
    expect([current(), views()]).toEqual(["b", [{ id: "door" }, patrol, null]]);
    // Another tile, so that nothing that a hand has turned comes along.
    expect(stageStore.get().grid.cells.map(({ id }) => id)).not.toContain(first);
    vi.advanceTimersByTime(5_000);
    expect([current(), views()]).toEqual(["a", [{ id: "till" }]]);
  });

  test("waits while a tile's menu is open", async () => {
    const { actions, saved, stage, stageStore } = await server.user();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const stop = actions.run();
      actions.setSpeed(5);
      stage.setMenu({ tileId: stageStore.get().grid.cells[0]?.id ?? "", at: null });
      vi.advanceTimersByTime(6_000);
      expect(saved.get().cycle.currentStage).toBe("a");
      stage.setMenu(null);
      vi.advanceTimersByTime(1_000);
      expect(saved.get().cycle.currentStage).toBe("b");
      stop();
    } finally {
      vi.useRealTimers();
    }
  });

  test.each(["enlargedTileId", "fullTileId"] as const)(
    "waits for whoever looks at one tile alone: %s",
    async (which) => {
      const { stageStore, current, stop } = await cycling();
      const tileId = stageStore.get().grid.cells[0]?.id ?? "";
      stageStore.change((facts) => {
        facts[which] = tileId;
      });
      vi.advanceTimersByTime(20_000);
      expect(current()).toBe("a");
      stageStore.change((facts) => {
        facts[which] = null;
      });
      vi.advanceTimersByTime(1_000);
      expect(current()).toBe("b");
      stop();
    },
  );

  test("waits for whoever saves or exports what stands there", async () => {
    const { actions, current, stop } = await cycling();
    const release = [actions.hold(), actions.hold()];
    vi.advanceTimersByTime(20_000);
    release[0]?.();
    vi.advanceTimersByTime(20_000);
    expect(current()).toBe("a");
    release[1]?.();
    vi.advanceTimersByTime(1_000);
    expect(current()).toBe("b");
    stop();
  });

  test("two windows of one user: neither takes back what the other has chosen of the cycle", async () => {
    const kept = new Map<string, string>();
    const { actions: one } = await server.user(null, kept);
    const { actions: two } = await server.user(null, kept);
    one.setSpeed(5);
    one.setExcluded("x", true);
    two.setExcluded("b", true);
    expect(two.select("a").ok).toBe(true);
    expect((await server.user(null, kept)).saved.get().cycle).toEqual({
      speed: 5,
      currentStage: "a",
      excludeFromCycle: { x: true, b: true },
    });
    two.setExcluded("b", false);
    expect((await server.user(null, kept)).saved.get().cycle.excludeFromCycle).toEqual({ x: true });
  });
  test("of two windows one goes round and the other stands, also after they are loaded anew; what is excluded is so in both", async () => {
    const kept = new Map<string, string>();
    const [one, two] = [new Map<string, string>(), new Map<string, string>()];
    const { actions: round } = await server.user(null, kept, one);
    const { actions: still } = await server.user(null, kept, two);
    round.setSpeed(5);
    expect(still.select("a").ok).toBe(true);
    round.setExcluded("b", true);
    const cycle = async (own: Map<string, string>) => (await server.user(null, kept, own)).saved.get().cycle;
    expect(await cycle(one)).toEqual({ speed: 5, currentStage: null, excludeFromCycle: { b: true } });
    expect(await cycle(two)).toEqual({ speed: 0, currentStage: "a", excludeFromCycle: { b: true } });
    expect(await cycle(new Map())).toEqual({ speed: 5, currentStage: "a", excludeFromCycle: { b: true } });
  });
  test("a stored cycle that is not valid is ignored", async () => {
    const { saved } = await server.user(null, new Map([["proscenium.cycle.u", '{"speed":7,"currentStage":4']]));
    expect(saved.get().cycle).toEqual({ speed: 0, currentStage: null, excludeFromCycle: {} });
  });
});
