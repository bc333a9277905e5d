// @vitest-environment jsdom
/** A camera of the side panel: when it waits for its picture, and when it is crossed out. */
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useProduct } from "#chrome/product.ts";
import { CameraItem } from "#chrome/screens/stage/panel/camera-item.tsx";
import { useFacts } from "#chrome/use-facts.ts";
import type { PanelLayout } from "#domain/panel.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { type Answer, fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

type Told = (entries: readonly Pick<IntersectionObserverEntry, "isIntersecting">[]) => void;

/** Everything is in sight. */
class Seen {
  readonly #told: Told;
  constructor(told: Told) {
    this.#told = told;
  }
  observe(): void {
    this.#told([{ isIntersecting: true }]);
  }
  disconnect(): void {}
}

// jsdom has no object URLs.
Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => undefined });
const KEY = cameraKey(cameraFacts("a"));
const refused = (code: string): Answer => ({ status: 409, json: { code, reason: "No.", params: {} } });
let frame: Answer;
let server: FakeServer;
beforeEach(async () => {
  frame = refused("stream/no-picture");
  server = await fakeServer({ "GET /service/streams/sa/frame": () => frame });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await server.close();
});

function Shown({
  layout = "big",
  onAdd = () => undefined,
}: {
  readonly layout?: PanelLayout;
  readonly onAdd?: () => void;
}) {
  const { stores } = useProduct();
  const camera = useFacts(stores.cameras, (facts) => facts.byKey[KEY]);
  return camera ? (
    <CameraItem
      camera={camera}
      layout={layout}
      onAdd={onAdd}
      onSelect={() => undefined}
      onArrow={() => undefined}
      onPointerDown={() => undefined}
    />
  ) : null;
}

async function open(state: CameraFacts["state"]) {
  const view = await renderStage(["a"], null, undefined, { origin: server.origin });
  const become = (next: CameraFacts["state"]) =>
    act(() => view.stores.cameras.change(({ byKey }) => void Object.assign(byKey[KEY] ?? {}, { state: next })));
  become(state);
  vi.stubGlobal("IntersectionObserver", Seen);
  view.show(<Shown />);
  return become;
}
const crossed = (): Element | null => document.querySelector("svg[class*=video-off]");
const turns = (): Element | null => document.querySelector("[class*=spinner]");

test("a camera that begins is waited for, and its picture is fetched at once when it runs", async () => {
  const become = await open("starting");
  await expect.poll(() => server.asked.length).toBe(1);
  await expect.poll(turns).not.toBeNull();
  expect(crossed()).toBeNull();
  frame = { text: "jpeg" };
  become("running");
  await expect.poll(() => screen.getByRole("button").querySelector("img"), { timeout: 2_000 }).not.toBeNull();
  expect(server.asked).toHaveLength(2);
});

test("a camera that may only be played back is crossed out, and no live picture of it is asked for", async () => {
  frame = { status: 403, json: { code: "access/denied", reason: "No.", params: {} } };
  const view = await renderStage(["a"], null, undefined, { origin: server.origin });
  const actions = { live: false, playback: true, ptz: false, export: false };
  act(() =>
    view.stores.cameras.change(({ byKey }) => void Object.assign(byKey[KEY] ?? {}, { state: "running", actions })),
  );
  vi.stubGlobal("IntersectionObserver", Seen);
  view.show(<Shown />);
  await expect.poll(crossed).not.toBeNull();
  expect(server.asked).toEqual([]);
});

test("a running camera without a picture yet is waited for; what failed is crossed out", async () => {
  await open("running");
  await expect.poll(() => server.asked.length).toBe(1);
  await expect.poll(turns).not.toBeNull();
  expect(crossed()).toBeNull();
  cleanup();
  frame = refused("stream/not-running");
  await open("restarting");
  await expect.poll(() => server.asked.length).toBe(2);
  await expect.poll(crossed).not.toBeNull();
  expect(turns()).toBeNull();
});

test("its picture is asked for at twice its own size, and anew in a layout that shows it larger", async () => {
  frame = { text: "jpeg" };
  const view = await renderStage(["a"], null, undefined, { origin: server.origin });
  vi.stubGlobal("IntersectionObserver", Seen);
  let width = 90;
  // The ratio of the picture itself; the item around it is as wide as the panel.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(function (this: HTMLElement) {
    return this.tagName === "SPAN" ? width : 320;
  });
  view.show(<Shown layout="mosaic" />);
  const sizes = (): unknown[] => server.asked.map(({ query }) => query.get("width"));
  await expect.poll(sizes).toEqual(["180"]);
  width = 290;
  view.show(<Shown layout="big" />);
  await expect.poll(sizes).toEqual(["180", "580"]);
});

test("Enter that is held puts the camera onto the stage once", async () => {
  const added = vi.fn();
  const view = await renderStage(["a"], null);
  vi.stubGlobal("IntersectionObserver", Seen);
  view.show(<Shown onAdd={added} />);
  const item = screen.getByRole("button");
  fireEvent.keyDown(item, { key: "Enter" });
  for (let times = 0; times < 3; times++) fireEvent.keyDown(item, { key: "Enter", repeat: true });
  expect(added).toHaveBeenCalledOnce();
});

test("a screen reader's click and Space put the camera onto the stage, a click of the mouse does not", async () => {
  const added = vi.fn();
  const view = await renderStage(["a"], null);
  vi.stubGlobal("IntersectionObserver", Seen);
  view.show(<Shown onAdd={added} />);
  const item = screen.getByRole("button");
  fireEvent.click(item, { detail: 1 });
  expect(added).not.toHaveBeenCalled();
  // In the form in which the browser sends it when nothing was pressed with a pointer.
  fireEvent.click(item, { detail: 0 });
  expect(added).toHaveBeenCalledOnce();
});

test("an idle camera is not asked for a picture; it is when its state changes", async () => {
  const become = await open("idle");
  const asks = (): number => server.asked.filter(({ path }) => path.startsWith("/service/streams/sa/frame")).length;
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(asks()).toBe(0);
  become("running");
  await vi.waitFor(() => expect(asks()).toBe(1));
});

test("a camera that is recorded for another recorder says for which", async () => {
  await open("running");
  expect(screen.getByRole("button").title).not.toContain("Recorded for");
  cleanup();
  const view = await renderStage(["a"], null, undefined, { origin: server.origin });
  act(() => view.stores.cameras.change(({ byKey }) => void Object.assign(byKey[KEY] ?? {}, { recordedFor: "East" })));
  view.show(<Shown layout="list" />);
  expect(screen.getByRole("button").title).toContain("\nRecorded for East\n");
  expect(screen.getByRole("button", { name: /, Recorded for East(,|$)/ })).toBeDefined();
  expect(screen.getByText("East")).toBeDefined();
});
