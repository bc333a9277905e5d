// @vitest-environment jsdom
import { Blob as NodeBlob } from "node:buffer";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { STREAM_CHECK_RUNNING_MS } from "#domain/limits/administration.ts";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

// jsdom does not draw.
vi.mock("#chrome/kit/canvas/pixi-canvas.tsx", () => ({ PixiCanvas: () => null }));
vi.mock("#chrome/kit/canvas/use-texture.ts", () => ({ useTexture: () => null }));

const recordingConfiguration = { mode: "ALL_FEATURES_MODE" };
const main = { id: "s1", name: "Main", configuration: {}, recordingConfiguration };
const camera = {
  id: "c1",
  name: "Gate",
  driver: "ONVIF",
  primaryStream: main,
  streams: [main, { ...main, id: "s2", name: "Small" }],
};

/** The parts of a canvas that the mask uses: whether a pixel is filled. */
class Painted {
  readonly width: number;
  readonly height: number;
  #filled = false;
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }
  getContext() {
    const { width, height } = this;
    return {
      fillRect: () => (this.#filled = true),
      clearRect: () => (this.#filled = false),
      putImageData: () => undefined,
      // at(x, y) and the whole share one state: a filled canvas is filled everywhere
      getImageData: () => ({ data: new Uint8ClampedArray(width * height * 4).fill(this.#filled ? 255 : 0) }),
    };
  }
  /** Node's own class, because Node sends it */
  convertToBlob(): Promise<NodeBlob> {
    return Promise.resolve(new NodeBlob(["png"], { type: "image/png" }));
  }
}

let state: string;
let server: FakeServer;
const asked = (call: string): number => server.asked.filter(({ method, path }) => `${method} ${path}` === call).length;
const isRunning = async (running: boolean): Promise<void> => {
  state = running ? "running" : "idle";
  const before = asked("GET /service/streams/s1/status") + asked("GET /service/streams/status");
  await act(() => vi.advanceTimersByTimeAsync(STREAM_CHECK_RUNNING_MS + 5_000));
  await expect
    .poll(() => asked("GET /service/streams/s1/status") + asked("GET /service/streams/status"))
    .toBeGreaterThan(before);
};
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const NOT_RUNNING = /is not running/;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  vi.stubGlobal("OffscreenCanvas", Painted);
  vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 4, height: 4, close: () => undefined }));
  state = "running";
  server = await fakeServer({
    "GET /service/cameras": { json: { cameras: [camera] } },
    "GET /service/streams/status": () => ({
      json: { statuses: ["s1", "s2"].map((id) => ({ id, streamState: state })) },
    }),
    "GET /service/streams/s1/status": () => ({ json: { id: "s1", streamState: state } }),
    "GET /service/streams/s2/status": () => ({ json: { id: "s2", streamState: state } }),
    "GET /service/streams/s1/frame": { text: "jpeg" },
    "GET /service/streams/s2/frame": { text: "jpeg" },
    "GET /service/cameras/c1/streams/s1/motion/mask": { status: 404, json: { code: "mask/none", reason: "none" } },
    "GET /service/cameras/c1/streams/s2/motion/mask": { status: 404, json: { code: "mask/none", reason: "none" } },
    "PUT /service/cameras/c1/streams/s1/motion/mask": { status: 204 },
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/cameras?camera=c1&dialog=motion");
  await screen.findByRole("dialog");
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await server.close();
});

test("a mask that is being painted outlives its stream: it is neither lost nor loaded anew, and it is saved", async () => {
  await expect.poll(() => button("Ignore everything").disabled).toBe(false);
  fireEvent.click(button("Ignore everything"));
  await isRunning(false);
  expect(screen.queryByText(NOT_RUNNING)).toBeNull();
  await isRunning(true);
  expect(asked("GET /service/streams/s1/frame")).toBe(1);
  expect(asked("GET /service/cameras/c1/streams/s1/motion/mask")).toBe(1);
  await isRunning(false);
  fireEvent.click(button("Save"));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(asked("PUT /service/cameras/c1/streams/s1/motion/mask")).toBe(1);
});

test("a picture that nobody has painted on goes with its stream, and comes again with it", async () => {
  await expect.poll(() => button("Ignore everything").disabled).toBe(false);
  await isRunning(false);
  expect(await screen.findByText(NOT_RUNNING)).toBeTruthy();
  expect(button("Ignore everything").disabled).toBe(true);
  await isRunning(true);
  await expect.poll(() => button("Ignore everything").disabled).toBe(false);
  expect(asked("GET /service/streams/s1/frame")).toBe(2);
});
