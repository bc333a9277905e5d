// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { nextCheckMs } from "#domain/cameras/stream-status.ts";
import { STREAM_POLL_STATUS_MS } from "#domain/limits/administration.ts";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

/** The rows whose buttons were rendered. */
const drawn = vi.hoisted(() => new Set<string>());
vi.mock("#chrome/kit/button/button.tsx", () => ({
  Button: (props: { "aria-label"?: string; isDisabled?: boolean; onPress?: () => void; children?: string }) => {
    if (props["aria-label"]) drawn.add(props["aria-label"]);
    return (
      <button aria-label={props["aria-label"]} disabled={props.isDisabled} onClick={props.onPress}>
        {props.children}
      </button>
    );
  },
}));

const names = ["Door", "Hall", "Roof"];
let server: FakeServer;
const passes = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
const rowOf = (name: string) => screen.getByText(`${name}/main`).closest("tr");

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance", "Date"] });
  const cameras = names.map((name) => {
    const stream = { id: name, name: "main", recordingConfiguration: { mode: "EMBEDDED_LITE_MODE" } };
    return { id: `c${name}`, name, driver: "ONVIF", primaryStream: stream, streams: [stream] };
  });
  const status = (id: string) => ({ id, streamState: "running", lastArchiveWritten: Date.now() });
  server = await fakeServer({
    "GET /service/cameras": { json: { cameras } },
    "GET /service/streams/status": () => ({ json: { statuses: names.map(status) } }),
    ...Object.fromEntries(
      names.flatMap((name) => [
        [`GET /service/streams/${name}/status`, { json: { ...status(name), streamState: "starting" } }],
        [`PATCH /service/cameras/c${name}/streams/${name}/restart`, { json: {} }],
      ]),
    ),
  });
});
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  await server.close();
});

test("each second the ages of all streams are told anew, without drawing what can be done about them", async () => {
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/system-status");
  await screen.findByText("Door/main");
  await passes(STREAM_POLL_STATUS_MS);
  await expect.poll(() => rowOf("Door")?.textContent).toContain("running");
  await passes(STREAM_POLL_STATUS_MS);
  const age = rowOf("Door")?.textContent;
  drawn.clear();
  await passes(5 * STREAM_POLL_STATUS_MS);
  expect(rowOf("Door")?.textContent).not.toBe(age);
  expect([...drawn]).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Restart Roof/main" }));
  expect(rowOf("Roof")?.textContent).toContain("restarting");
  expect([...drawn].sort()).toEqual(["Preview Roof/main", "Restart Roof/main", "Verify Roof/main"]);
});

test("an answer that was on its way when Restart was pressed does not replace what the row says", async () => {
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/system-status");
  await screen.findByText("Door/main");
  await passes(STREAM_POLL_STATUS_MS);
  await expect.poll(() => rowOf("Door")?.textContent).toContain("running");
  await passes(nextCheckMs("running") - STREAM_POLL_STATUS_MS);
  // All are asked for, and no answer can arrive before the press.
  act(() => void vi.advanceTimersByTime(STREAM_POLL_STATUS_MS));
  fireEvent.click(screen.getByRole("button", { name: "Restart Door/main" }));
  await expect.poll(() => rowOf("Roof")?.textContent).toContain("starting");
  expect(rowOf("Door")?.textContent).toContain("restarting");
});
