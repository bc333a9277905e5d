// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
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
