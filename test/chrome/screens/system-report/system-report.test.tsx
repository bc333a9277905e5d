// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterEach, expect, test, vi } from "vitest";
import { EventsCard } from "#chrome/screens/system-report/events-card.tsx";
import { de } from "#chrome/texts/de/all.ts";
import "#chrome/texts/parts/all.ts";
import { fakeServer, type FakeServer } from "#test/support/client/http-fake.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

// jsdom does not draw.
vi.mock("#chrome/screens/system-report/events-chart.tsx", () => ({ EventsChart: () => null, CHART_BINS: 60 }));

let server: FakeServer | null = null;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = null;
});

test.each([true, false])("a report says when there were more events than it holds: %s", async (truncated) => {
  const start = Date.UTC(2026, 5, 1);
  const event = { id: "e1", type: "Edge", message: "Something happened", when: start + 1000, streamId: null };
  const report = { start, stop: start + 3_600_000, cameras: [], orchidEvents: [event], streamEvents: [], truncated };
  server = await fakeServer({ "GET /service/server/report": { json: report } });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Manager"), path: "/version" });
  await product.go("/system-report");
  expect((await screen.findAllByText("Something happened")).length).toBeGreaterThan(0);
  expect(screen.queryByText(/^There were more events in this time: only the newest 1 are here/) !== null).toBe(
    truncated,
  );
});

test("what the recorder says of its events is said in the language of the page; a camera's own words stay, and what an older release wrote", async () => {
  const start = Date.UTC(2026, 5, 1);
  const event = (id: string, message: string, said: object = {}) => ({
    id,
    type: "Edge",
    message,
    when: start + 1000,
    streamId: null,
    ...said,
  });
  const orchidEvents = [
    event("e1", "The recorder has started.", { code: "event/recorder-started", params: {} }),
    event("e2", "Something happened"),
    // In the form that an older release wrote.
    event("e3", "The recorder was stopped."),
  ];
  const report = { start, stop: start + 3_600_000, cameras: [], orchidEvents, streamEvents: [], truncated: false };
  const { show } = await renderStage([], null);
  show(
    <IntlProvider locale="de" messages={{ ...de }}>
      <EventsCard report={report} onZoom={() => undefined} />
    </IntlProvider>,
  );
  expect(screen.getAllByText("Der Recorder ist gestartet.").length).toBeGreaterThan(0);
  expect(screen.getAllByText("Something happened").length).toBeGreaterThan(0);
  expect(screen.getAllByText("The recorder was stopped.").length).toBeGreaterThan(0);
});

test("an event of a camera that was removed is not the server's own", async () => {
  const start = Date.UTC(2026, 5, 1);
  const event = (id: string, of: object) => ({ id, type: "Edge", message: `Event ${id}`, when: start + 1000, ...of });
  const report = {
    start,
    stop: start + 3_600_000,
    cameras: [{ id: "c1", name: "Gate", streams: [] }],
    orchidEvents: [event("a", { cameraId: "c1" }), event("b", { cameraId: "c2" }), event("c", {})],
    streamEvents: [event("d", { streamId: "s9" })],
    truncated: false,
  };
  server = await fakeServer({ "GET /service/server/report": { json: report } });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Manager"), path: "/version" });
  await product.go("/system-report");
  await screen.findByText("Event a");
  const where = screen.getAllByRole("row").map((row) => row.textContent ?? "");
  const of = (id: string) => where.find((text) => text.includes(`Event ${id}`)) ?? "";
  expect(of("a")).toContain("Gate");
  expect(of("b")).toContain("Removed camera");
  expect(of("c")).toContain("Server");
  expect(of("d")).toContain("Removed camera");
});

test("an address that names the second of two equal hours is that hour's report", async () => {
  vi.stubEnv("TZ", "Europe/Berlin");
  const [from, to] = [Date.UTC(2026, 9, 25, 1, 10), Date.UTC(2026, 9, 25, 1, 40)];
  server = await fakeServer({ "GET /service/server/report": { status: 500, json: { code: "x", reason: "none" } } });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Manager"), path: "/version" });
  await product.go(`/system-report?from=${from}&to=${to}`);
  await screen.findByText(/none/);
  const asked = server.asked.filter(({ path }) => path === "/service/server/report");
  expect(asked.map(({ query }) => [query.get("start"), query.get("stop")])).toEqual([[String(from), String(to)]]);
  vi.unstubAllEnvs();
});

test("without a time it ends by the server's clock, not by that of a browser that is behind", async () => {
  server = await fakeServer({ "GET /service/server/report": { status: 500, json: { code: "x", reason: "none" } } });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Manager"), path: "/version" });
  product.stores.health.change((facts) => {
    facts.skewMs = 7_200_000;
  });
  await product.go("/system-report");
  await screen.findByText(/none/);
  const stop = Number(server.asked.find(({ path }) => path === "/service/server/report")?.query.get("stop"));
  expect(stop).toBeGreaterThan(Date.now() + 7_000_000);
});

test("a year that is being typed is a time before the clock began: it stays, no link is bad, and the report stays", async () => {
  const [from, to] = [Date.UTC(2026, 5, 1), Date.UTC(2026, 5, 2)];
  const event = { id: "e1", type: "Edge", message: "Something happened", when: from + 1000, streamId: null };
  const report = { start: from, stop: to, cameras: [], orchidEvents: [event], streamEvents: [], truncated: false };
  server = await fakeServer({ "GET /service/server/report": { json: report } });
  const product = renderProduct({ origin: server.origin, visitor: visitor("Manager"), path: "/version" });
  await product.go(`/system-report?from=${from}&to=${to}`);
  await screen.findAllByText("Something happened");
  const field = screen.getAllByLabelText<HTMLInputElement>("From")[0];
  if (!field) throw new Error("no field");
  const { value } = field;
  for (const year of ["0002", "0020", "0202"]) {
    fireEvent.change(field, { target: { value: value.replace("2026", year) } });
    expect(field.value).toBe(value.replace("2026", year));
    expect(screen.queryByText(/^This link cannot be read/)).toBeNull();
    expect(screen.getAllByText("Something happened").length).toBeGreaterThan(0);
  }
  fireEvent.change(field, { target: { value: value.replace("2026", "2025") } });
  expect(field.value).toBe(value.replace("2026", "2025"));
  await expect.poll(() => server?.asked.filter(({ path }) => path === "/service/server/report").length).toBe(2);
});
