// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PrivacyMask } from "#domain/cameras/privacy-mask.ts";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

const main = { id: "s1", name: "Main", configuration: {}, recordingConfiguration: { mode: "ALL_FEATURES_MODE" } };
const camera = {
  id: "c1",
  name: "Gate",
  driver: "ONVIF",
  primaryStream: main,
  streams: [main, { ...main, id: "s2", name: "Small" }],
  permissions: { actions: { live: true, playback: true, ptz: true, export: true, unmask: true } },
};
const TRIANGLE: PrivacyMask = {
  points: [
    { x: 0.1, y: 0.1 },
    { x: 0.3, y: 0.1 },
    { x: 0.2, y: 0.4 },
  ],
};

let server: FakeServer;
async function open(stored: { masks: readonly PrivacyMask[]; streams: readonly unknown[] }): Promise<HTMLElement> {
  vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 16, height: 9, close: () => undefined }));
  server = await fakeServer({
    "GET /service/cameras": { json: { cameras: [camera] } },
    "GET /service/streams/status": { json: { statuses: [{ id: "s1", streamState: "running" }] } },
    "GET /service/streams/s1/status": { json: { id: "s1", streamState: "running" } },
    "GET /service/streams/s1/frame": { text: "jpeg" },
    "GET /service/cameras/c1/privacy-masks": { json: stored },
    "PUT /service/cameras/c1/privacy-masks": { status: 204 },
    "PUT /service/cameras/c1/streams/s1/privacy-masks": { status: 204 },
    "DELETE /service/cameras/c1/streams/s1/privacy-masks": { status: 204 },
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/cameras?camera=c1&dialog=privacy");
  return screen.findByRole("dialog");
}
beforeEach(() => {
  // jsdom does not draw.
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await server.close();
});

const changes = () => server.asked.filter(({ method }) => method === "PUT" || method === "DELETE");
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole("button", { name }));

test("a mask is made and shaped by keys alone, over the picture without masks, and saved for the camera", async () => {
  const dialog = await open({ masks: [], streams: [] });
  await within(dialog).findByText("Nothing is hidden.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  press("Add a mask");
  const second = screen.getByRole("button", { name: "Corner 2 at 63%, 38%" });
  for (let i = 0; i < 10; i += 1) fireEvent.keyDown(second, { key: "ArrowRight" });
  fireEvent.keyDown(second, { key: "+" });
  expect(screen.getByRole("button", { name: /^Corner 5/ })).toBeTruthy();
  fireEvent.keyDown(screen.getByRole("button", { name: /^Corner 5/ }), { key: "Delete" });
  press("Save");
  await expect.poll(changes).toHaveLength(1);
  const [put] = changes();
  expect(put?.path).toBe("/service/cameras/c1/privacy-masks");
  const { masks } = JSON.parse(put?.body ?? "") as { masks: PrivacyMask[] };
  expect(masks).toHaveLength(1);
  expect(masks[0]?.points).toHaveLength(4);
  expect(masks[0]?.points[1]?.x).toBeCloseTo(0.725, 5);
  expect(server.asked.some(({ path, query }) => path.endsWith("/frame") && String(query).includes("masks=off"))).toBe(
    true,
  );
});

test("a stream's own masks are shown as that, and given up for those of the camera", async () => {
  const dialog = await open({ masks: [TRIANGLE], streams: [{ id: "s1", masks: [TRIANGLE, TRIANGLE] }] });
  await within(dialog).findByRole("button", { name: "Mask 2" });
  press("Remove mask 2");
  fireEvent.click(screen.getByRole("radio", { name: "All streams of the camera" }));
  press("Save");
  await expect
    .poll(() => changes().map(({ method, path }) => `${method} ${path}`))
    .toEqual(["PUT /service/cameras/c1/privacy-masks", "DELETE /service/cameras/c1/streams/s1/privacy-masks"]);
});
