import { afterEach, expect, test, vi } from "vitest";
import { StageClient, type StageEvents } from "#stage/stage-client.ts";
import { painterFor, type StageThreadName, threadFor } from "#stage/thread-choice.ts";
import { flatFrame } from "./support/frames.ts";
import { stageView, theme, tileView } from "./support/views.ts";

const cell = { x: 0, y: 0, width: 160, height: 90 };
const whole = { x: 0, y: 0, width: 160, height: 90 };
const view = stageView(160, 90, [tileView("a", cell, { name: "Yard", frame: "focus" })]);

let client: StageClient | null = null;
afterEach(() => {
  client?.dispose();
  client = null;
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

function open(thread: StageThreadName) {
  const canvas = document.createElement("canvas");
  document.body.append(canvas);
  client = new StageClient(canvas, view, thread, "webgl2");
  return { client, canvas };
}

const next = <K extends keyof StageEvents>(
  from: StageClient,
  name: K,
  fits: (event: StageEvents[K]) => boolean = () => true,
): Promise<StageEvents[K]> =>
  new Promise((resolve) => {
    const off = from.on(name, (event) => {
      if (!fits(event)) return;
      off();
      resolve(event);
    });
  });

const first = (event: StageEvents["source"]): boolean => event.event.kind === "first-frame";

for (const thread of ["worker", "main"] as const) {
  test(`${thread}: starts, shows frames, answers, survives a lost context`, async () => {
    const { client: stage } = open(thread);
    const ready = next(stage, "ready");
    const shown = next(stage, "source", first);
    const { port1, port2 } = new MessageChannel();
    stage.openSource("a", { kind: "frames", port: port2 });
    const frame = flatFrame(64, 36, [40, 160, 90]);
    port1.postMessage({ frame, rtpTime: null }, [frame]);
    expect(await shown).toMatchObject({ sourceId: "a" });
    expect(await ready).toMatchObject({ thread, software: true });
    const pixels = await stage.readPixels(whole);
    expect(pixels && [...pixels.rgba.subarray((40 * 160 + 80) * 4, (40 * 160 + 80) * 4 + 4)]).toEqual([
      40, 160, 90, 255,
    ]);
    expect((await stage.snapshot("a"))?.type).toBe("image/png");

    const restored = next(stage, "context", (event) => event.state === "restored");
    stage.loseContext(10);
    await restored;
    expect((await stage.readPixels(whole))?.rgba).toEqual(pixels?.rgba);

    stage.closeSource("a", true);
    await stage.whenIdle();
    const empty = await stage.readPixels({ x: 80, y: 40, width: 1, height: 1 });
    expect(empty && [...empty.rgba]).toEqual([
      (theme.cell >> 16) & 255,
      (theme.cell >> 8) & 255,
      theme.cell & 255,
      255,
    ]);
    port1.close();
  });
}

test.each(["worker", "main"] as const)(
  "%s: says when the wall is drawn for the first time, no more black",
  async (thread) => {
    const canvas = document.createElement("canvas");
    document.body.append(canvas);
    client = new StageClient(canvas, stageView(160, 90, []), thread);
    await next(client, "drawn");
    const corner = await client.readPixels({ x: 0, y: 0, width: 1, height: 1 });
    const { background } = theme;
    expect([...(corner?.rgba ?? [])]).toEqual([background >> 16, (background >> 8) & 255, background & 255, 255]);
  },
);

test("a context that does not come back is told as a failure", async () => {
  const { client: stage } = open("worker");
  await next(stage, "ready");
  const failed = next(stage, "failed");
  stage.loseContext(-1);
  expect((await failed).cause).toBe("context-lost");
});

test("after dispose every question is answered", async () => {
  const { client: stage } = open("worker");
  const asked = stage.readPixels(whole);
  stage.dispose();
  expect(await asked).toBeNull();
  expect(await stage.snapshot("a")).toBeNull();
  await stage.whenIdle();
});

test("WebGL 2 is demanded and missing: told as such, frames that come are closed, questions are answered", async () => {
  const canvas = document.createElement("canvas");
  // A canvas keeps one kind of context for its whole life.
  canvas.getContext("2d");
  client = new StageClient(canvas, view, "main", "webgl2");
  const failed = next(client, "failed");
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => {
    port1.onmessage = (event) => resolve(event.data);
  });
  client.openSource("a", { kind: "frames", port: port2 });
  const asked = client.snapshot("a");
  expect(await failed).toMatchObject({ cause: "no-webgl2" });
  expect(await asked).toBeNull();
  expect(await client.snapshot("a")).toBeNull();
  // The sender is told to stop.
  expect(await answered).toBe(false);
  port1.close();
});

test("a canvas without WebGL 2 is drawn as a 2D canvas, and the page learns of it", async () => {
  const canvas = document.createElement("canvas");
  canvas.getContext("2d");
  client = new StageClient(canvas, view, "main");
  expect(await next(client, "ready")).toMatchObject({ painter: "canvas2d", software: true });
  await client.whenIdle();
  expect((await client.readPixels(whole))?.rgba.some((value) => value > 0)).toBe(true);
});

test("the worker draws a 2D canvas where it is asked to", async () => {
  const canvas = document.createElement("canvas");
  client = new StageClient(canvas, view, "worker", "canvas2d");
  expect(await next(client, "ready")).toMatchObject({ painter: "canvas2d", thread: "worker" });
});

test("a canvas that cannot be handed over is drawn by the page: on a 2D canvas where it may not compile", () => {
  const canvas = document.createElement("canvas");
  expect(threadFor(canvas)).toBe("worker");
  expect(threadFor(Object.setPrototypeOf(canvas, HTMLElement.prototype) as HTMLCanvasElement)).toBe("main");
  expect(painterFor("main", "auto")).toBe("auto");
  vi.spyOn(Reflect, "construct").mockImplementation(() => {
    throw new EvalError("the page's policy");
  });
  expect((["auto", "webgl2", "canvas2d"] as const).map((each) => painterFor("main", each))).toEqual([
    "canvas2d",
    "webgl2",
    "canvas2d",
  ]);
  expect(painterFor("worker", "auto")).toBe("auto");
});
