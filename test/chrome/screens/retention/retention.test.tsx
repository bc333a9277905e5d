// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { de } from "#chrome/texts/de/all.ts";
import { en } from "#chrome/texts/parts/all.ts";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

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
  const down = { status: 503, json: { code: "server/busy", reason: "The server is busy. Try again.", params: {} } };
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

test("changes of another administrator are shown, and the typed values stay", async () => {
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
  await act(() => Promise.resolve(product.events.emit("cameras", null)));
  expect(await screen.findByText("Door")).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("12.5");
});

test("an override of 0 days is automatic, and saves nothing where it was automatic already", async () => {
  server = await fakeServer({
    "GET /service/cameras": { json: { cameras: [camera] } },
    "GET /service/cameras/disk-usage": { json: { cameras: [] } },
    "GET /service/server/utilization/disk": { json: disk },
    "GET /service/license-session": { json: { state: { status: "normal" }, license: { edition: "trial" } } },
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/retention-policy");
  fireEvent.click(await screen.findByRole("switch"));
  const field = screen.getByRole<HTMLInputElement>("textbox");
  const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
  fireEvent.change(field, { target: { value: "0" } });
  expect(screen.getByText("0 days is the same as automatic.")).toBeTruthy();
  expect(save().disabled).toBe(true);
  fireEvent.change(field, { target: { value: "1" } });
  expect(screen.queryByText("0 days is the same as automatic.")).toBeNull();
  expect(save().disabled).toBe(false);
});

test("the license is the longest that anything is kept: the estimate knows it, and an override above it is told", async () => {
  const day = 86_400;
  const use = { id: "c1", name: "Yard", bytesRecorded: 10, secondsRecorded: day, daysRecorded: 1, calendarDays: 1 };
  server = await fakeServer({
    "GET /service/cameras": { json: { cameras: [camera] } },
    "GET /service/cameras/disk-usage": { json: { cameras: [use] } },
    "GET /service/server/utilization/disk": { json: disk },
    "GET /service/license-session": {
      json: { state: { status: "normal" }, license: { edition: "enterprise", retention: 30 * day * 1000 } },
    },
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/retention-policy");
  // There would be room for 85 days.
  expect(await screen.findByText("30 days, 10 B per day")).toBeTruthy();
  fireEvent.click(screen.getByRole("switch"));
  const override = (value: string) => fireEvent.change(screen.getByRole("textbox"), { target: { value } });
  override("31");
  expect(screen.getByText("The license lets nothing be kept longer than 30 days.")).toBeTruthy();
  expect(screen.getByText("30 days, 10 B per day")).toBeTruthy();
  override("30");
  expect(screen.queryByText(/^The license lets nothing/)).toBeNull();
});

test("a camera that its recorder gives no estimate for has none, however much it has recorded", async () => {
  const day = 86_400;
  const use = { id: "c1", name: "Yard", bytesRecorded: 10, secondsRecorded: day, daysRecorded: 1, calendarDays: 1 };
  const door = { ...use, id: "c2", name: "Door", bytesEstimatedPerDay: 10 };
  server = await fakeServer({
    "GET /service/cameras": { json: { cameras: [camera, { ...camera, id: "c2", name: "Door" }] } },
    "GET /service/cameras/disk-usage": { json: { cameras: [{ ...use, bytesEstimatedPerDay: null }, door] } },
    "GET /service/server/utilization/disk": { json: disk },
    "GET /service/license-session": { json: { state: { status: "normal" }, license: { edition: "trial" } } },
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/retention-policy");
  // The stream that is recorded gets all the room.
  expect(await screen.findByText("85 days, 10 B per day")).toBeTruthy();
  expect(screen.getByRole("row", { name: /Yard No estimate/i })).toBeTruthy();
});

test("a German page has a comma in sizes as in days", async () => {
  const use = { id: "c1", name: "Yard", bytesRecorded: 1536, secondsRecorded: 60, daysRecorded: 1.5, calendarDays: 2 };
  server = await fakeServer({
    "GET /service/cameras": { json: { cameras: [camera] } },
    "GET /service/cameras/disk-usage": { json: { cameras: [{ ...use, bytesEstimatedPerDay: 1536 }] } },
    "GET /service/server/utilization/disk": { json: { ...disk, archivesSize: 2_600_000 } },
    "GET /service/license-session": { json: { state: { status: "normal" }, license: { edition: "trial" } } },
  });
  const product = renderProduct({
    origin: server.origin,
    visitor: visitor("Administrator"),
    path: "/version",
    words: { locale: "de", messages: { ...en, ...de } },
  });
  await product.go("/retention-policy");
  expect(await screen.findByText("0,6 Tage, 1,5 KB je Tag")).toBeTruthy();
  expect(screen.getByRole("row", { name: "Yard 1,5 Tage 1,5 KB 2 Tage" })).toBeTruthy();
  expect(screen.getByText("2,5 MB")).toBeTruthy();
});

test("what the server says is in the language of the page, within a sentence of the page too", async () => {
  let isDown = false;
  const down = { status: 503, json: { code: "server/busy", reason: "The server is busy. Try again.", params: {} } };
  server = await fakeServer({
    "GET /service/cameras": () => (isDown ? down : { json: { cameras: [camera] } }),
    "GET /service/cameras/disk-usage": { json: { cameras: [] } },
    "GET /service/server/utilization/disk": { json: disk },
    "GET /service/license-session": { json: { state: { status: "normal" }, license: { edition: "trial" } } },
    "PATCH /service/cameras/c1": () => {
      isDown = true;
      return { status: 404, json: { code: "camera/unknown", reason: "There is no such camera.", params: {} } };
    },
  });
  const product = renderProduct({
    origin: server.origin,
    visitor: visitor("Administrator"),
    path: "/version",
    words: { locale: "de", messages: { ...en, ...de } },
  });
  await product.go("/retention-policy");
  fireEvent.click(await screen.findByRole("switch"));
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "12" } });
  fireEvent.click(screen.getByRole("button", { name: "Speichern" }));
  const saved = "Die Aufbewahrungsregeln konnten nicht gespeichert werden: camera/unknown: Diese Kamera gibt es nicht.";
  expect(await screen.findByText(saved)).toBeTruthy();
  const read =
    "Die Aufbewahrungsregeln konnten nicht abgerufen werden: server/busy: Der Server ist ausgelastet. Versuchen Sie es erneut.";
  expect(await screen.findByText(read)).toBeTruthy();
});

test("several volumes are listed with health, fill, days and what they take", async () => {
  const day = 86_400_000;
  const volume = { role: "record", state: "ok", capacity: 1000, free: 400, reserve: 0, archivesSize: 512 };
  const volumes = [
    { ...volume, name: "disk1", path: "/mnt/disk1", oldest: day, newest: 8.5 * day, bytesPerSecond: 2048, streams: 3 },
    { ...volume, name: "disk2", path: "/mnt/disk2", state: "gone", reason: "pulled", oldest: 0, newest: 0 },
    { ...volume, name: "old", path: "", role: "keep", state: "removed", capacity: 0, oldest: 0, newest: 0 },
  ].map((one) => ({ bytesPerSecond: 0, streams: 0, ...one }));
  server = await fakeServer({
    "GET /service/cameras": { json: { cameras: [camera] } },
    "GET /service/cameras/disk-usage": { json: { cameras: [] } },
    "GET /service/server/utilization/disk": { json: { ...disk, volumes } },
    "GET /service/license-session": { json: { state: { status: "normal" }, license: { edition: "trial" } } },
  });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Administrator"), path: "/version" });
  await product.go("/retention-policy");
  expect(
    await screen.findByRole("row", { name: /disk1 healthy 600 B of 1000 B 512 B 7\.5 days 3 2\.0 KB\/s/ }),
  ).toBeTruthy();
  expect(screen.getByRole("row", { name: /disk2 not reachable – 512 B 0 days – –/ })).toBeTruthy();
  expect(screen.getByRole("row", { name: /old not in the settings –/ })).toBeTruthy();
});
