// @vitest-environment jsdom
/**
 * The stage that an address opens: a user with playback rights goes to its time, a user without a timeline stays live.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Role } from "#domain/accounts/access.ts";
import { timelineTime } from "#state/timeline-store.ts";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";
import { renderProduct } from "#test/chrome/support/render-product.tsx";
import { visitor } from "#test/chrome/support/visitor.ts";

let server: FakeServer;
beforeAll(async () => {
  // These chunks are loaded before a test waits for them.
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

test("an empty kiosk does not send to a side panel that it has not", async () => {
  await act(() =>
    Promise.resolve(renderProduct({ origin: server.origin, visitor: visitor("Viewer"), path: "/stage?kiosk=1" })),
  );
  await screen.findByRole("heading", { name: "The stage is empty" }, { timeout: 10_000 });
  expect(screen.queryByText(/side panel/)).toBeNull();
});

test("a kiosk says on its wall what is missing, and follows what others make of its stage", async () => {
  const cell = (id: string) => ({ camera: { id, orchidId: "1" }, columnSpan: 1, rowSpan: 1 });
  let stages: readonly unknown[] = [];
  const own = await fakeServer({
    "GET /service/cameras": { json: { cameras: [] } },
    "GET /service/stages": () => ({ json: { stages } }),
  });
  const { product, stores } = await act(() =>
    Promise.resolve(renderProduct({ origin: own.origin, visitor: visitor("Viewer"), path: "/stage?stage=7&kiosk=1" })),
  );
  await screen.findByRole("heading", { name: "This stage does not exist any more." }, { timeout: 10_000 });
  expect(screen.queryByText(/side panel/)).toBeNull();
  expect(stores.dialogs.get().queue).toEqual([]);

  const { savedStages } = await product.workspace();
  const shown = () => stores.stage.get().grid.cells.map(({ camera }) => camera.id);
  for (const wanted of [["4"], ["5", "4"]]) {
    stages = [{ id: "7", name: "Entrance", shared: true, stageMatrix: [wanted.map(cell)] }];
    await act(() => savedStages.load());
    await waitFor(() => expect(shown()).toEqual(wanted));
  }
  expect(screen.queryByText("This stage does not exist any more.")).toBeNull();
  // Pictures stay when their saved stage is removed.
  stages = [];
  await act(() => savedStages.load());
  expect(shown()).toEqual(["5", "4"]);
  await own.close();
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
  // The server has no stage 7: as soon as the dialog says so, the page behind it is hidden from screen readers.
  await screen.findByRole("region", { name: "Stage", hidden: true }, { timeout: 10_000 });
  await waitFor(() => expect(stores.savedStages.get().status).toBe("ready"));
  expect(stores.timeline.get().state.mode).toBe("playback");
  await go("/stage");
  expect(stores.timeline.get().state.mode).toBe("playback");
  await go("/stage?stage=7");
  await waitFor(() => expect(stores.timeline.get().state.mode).toBe("live"));
});

test("the same link again leads to its moment again", async () => {
  const path = `/stage?time=${PAST}&speed=-1&paused=1`;
  const { product, stores, go } = await act(() =>
    Promise.resolve(renderProduct({ origin: server.origin, visitor: visitor("Viewer"), path })),
  );
  await screen.findByRole("region", { name: "Stage" }, { timeout: 10_000 });
  await waitFor(() => expect(stores.timeline.get().state).toMatchObject({ timeMs: PAST, speed: -1, paused: true }));
  const { timeline } = await product.workspace();
  act(() => timeline.seek(PAST + 600_000));
  expect(stores.timeline.get().state).toMatchObject({ timeMs: PAST + 600_000, paused: false });
  await go(path);
  await waitFor(() => expect(stores.timeline.get().state).toMatchObject({ timeMs: PAST, speed: -1, paused: true }));
});

test("a user who has sought while the lists were slow is not moved back to the link's time", async () => {
  const slow = await slowServer();
  const { product, stores, go } = renderProduct({ origin: slow.origin, visitor: visitor("Viewer"), path: "/version" });
  stores.health.change((facts) => void (facts.skewMs = 0));
  const { timeline } = await product.workspace();
  await go(`/stage?stage=7&time=${PAST}`);
  await waitFor(() => expect(stores.timeline.get().state.mode).toBe("playback"));
  expect(stores.savedStages.get().status).toBe("loading");
  act(() => timeline.seek(PAST - 600_000));
  slow.answer();
  await waitFor(() => expect(stores.savedStages.get().status).toBe("ready"));
  await waitFor(() => expect(stores.cameras.get().status).toBe("ready"));
  const { state, atMs } = stores.timeline.get();
  const shownMs = timelineTime({ state, atMs }, performance.timeOrigin + performance.now());
  expect(Math.abs(shownMs - (PAST - 600_000))).toBeLessThan(60_000);
  await slow.close();
});

/** Holds the lists back until the test tells it to answer. */
async function slowServer() {
  const waiting: (() => void)[] = [];
  let told = false;
  const lists: Readonly<Record<string, unknown>> = {
    "/service/cameras": { cameras: [] },
    "/service/stages": { stages: [] },
  };
  const slow = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://slow").pathname;
    response.setHeader("content-type", "application/json");
    const answer = (): void => void response.end(JSON.stringify(lists[path] ?? {}));
    if (told) answer();
    else waiting.push(answer);
  });
  await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
  const { port } = slow.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    answer: () => {
      told = true;
      for (const each of waiting.splice(0)) each();
    },
    close: () =>
      new Promise<void>((resolve) => {
        slow.closeAllConnections();
        slow.close(() => resolve());
      }),
  };
}

test("a tile's menu or presets that are open when another screen comes are not open again on the way back", async () => {
  const { stores, product, go } = await act(() =>
    Promise.resolve(renderProduct({ origin: server.origin, visitor: visitor("Viewer"), path: "/stage" })),
  );
  await screen.findByRole("region", { name: "Stage" }, { timeout: 10_000 });
  const { stage } = await product.workspace();
  act(() => {
    stage.setMenu({ tileId: "cell-1", at: null });
    stage.setPresets("cell-1");
  });
  await go("/version");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Stage" })).toBeNull());
  expect(stores.stage.get()).toMatchObject({ menu: null, presetsTileId: null });
});
