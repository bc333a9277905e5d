// @vitest-environment jsdom
/** The stage as it is opened by an address: who may look back goes to its time, who has no timeline stays live. */
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Role } from "#domain/access.ts";
import { type FakeServer, fakeServer } from "#test/support/http-fake.ts";
import { renderProduct } from "./render-product.tsx";
import { visitor } from "./visitor.ts";

let server: FakeServer;
beforeAll(async () => {
  // Chunks of their own: loaded before anybody waits for them.
  await Promise.all([import("#chrome/shell/shell.tsx"), import("#chrome/screens/stage/stage-screen.tsx")]);
  server = await fakeServer({
    "GET /service/cameras": { json: { cameras: [] } },
    "GET /service/stages": { json: { stages: [] } },
  });
});
afterAll(() => server.close());
afterEach(cleanup);

const PAST = Date.now() - 3_600_000;

test.each<[Role, string, "live" | "playback"]>([
  ["Live Viewer", `time=${PAST}&speed=4`, "live"],
  ["Live Viewer", "", "live"],
  ["Viewer", `time=${PAST}&speed=4`, "playback"],
  ["Administrator", `time=${PAST}`, "playback"],
  ["Viewer", `time=${Date.now() + 86_400_000}&speed=4`, "live"],
  ["Viewer", "time=yesterday&speed=4", "live"],
])("a %s who opens the stage with '%s' is in %s", async (role, query, mode) => {
  const { stores } = await act(() =>
    Promise.resolve(renderProduct({ origin: server.origin, visitor: visitor(role), path: `/stage?${query}` })),
  );
  await screen.findByRole("region", { name: "Stage" }, { timeout: 10_000 });
  await waitFor(() => expect(stores.savedStages.get().status).toBe("ready"));
  await waitFor(() => expect(stores.cameras.get().status).toBe("ready"));
  expect(stores.timeline.get().state.mode).toBe(mode);
  expect(stores.timeline.get().state.speed).toBe(mode === "live" || !query.includes("speed") ? 1 : 4);
});

test("without a timeline by the address a link's time is live, too: nothing there leads back from the past", async () => {
  const path = `/stage?time=${PAST}&speed=4`;
  const { stores } = await act(() =>
    Promise.resolve(
      renderProduct({ origin: server.origin, visitor: visitor("Viewer"), path, hidden: { timeline: true } }),
    ),
  );
  await screen.findByRole("region", { name: "Stage" }, { timeout: 10_000 });
  await waitFor(() => expect(stores.cameras.get().status).toBe("ready"));
  expect(stores.timeline.get().state).toMatchObject({ mode: "live", speed: 1 });
});

test("a stage's address without a time is live; the stage's bare address leaves playback as it is", async () => {
  const { stores, go } = await act(() =>
    Promise.resolve(
      renderProduct({ origin: server.origin, visitor: visitor("Viewer"), path: `/stage?stage=7&time=${PAST}` }),
    ),
  );
  await screen.findByRole("region", { name: "Stage" }, { timeout: 10_000 });
  await waitFor(() => expect(stores.savedStages.get().status).toBe("ready"));
  expect(stores.timeline.get().state.mode).toBe("playback");
  await go("/stage");
  expect(stores.timeline.get().state.mode).toBe("playback");
  await go("/stage?stage=7");
  await waitFor(() => expect(stores.timeline.get().state.mode).toBe("live"));
});
