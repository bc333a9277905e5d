// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterEach, expect, test, vi } from "vitest";
import { EventsCard } from "#chrome/screens/system-report/events-card.tsx";
import { de } from "#chrome/texts/de.ts";
import "#chrome/texts/en.ts";
import { fakeServer, type FakeServer } from "#test/support/http-fake.ts";
import { renderProduct } from "./render-product.tsx";
import { visitor } from "./visitor.ts";

// jsdom draws nothing.
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

test("what the recorder says of its events is said in the language of the page; a camera's own words stay", () => {
  const start = Date.UTC(2026, 5, 1);
  const event = (id: string, message: string) => ({ id, type: "Edge", message, when: start + 1000, streamId: null });
  const orchidEvents = [event("e1", "The recorder has started."), event("e2", "Something happened")];
  const report = { start, stop: start + 3_600_000, cameras: [], orchidEvents, streamEvents: [], truncated: false };
  render(
    <IntlProvider locale="de" messages={{ ...de }}>
      <EventsCard report={report as never} onZoom={() => undefined} />
    </IntlProvider>,
  );
  expect(screen.getAllByText("Der Recorder ist gestartet.").length).toBeGreaterThan(0);
  expect(screen.getAllByText("Something happened").length).toBeGreaterThan(0);
});
