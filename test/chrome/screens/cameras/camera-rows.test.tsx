// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { STREAM_POLL_CAMERAS_MS } from "#domain/limits/administration.ts";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

/** How often the row of each stream was rendered. */
const drawn = vi.hoisted(() => new Map<string, number>());
vi.mock("#chrome/screens/stage/panel/use-preview.ts", () => ({
  usePreview: (_element: object, streamId: string | null) => {
    drawn.set(streamId ?? "none", (drawn.get(streamId ?? "none") ?? 0) + 1);
    return { kind: "unseen" };
  },
}));

const ids = ["1", "2", "3", "4", "5", "6"];
const camera = (id: string) => ({
  id: `c${id}`,
  name: `Camera ${id}`,
  driver: "ONVIF",
  primaryStream: { id: `s${id}` },
  streams: [{ id: `s${id}`, name: "Main", recordingConfiguration: { mode: "EMBEDDED_LITE_MODE" } }],
});
let states: Record<string, object>;
let cameras: readonly object[];
let server: FakeServer;
const passes = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
const polls = (): number => server.asked.filter(({ path }) => path === "/service/streams/status").length;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  states = Object.fromEntries(ids.map((id) => [`s${id}`, { id: `s${id}`, streamState: "running" }]));
  cameras = ids.map(camera);
  server = await fakeServer({
    "GET /service/cameras": () => ({ json: { cameras } }),
    "GET /service/streams/status": () => ({ json: { statuses: Object.values(states) } }),
  });
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await server.close();
});

/** Resolves once all are running. */
async function opened(): Promise<void> {
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/cameras");
  await screen.findByText("Camera 1");
  await passes(STREAM_POLL_CAMERAS_MS);
  await expect.poll(() => screen.getAllByText("running").length).toBe(ids.length);
  drawn.clear();
}

test("the first of very many cameras are there at once, and in the end also the one to which a link leads", async () => {
  cameras = Array.from({ length: 110 }, (_, i) => camera(`${i + 1}`));
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  const counts = new Set<number>();
  const observer = new MutationObserver(() => counts.add(document.querySelectorAll("[data-camera]").length));
  observer.observe(document.body, { subtree: true, childList: true });
  await product.go("/cameras?camera=c105");
  await expect.poll(() => document.querySelectorAll("[data-camera]").length, { timeout: 30_000 }).toBe(110);
  observer.disconnect();
  expect(Math.min(...[...counts].filter((count) => count > 0))).toBe(100);
  expect(document.querySelector("[data-camera=c105] [aria-expanded=true]")).not.toBeNull();
}, 40_000);

test("choosing one of many cameras draws its row anew, not the others", async () => {
  await opened();
  const box = within(screen.getByText("Camera 3").closest("li") ?? document.body).getByRole("checkbox");
  fireEvent.click(box);
  expect(box).toHaveProperty("checked", true);
  expect([...drawn.keys()]).toEqual(["s3"]);
  fireEvent.click(screen.getByRole("checkbox", { name: "Select all" }));
  expect(screen.getAllByRole<HTMLInputElement>("checkbox").every(({ checked }) => checked)).toBe(true);
});

test("states that are asked for anew draw the rows that have another one", async () => {
  await opened();
  const before = polls();
  const askedAnew = async (): Promise<number> => {
    await passes(STREAM_POLL_CAMERAS_MS);
    return polls() - before;
  };
  // Two more requests: the first of them was answered.
  await expect.poll(askedAnew, { timeout: 30_000 }).toBeGreaterThan(1);
  expect([...drawn.keys()]).toEqual([]);
  states.s5 = { id: "s5", streamState: "idle" };
  await expect
    .poll(async () => (await askedAnew()) && screen.queryAllByText("idle").length, { timeout: 30_000 })
    .toBe(1);
  // An idle stream has no picture.
  expect([...drawn.keys()]).toEqual(["none"]);
});

test("cameras of another recorder stand behind the own ones, say whose they are, and offer nothing that would be undone", async () => {
  const recordedFor = { id: "east", name: "East" };
  cameras = [{ ...camera("1"), recordedFor }, camera("2"), { ...camera("3"), recordedFor }];
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  // Not even a link leads to what cannot be done.
  await product.go("/cameras?camera=c1&dialog=name");
  const panel = (await screen.findByText(/^This camera belongs to East/)).closest("li") ?? document.body;
  const names = [...document.querySelectorAll("[data-camera]")].map((row) => row.getAttribute("data-camera"));
  expect(names).toEqual(["c2", "c1", "c3"]);
  // A heading, and each of both.
  expect(screen.getAllByText("Recorded for East")).toHaveLength(3);
  expect(within(panel).getByRole("button", { name: "Verify" })).toBeDefined();
  for (const name of [/^Edit camera name/, /^Delete/, /^Recover/, "Add stream", "Motion detection", /^Edit Main/])
    expect(within(panel).queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
  const box = (of: string) => screen.getByRole<HTMLInputElement>("checkbox", { name: `Select ${of}` });
  expect(box("Camera 1").disabled).toBe(true);
  fireEvent.click(screen.getByRole("checkbox", { name: "Select all" }));
  expect([box("Camera 1").checked, box("Camera 2").checked]).toEqual([false, true]);
});

test("a search keeps to the cameras that match, and only those are chosen and deleted", async () => {
  cameras = Array.from({ length: 12 }, (_, at) => ({
    ...camera(`${at + 1}`),
    configuration: { IPAddress: `10.0.0.${at + 1}` },
  }));
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/cameras");
  await screen.findByText("Camera 1");
  const shown = (): (string | undefined)[] =>
    [...document.querySelectorAll<HTMLElement>("[data-camera]")].map((row) => row.dataset.camera);
  fireEvent.click(screen.getByLabelText("Select all"));
  fireEvent.change(screen.getByLabelText("Search cameras"), { target: { value: "camera 10.0.0.1" } });
  expect(shown()).toEqual(["c1", "c10", "c11", "c12"]);
  expect(screen.getByText("4 of 12").tagName).toBe("OUTPUT");
  expect(screen.getByText("4 selected")).toBeTruthy();
  fireEvent.click(screen.getByText("Delete selected"));
  const asked = within(screen.getByRole("alertdialog"));
  expect(asked.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Camera 1",
    "Camera 10",
    "Camera 11",
    "Camera 12",
  ]);
});
