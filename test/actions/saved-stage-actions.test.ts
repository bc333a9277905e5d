import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createSavedStageActions } from "#actions/saved-stage-actions.ts";
import { createStageActions } from "#actions/stage-actions.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createSavedStageStore } from "#state/saved-stage-store.ts";
import { createStageStore } from "#state/stage-store.ts";
import { HttpClient } from "#transport/http.ts";
import { cameraFacts } from "#test/support/camera-facts.ts";

interface Saved {
  id: string;
  name: string;
  shared: boolean;
  stageMatrix: unknown;
}
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: Partial<Saved>;
}

let server: Server;
let stages: Saved[];
let asked: Asked[];
const cell = (id: string) => ({ camera: { id, orchidId: "1" }, columnSpan: 1, rowSpan: 1 });

beforeEach(async () => {
  stages = [
    { id: "b", name: "stage 10", shared: false, stageMatrix: [[cell("2"), cell("99")]] },
    { id: "a", name: "Stage 2", shared: true, stageMatrix: [[cell("1"), cell("2")]] },
    { id: "x", name: "Stage of the future", shared: false, stageMatrix: { version: 9 } },
  ];
  asked = [];
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      const body = (text === "" ? {} : JSON.parse(text)) as Partial<Saved>;
      const method = request.method ?? "";
      const path = request.url ?? "";
      asked.push({ method, path, body });
      const id = path.split("/").at(-1);
      response.setHeader("content-type", "application/json");
      if (method === "GET") response.end(JSON.stringify({ stages }));
      else if (method === "POST") response.end(JSON.stringify({ id: "n", shared: false, ...body }));
      else if (method === "PATCH") response.end(JSON.stringify({ ...stages.find((each) => each.id === id), ...body }));
      else response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

async function setUp(
  maxPlayerCount: number | null = null,
  kept = new Map<string, string>(),
  own = new Map<string, string>(),
) {
  const cameras = createCameraStore();
  cameras.change((facts) => {
    for (const id of ["1", "2", "3"]) facts.byKey[`1/${id}`] = cameraFacts(id) as (typeof facts.byKey)[string];
  });
  const stageStore = createStageStore();
  const dialogs = createDialogStore();
  const saved = createSavedStageStore();
  const storage = {
    read: (key: string) => kept.get(key) ?? null,
    write: (key: string, value: string) => {
      kept.set(key, value);
      return true;
    },
  };
  const stage = createStageActions({
    stage: stageStore,
    cameras,
    dialogs,
    storage,
    maxPlayerCount: () => maxPlayerCount,
    text: (which) => which,
    log: () => undefined,
  });
  const { port } = server.address() as AddressInfo;
  const http = new HttpClient({
    origin: `http://127.0.0.1:${port}`,
    token: () => null,
    onUnauthorized: () => undefined,
  });
  const skipped: string[] = [];
  const actions = createSavedStageActions({
    http,
    saved,
    stageStore,
    stage,
    storage,
    windowStorage: { read: (key) => own.get(key) ?? null, write: (key, value) => Boolean(own.set(key, value)) },
    onSkipped: (text) => skipped.push(text),
  });
  stage.restore("u");
  actions.restore("u");
  await actions.load();
  const shown = () => stageStore.get().grid.cells.map((each) => each.camera.id);
  return { actions, saved, stage, stageStore, dialogs, kept, skipped, shown };
}

describe("saved stages", () => {
  test("are listed by name, and one of another version takes none with it", async () => {
    const { saved } = await setUp();
    expect(saved.get().list.map((each) => each.name)).toEqual(["Stage 2", "stage 10", "Stage of the future"]);
  });

  test("that come after the sign-out are not for whoever signs in next", async () => {
    const { actions, saved } = await setUp();
    const answers = [actions.load(), actions.create("Gate", false), actions.setShared("a", false), actions.update("b")];
    actions.forget();
    await Promise.all(answers);
    expect(saved.get()).toMatchObject({ status: "idle", list: [], cycle: { currentStage: null }, ownerId: null });
    await actions.load();
    expect(saved.get()).toMatchObject({ status: "ready" });
    expect(saved.get().list).toHaveLength(3);
  });

  test("show on the stage; cameras on both keep their cells, missing ones keep their places", async () => {
    const { actions, saved, stage, stageStore, shown } = await setUp();
    const kept = stage.add("1/2");
    expect(actions.select("a")).toEqual({ ok: true, value: { missing: 0 } });
    expect(shown()).toEqual(["1", "2"]);
    expect(stageStore.get().grid.cells[1]?.id).toBe(kept);
    expect(new Set(stageStore.get().grid.cells.map((each) => each.id)).size).toBe(2);
    expect(actions.select("b")).toEqual({ ok: true, value: { missing: 1 } });
    expect(shown()).toEqual(["2", "99"]);
    expect(saved.get().cycle.currentStage).toBe("b");
  });

  test("are seen when they are chosen: a camera of both that was looked at alone takes its place again", async () => {
    const { actions, stage, stageStore } = await setUp();
    const both = stage.add("1/2");
    stage.setEnlarged(both);
    stage.setFull(both);
    actions.select("a");
    expect(stageStore.get().grid.cells.some(({ id }) => id === both)).toBe(true);
    expect(stageStore.get()).toMatchObject({ enlargedTileId: null, fullTileId: null });
  });

  test("of another version say so and leave the stage as it is", async () => {
    const { actions, shown, stage, stageStore } = await setUp();
    actions.select("a");
    const looked = stageStore.get().grid.cells[0]?.id ?? null;
    stage.setEnlarged(looked);
    const refused = actions.select("x");
    expect(refused.ok).toBe(false);
    expect(refused.ok ? "" : refused.error).toContain("another version");
    expect(shown()).toEqual(["1", "2"]);
    expect(stageStore.get().enlargedTileId).toBe(looked);
  });

  test("with more players than allowed release the rest with the text", async () => {
    const { actions, dialogs, shown } = await setUp(1);
    actions.select("a");
    expect(shown()).toEqual(["1"]);
    expect(dialogs.get().queue).toEqual([
      {
        kind: "message",
        title: "limitTitle",
        text: "You cannot view more than 1 players at a time. Please remove a player first and try again.",
        ofStage: true,
      },
    ]);
  });

  test("are created, edited by shadows, updated, shared and removed", async () => {
    const { actions, saved, stage } = await setUp();
    expect(await actions.create("  ", false)).toEqual({ ok: false, error: "Stage name is required." });
    stage.add("1/3");
    expect(await actions.create(" New ", false)).toEqual({ ok: true, value: null });
    expect(asked.at(-1)).toMatchObject({ method: "POST", body: { name: "New", shared: false } });
    expect(saved.get().cycle.currentStage).toBe("n");

    actions.beginEdit("b");
    actions.setShadow("b", { name: "" });
    expect(await actions.saveEdit("b")).toEqual({ ok: false, error: "Stage name is required." });
    actions.setShadow("b", { name: "Renamed", shared: true });
    expect((await actions.saveEdit("b")).ok).toBe(true);
    expect(asked.at(-1)).toMatchObject({ method: "PATCH", path: "/service/stages/b" });
    expect(asked.at(-1)?.body).toEqual({ name: "Renamed", shared: true });
    expect(saved.get().list.find((each) => each.id === "b")).toMatchObject({ name: "Renamed", shadowName: null });

    await actions.update("a");
    expect(JSON.stringify(asked.at(-1)?.body.stageMatrix)).toContain('"id":"3"');
    await actions.setShared("a", false);
    expect(asked.at(-1)?.body).toEqual({ shared: false });
    await actions.remove("a");
    expect(saved.get().list.some((each) => each.id === "a")).toBe(false);
    expect(saved.get().cycle.currentStage).toBeNull();
  });

  test("keep an open edit when the list is fetched again", async () => {
    const { actions, saved } = await setUp();
    actions.beginEdit("b");
    actions.setShadow("b", { name: "Half typed" });
    await actions.load();
    expect(saved.get().list.find((each) => each.id === "b")?.shadowName).toBe("Half typed");
    actions.cancelEdit("b");
    expect(saved.get().list.find((each) => each.id === "b")?.shadowName).toBeNull();
  });

  test("edited by two at a time: what the second has not touched is as the first made it", async () => {
    const { actions, saved } = await setUp();
    actions.beginEdit("b");
    actions.setShadow("b", { name: "Mine" });
    stages = stages.map((each) => (each.id === "b" ? { ...each, shared: true } : each));
    await actions.load();
    expect(saved.get().list.find((each) => each.id === "b")).toMatchObject({ shadowName: "Mine", shadowShared: true });
    await actions.saveEdit("b");
    expect(asked.at(-1)?.body).toEqual({ name: "Mine" });

    actions.beginEdit("a");
    actions.setShadow("a", { shared: false });
    stages = stages.map((each) => (each.id === "a" ? { ...each, name: "Theirs" } : each));
    await actions.load();
    await actions.saveEdit("a");
    expect(asked.at(-1)?.body).toEqual({ shared: false });
  });

  test.each(["create", "update"] as const)(
    "%s: another stage that comes while it is saved is the current one",
    async (how) => {
      const { actions, saved, shown } = await setUp();
      actions.select("b");
      const late = how === "create" ? actions.create("New", false) : actions.update("b");
      // By the cycle, or by hand.
      actions.select("a");
      expect(await late).toEqual({ ok: true, value: null });
      expect([saved.get().cycle.currentStage, shown()]).toEqual(["a", ["1", "2"]]);
    },
  );

  test("keep what is typed when an update that was begun before is answered", async () => {
    const { actions, saved } = await setUp();
    const late = actions.update("b");
    actions.beginEdit("b");
    actions.setShadow("b", { name: "Half typed" });
    await late;
    expect(saved.get().list.find((each) => each.id === "b")?.shadowName).toBe("Half typed");
  });
});

test("a list that comes after signing out is nobody's; whoever signs in next asks for their own", async () => {
  const { actions, saved } = await setUp();
  const late = actions.load();
  actions.forget();
  stages = [{ id: "n", name: "Theirs", shared: false, stageMatrix: [] }];
  await late;
  expect(saved.get()).toMatchObject({ status: "idle", list: [] });
  const slow = actions.load();
  actions.forget();
  await Promise.all([slow, actions.load()]);
  expect(saved.get().list.map(({ name }) => name)).toEqual(["Theirs"]);
});

describe("the cycle", () => {
  test("starts at once, skips excluded stages and those that cannot be shown, and is kept per user", async () => {
    const kept = new Map<string, string>();
    const set = await setUp(null, kept);
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
    set.actions.forget();
    expect(set.saved.get().cycle.speed).toBe(0);
    set.actions.restore("u");
    expect(set.saved.get().cycle).toMatchObject({ speed: 5, excludeFromCycle: { b: true } });
    set.actions.restore("u", "beside");
    // A kiosk passes the same stages over, and does not go round by itself.
    expect(set.saved.get().cycle).toEqual({ speed: 0, currentStage: null, excludeFromCycle: { b: true } });
  });

  /** Goes round each five seconds, in fast motion. */
  async function cycling() {
    const all = await setUp();
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
    // Nobody loses what hangs under the pointer.
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
    const { actions, saved, kept } = await setUp();
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
      stages = stages.filter(({ id }) => id === "a");
      const { actions, stage, shown, current } = await cycling();
      stage.restore("u", opening);
      actions.select("a");
      stages = [{ id: "a", name: "Stage 2", shared: true, stageMatrix: [[cell("3")]] }];
      await actions.load();
      expect(shown()).toEqual(["1", "2"]);
      vi.advanceTimersByTime(5_000);
      expect([current(), shown()]).toEqual(["a", opening === "kiosk" ? ["3"] : ["1", "2"]]);
    },
  );

  test("waits while a tile's menu is open", async () => {
    const { actions, saved, stage, stageStore } = await setUp();
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
    const { actions: one } = await setUp(null, kept);
    const { actions: two } = await setUp(null, kept);
    one.setSpeed(5);
    one.setExcluded("x", true);
    two.setExcluded("b", true);
    expect(two.select("a").ok).toBe(true);
    expect((await setUp(null, kept)).saved.get().cycle).toEqual({
      speed: 5,
      currentStage: "a",
      excludeFromCycle: { x: true, b: true },
    });
    two.setExcluded("b", false);
    expect((await setUp(null, kept)).saved.get().cycle.excludeFromCycle).toEqual({ x: true });
  });
  test("of two windows one goes round and the other stands, also after they are loaded anew; what is excluded is so in both", async () => {
    const kept = new Map<string, string>();
    const [one, two] = [new Map<string, string>(), new Map<string, string>()];
    const { actions: round } = await setUp(null, kept, one);
    const { actions: still } = await setUp(null, kept, two);
    round.setSpeed(5);
    expect(still.select("a").ok).toBe(true);
    round.setExcluded("b", true);
    const cycle = async (own: Map<string, string>) => (await setUp(null, kept, own)).saved.get().cycle;
    expect(await cycle(one)).toEqual({ speed: 5, currentStage: null, excludeFromCycle: { b: true } });
    expect(await cycle(two)).toEqual({ speed: 0, currentStage: "a", excludeFromCycle: { b: true } });
    expect(await cycle(new Map())).toEqual({ speed: 5, currentStage: "a", excludeFromCycle: { b: true } });
  });
  test("a kept cycle that is not one is none", async () => {
    const { saved } = await setUp(null, new Map([["proscenium.cycle.u", '{"speed":7,"currentStage":4']]));
    expect(saved.get().cycle).toEqual({ speed: 0, currentStage: null, excludeFromCycle: {} });
  });
});
