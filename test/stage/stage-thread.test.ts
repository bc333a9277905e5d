// @vitest-environment jsdom
/** The stage's worker side when no stage can be created, or when it cannot answer. */
import { beforeEach, expect, test, vi } from "vitest";
import type { FrameSource } from "#media/frame-source.ts";
import type { FromStageWorker, SourceRequest } from "#protocol/stage-worker.ts";
import type { StageCanvas } from "#stage/frame-picture.ts";
import { NoWebGl2 } from "#stage/gl/no-webgl2.ts";
import { deliver } from "#stage/stage-messages.ts";
import { StageRenderer } from "#stage/stage-renderer.ts";
import { StageThread, type ToStage } from "#stage/stage-thread.ts";
import { stageView } from "./support/views.ts";

const view = stageView(160, 90, []);
const told: FromStageWorker[] = [];
const sources: { readonly request: SourceRequest; stopped: boolean }[] = [];
const createSource = (request: SourceRequest): FrameSource => {
  const source = { request, stopped: false };
  sources.push(source);
  return { start: () => () => void (source.stopped = true) } as Partial<FrameSource> as FrameSource;
};
beforeEach(() => {
  told.length = 0;
  sources.length = 0;
  vi.restoreAllMocks();
});

/** A thread whose stage cannot be created. */
function broken(error: Error) {
  vi.spyOn(StageRenderer, "create").mockRejectedValue(error);
  const thread = new StageThread(createSource, (message) => void told.push(message));
  thread.receive({ type: "init", canvas: {} as StageCanvas, view });
  return thread;
}
const frames = (): ToStage => {
  const { port2: port } = new MessageChannel();
  return { type: "source-open", sourceId: "a", request: { kind: "frames", port } };
};

test.each([
  [new NoWebGl2("no context"), "no-webgl2"],
  [new Error("out of memory"), "other"],
])("a stage that cannot be made (%s) says why, once", async (error, cause) => {
  broken(error);
  await vi.waitFor(() => expect(told).toEqual([{ type: "failed", cause, reason: error.message }]));
});

test("what came before the failure and what comes after it is given back and answered", async () => {
  const thread = broken(new Error("broken"));
  const audio = new MessageChannel();
  const closed = new Promise((resolve) => audio.port1.addEventListener("close", resolve));
  const play = { timeMs: 0, rate: 1, paused: false, heightPx: 0 };
  const socket = { kind: "low-bandwidth", url: "ws://nobody", format: "fmp4", play, audio: audio.port2 } as const;
  thread.receive(frames());
  thread.receive({ type: "source-open", sourceId: "b", request: socket });
  thread.receive({ type: "snapshot", requestId: 1, tileId: "a" });
  await vi.waitFor(() => expect(told).toHaveLength(2));
  thread.receive(frames());
  thread.receive({ type: "view", view });
  thread.receive({ type: "when-idle", requestId: 2 });
  thread.receive({ type: "read-pixels", requestId: 3, rect: { x: 0, y: 0, width: 1, height: 1 } });
  expect(told.slice(1)).toEqual([1, 2, 3].map((requestId) => ({ type: "no-answer", requestId })));
  // The media socket is not even opened.
  expect(sources.map(({ request, stopped }) => [request.kind, stopped])).toEqual([
    ["frames", true],
    ["frames", true],
  ]);
  await closed;
  audio.port1.close();
});

test("a snapshot that fails is answered", async () => {
  const stage = { snapshot: () => Promise.reject(new RangeError("too large")) } as unknown as StageRenderer;
  deliver(stage, { type: "snapshot", requestId: 7, tileId: "a" }, (message) => void told.push(message));
  await vi.waitFor(() => expect(told).toEqual([{ type: "no-answer", requestId: 7 }]));
});
