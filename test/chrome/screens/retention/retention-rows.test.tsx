// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

/** The cameras whose switches were rendered. */
const drawn = vi.hoisted(() => new Set<string>());
vi.mock("#chrome/kit/field/switch.tsx", () => ({
  Switch: (props: { "aria-label": string; isSelected: boolean; onChange: (on: boolean) => void }) => {
    drawn.add(props["aria-label"]);
    return <button aria-label={props["aria-label"]} onClick={() => props.onChange(!props.isSelected)} />;
  },
}));

const day = 86_400;
const names = ["Door", "Hall", "Roof", "Yard"];
const disk = {
  storage: { capacity: 1000, free: 500, unavailable: 0 },
  cleanerThreshold: 80,
  archivesSize: 100,
  maxUsage: 800,
  thresholdPercentage: 80,
};
let server: FakeServer;
beforeEach(async () => {
  const cameras = names.map((name) => ({ id: name, name, driver: "ONVIF", retention: 0, streams: [] }));
  const use = { bytesRecorded: 10, secondsRecorded: day, daysRecorded: 1, calendarDays: 1 };
  server = await fakeServer({
    "GET /service/cameras": { json: { cameras } },
    "GET /service/cameras/disk-usage": { json: { cameras: names.map((name) => ({ id: name, name, ...use })) } },
    "GET /service/server/utilization/disk": { json: disk },
    "GET /service/license-session": { json: { state: { status: "normal" }, license: { edition: "trial" } } },
  });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

test("typing how long one of many cameras is kept draws its choice anew, not those of the others", async () => {
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/retention-policy");
  const roof = await screen.findByRole("button", { name: "Override retention of Roof" });
  expect(screen.getAllByText("20 days, 10 B per day")).toHaveLength(4);
  drawn.clear();
  fireEvent.click(roof);
  fireEvent.change(screen.getByRole("textbox", { name: "Days to keep Roof" }), { target: { value: "50" } });
  expect([...drawn]).toEqual(["Override retention of Roof"]);
  // The change of the space that is left for the others is shown all the same.
  expect(screen.getAllByText("10 days, 10 B per day")).toHaveLength(3);
  expect(screen.getByText("50 days, 10 B per day")).toBeTruthy();
});
