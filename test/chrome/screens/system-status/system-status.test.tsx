// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { STREAM_CHECK_RUNNING_MS, STREAM_POLL_STATUS_MS } from "#domain/limits/administration.ts";
import { de } from "#chrome/texts/de/all.ts";
import { en } from "#chrome/texts/parts/all.ts";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { type RenderOptions, renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

const cameraWith = (...ids: string[]) => {
  const streams = ids.map((id) => ({
    id,
    name: `Stream ${id}`,
    configuration: {},
    recordingConfiguration: { mode: "EMBEDDED_LITE_MODE" },
  }));
  return { id: "c1", name: "Gate", driver: "ONVIF", primaryStream: streams[0], streams };
};

let cameras: object[];
let running: readonly string[];
let isDown: boolean;
let trouble: object | null;
let server: FakeServer;
const down = { status: 503, json: { code: "server/busy", reason: "busy" } };
const status = (id: string) => ({ id, streamState: "running", trouble });
const asked = (path: string): number => server.asked.filter((one) => one.path === path).length;
const passes = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
const stateOf = (name: string) => screen.getByText(name).closest("tr")?.textContent;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  isDown = false;
  trouble = null;
  running = ["s1", "s2"];
  cameras = [cameraWith("s1", "s2")];
  const one = (id: string) => () => (isDown ? down : { json: status(id) });
  server = await fakeServer({
    "GET /service/cameras": () => ({ json: { cameras } }),
    "GET /service/streams/status": () => (isDown ? down : { json: { statuses: running.map(status) } }),
    "GET /service/streams/s1/status": one("s1"),
    "GET /service/streams/s2/status": one("s2"),
    "GET /service/server/utilization/disk": down,
    "GET /service/cameras/c1/verify": {
      json: {
        success: false,
        message: "The camera refused the username or password.",
        told: { code: "onvif/unauthorized", reason: "The camera refused the username or password.", params: {} },
      },
    },
  });
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await server.close();
});
const opened = async (words?: RenderOptions["words"]) => {
  const product = renderProduct({
    origin: server.origin,
    visitor: visitor("Administrator"),
    path: "/version",
    ...(words ? { words } : {}),
  });
  await product.go("/system-status");
  await screen.findByText("Gate/Stream s1");
  return product;
};

test("streams that come are known at once, those that go are asked for no more", async () => {
  const { events } = await opened();
  await passes(STREAM_POLL_STATUS_MS);
  await expect.poll(() => stateOf("Gate/Stream s1")).toContain("running");
  cameras = [cameraWith("s1", "s3")];
  running = ["s1", "s3"];
  await act(() => Promise.resolve(events.emit("cameras", null)));
  await screen.findByText("Gate/Stream s3");
  expect(screen.queryByText("Gate/Stream s2")).toBeNull();
  await passes(STREAM_POLL_STATUS_MS);
  await expect.poll(() => stateOf("Gate/Stream s3")).toContain("running");
  const before = asked("/service/streams/s1/status");
  await passes(STREAM_CHECK_RUNNING_MS + STREAM_POLL_STATUS_MS);
  await expect.poll(() => asked("/service/streams/s1/status")).toBeGreaterThan(before);
  expect(asked("/service/streams/s2/status")).toBe(0);
});

test("states that cannot be had at first are said of every stream, and come later", async () => {
  isDown = true;
  await opened();
  await passes(STREAM_POLL_STATUS_MS);
  await expect.poll(() => stateOf("Gate/Stream s1")).toContain("unable to retrieve");
  expect(stateOf("Gate/Stream s2")).toContain("unable to retrieve");
  isDown = false;
  await passes(STREAM_POLL_STATUS_MS);
  await expect.poll(() => stateOf("Gate/Stream s2")).toContain("running");
});

test("a license that waits for the restart: nothing runs where the one before was degraded, else all goes on", async () => {
  const { stores } = await opened();
  const pending = (licenseReason: string): void =>
    act(() =>
      stores.standing.change((facts) => Object.assign(facts, { licenseStatus: "pending_change", licenseReason })),
    );
  pending("");
  expect(screen.queryByRole("table", { name: /Active streams/ })).toBeTruthy();
  pending("license");
  expect(screen.queryByRole("table", { name: /Active streams/ })).toBeNull();
  expect(screen.getByText(/all streams are disabled/)).toBeTruthy();
});

test("why a stream does not run is said in the language of the page", async () => {
  trouble = {
    code: "camera/stalled",
    reason: "no data for 10 s",
    params: {},
    cause: { code: "camera/no-data", reason: "no data for 10 s", params: { count: 10 } },
  };
  await opened({ locale: "de", messages: { ...en, ...de } });
  await passes(STREAM_POLL_STATUS_MS);
  await expect.poll(() => stateOf("Gate/Stream s1")).toContain("keine Daten seit 10 s");
});

test("why a camera is not verified is said in the language of the page", async () => {
  await opened({ locale: "de", messages: { ...en, ...de } });
  fireEvent.click(screen.getByRole("button", { name: /^Gate\/Stream s1 prüfen/ }));
  const dialog = await screen.findByRole("alertdialog", { name: "Prüfung der Kamera fehlgeschlagen: Gate" });
  expect(dialog.textContent).toContain(
    "Prüfung der Kamera fehlgeschlagen: Die Kamera hat Benutzernamen oder Kennwort abgelehnt.",
  );
});
