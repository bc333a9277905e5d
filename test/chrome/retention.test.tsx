// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fakeServer, type FakeServer } from "#test/support/http-fake.ts";
import { renderProduct } from "./render-product.tsx";
import { visitor } from "./visitor.ts";

const camera = { id: "c1", name: "Yard", driver: "ONVIF", retention: 0, streams: [] };
const disk = {
  storage: { capacity: 1000, free: 500, unavailable: 0 },
  cleanerThreshold: 85,
  archivesSize: 100,
  maxUsage: 850,
  thresholdPercentage: 85,
};
let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

test("what was typed stays when saving and asking anew both fail, and both are said", async () => {
  let isDown = false;
  const down = { status: 503, json: { code: "server/busy", reason: "The server is busy. Try again." } };
  server = await fakeServer({
    "GET /service/cameras": () => (isDown ? down : { json: { cameras: [camera] } }),
    "GET /service/cameras/disk-usage": { json: { cameras: [] } },
    "GET /service/server/utilization/disk": { json: disk },
    "GET /service/license-session": {
      json: { state: { status: "normal" }, license: { edition: "trial" } },
    },
    "PATCH /service/cameras/c1": () => {
      isDown = true;
      return down;
    },
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/retention-policy");
  const toggle = await screen.findByRole("switch");
  fireEvent.click(toggle);
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "12.5" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/^Failed to save the retention policy: /)).toBeTruthy();
  expect(await screen.findByText(/^Failed to get policy data: /)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("12.5");
});

test("what another administrator does meanwhile shows, and what was typed stays", async () => {
  let cameras: object[] = [camera];
  server = await fakeServer({
    "GET /service/cameras": () => ({ json: { cameras } }),
    "GET /service/cameras/disk-usage": { json: { cameras: [] } },
    "GET /service/server/utilization/disk": { json: disk },
    "GET /service/license-session": { json: { state: { status: "normal" }, license: { edition: "trial" } } },
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/retention-policy");
  fireEvent.click(await screen.findByRole("switch"));
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "12.5" } });
  cameras = [camera, { ...camera, id: "c2", name: "Door" }];
  await act(() => Promise.resolve(product.stores.health.change((facts) => (facts.told.cameras = 1))));
  expect(await screen.findByText("Door")).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("12.5");
});
