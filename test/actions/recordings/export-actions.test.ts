import { failure, foreignFailure } from "#domain/failures/failure.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createExportActions } from "#actions/recordings/export-actions.ts";
import { createExportStore, ZIP_KEY } from "#state/export-store.ts";
import { HttpClient } from "#transport/http.ts";
import { type Answer, type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";

let server: FakeServer;
let head: (streamId: string) => Answer;
let job: () => Answer;
let asks: number;
let onPost: (path: string) => void;
beforeEach(async () => {
  head = () => ({ status: 200 });
  asks = 0;
  onPost = () => undefined;
  job = () => ({ json: { id: "j1", state: "ready", share: 1, name: "Yard.mkv", href: "/service/exports/j1/file" } });
  server = await fakeServer({
    "HEAD /service/streams/s1/export": () => head("s1"),
    "HEAD /service/streams/s2/export": () => head("s2"),
    "POST /service/exports": ({ path }) => {
      onPost(path);
      return { status: 201, json: { id: "j1", state: "waiting", share: 0, name: "Yard.mkv" } };
    },
    "GET /service/exports/j1": () => {
      asks += 1;
      return job();
    },
    "DELETE /service/exports/j1": { status: 204 },
    "POST /service/tickets": ({ path }) => {
      onPost(path);
      return { json: { ticket: "t", url: "/service/exports/j1/file?ticket=t", expiresIn: 60 } };
    },
  });
});
afterEach(() => server.close());

const range = { startMs: 1_000_000, stopMs: 1_012_000 };
function open() {
  const fetched: string[] = [];
  const http = new HttpClient({
    origin: server.origin,
    token: () => "secret-session",
    onUnauthorized: () => undefined,
  });
  const actions = createExportActions({
    http,
    store: createExportStore(),
    download: (address) => fetched.push(address),
  });
  return { actions, fetched };
}
const single = { key: "s1", streamIds: ["s1"], range, format: "mkv", zip: false } as const;
const posted = () => server.asked.filter((one) => one.path === "/service/exports").map((one) => JSON.parse(one.body));

test("an export is checked first, then made, then fetched by a ticket without any session in the address", async () => {
  let looks = 0;
  job = () =>
    ++looks < 2
      ? { json: { id: "j1", state: "running", share: 0.5, name: "Yard.mkv" } }
      : { json: { id: "j1", state: "ready", share: 1, name: "Yard.mkv", href: "/service/exports/j1/file" } };
  const { actions, fetched } = open();
  await actions.begin(single);
  expect(server.asked.map((one) => one.method)).toEqual(["HEAD", "POST", "GET", "GET", "POST"]);
  expect(server.asked[0]?.query.get("start")).toBe("1000000");
  expect(posted()).toEqual([{ streams: ["s1"], start: 1_000_000, stop: 1_012_000, format: "mkv", zip: false }]);
  expect(fetched).toEqual(["/service/exports/j1/file?ticket=t"]);
  expect(actions.store.get().byKey.s1).toMatchObject({ phase: "ready", failure: null, name: "Yard.mkv" });
});

test.each([
  [404, "archive/none"],
  [500, "export/failed"],
  [400, "export/failed"],
] as const)("a pre-check of %i gives '%s', and its alert 500 ms later", async (status, code) => {
  head = () => ({ status });
  const { actions, fetched } = open();
  const begunMs = performance.now();
  await actions.begin(single);
  expect(actions.store.get().byKey.s1).toMatchObject({ phase: "failed", failure: failure(code) });
  expect(actions.store.get().alert).toBeNull();
  await vi.waitFor(() => expect(actions.store.get().alert).toEqual(failure(code)), { timeout: 5000 });
  expect(performance.now() - begunMs).toBeGreaterThan(490);
  expect(posted()).toEqual([]);
  expect(fetched).toEqual([]);
});

test.each([
  ["its job is being made", "/service/exports"],
  ["its ticket is bought", "/service/tickets"],
])("cancelled while %s: nothing is fetched, and the job goes", async (_name, path) => {
  const { actions, fetched } = open();
  onPost = (asked) => asked === path && actions.cancel("s1");
  await actions.begin(single);
  await vi.waitFor(() => expect(server.asked.at(-1)?.method).toBe("DELETE"));
  expect(fetched).toEqual([]);
  expect(actions.store.get().byKey).toEqual({});
});

test("a failed job says the documents' text and keeps the server's words beside it", async () => {
  job = () => ({
    json: {
      id: "j1",
      state: "failed",
      share: 0,
      name: "",
      code: "export/codec",
      reason: "Motion JPEG cannot be exported",
    },
  });
  const { actions } = open();
  await actions.begin(single);
  expect(actions.store.get().byKey.s1).toMatchObject({
    phase: "failed",
    failure: failure("export/failed"),
    detail: foreignFailure("export/codec", "Motion JPEG cannot be exported"),
  });
  actions.clearErrors();
  expect(actions.store.get().byKey).toEqual({});
});

test.each([502, 503, 504])(
  "a look that is answered by %i is made again: the export goes on meanwhile",
  async (status) => {
    const ready = job();
    job = () => (asks < 3 ? { status } : ready);
    const { actions, fetched } = open();
    await actions.begin(single);
    expect(actions.store.get().byKey.s1).toMatchObject({ phase: "ready", failure: null });
    expect(fetched).toHaveLength(1);
    expect(server.asked.some(({ method }) => method === "DELETE")).toBe(false);
  },
);

test("a job that is given up is removed from the recorder", async () => {
  job = () => ({ status: 500 });
  const { actions } = open();
  await actions.begin(single);
  expect(actions.store.get().byKey.s1).toMatchObject({ phase: "failed" });
  await vi.waitFor(() => expect(server.asked.at(-1)?.method).toBe("DELETE"), { timeout: 5000 });
});

test("an export that is started again before its alert appears shows no alert", async () => {
  const { actions } = open();
  head = () => ({ status: 500 });
  await actions.begin(single);
  head = () => ({ status: 200 });
  const failedMs = performance.now();
  actions.cancel("s1");
  await actions.begin(single);
  await vi.waitFor(() => expect(performance.now() - failedMs).toBeGreaterThan(800), { timeout: 5000 });
  expect(actions.store.get()).toMatchObject({ alert: null, byKey: { s1: { phase: "ready" } } });
});

test("cancelling ends the job at the recorder and downloads nothing", async () => {
  job = () => ({ json: { id: "j1", state: "running", share: 0.1, name: "Yard.mkv" } });
  const { actions, fetched } = open();
  const ended = actions.begin(single);
  await vi.waitFor(() => expect(asks).toBeGreaterThan(0), { timeout: 5000 });
  actions.cancel("s1");
  await ended;
  await vi.waitFor(() => expect(server.asked.some((one) => one.method === "DELETE")).toBe(true), { timeout: 5000 });
  expect(fetched).toEqual([]);
  expect(actions.store.get()).toMatchObject({ byKey: {}, alert: null });
});

test("files are named by the page's clock, and a zip by how many cameras it has, in the page's words", async () => {
  const { actions } = open();
  const title = (count: number): string => `${count} Kameras`;
  const zip = { ...single, key: ZIP_KEY, zip: true, zone: "Europe/Berlin", title };
  await actions.begin({ ...zip, streamIds: ["s1", "s2"] });
  expect(posted()).toMatchObject([{ streams: ["s1", "s2"], zone: "Europe/Berlin", title: "2 Kameras" }]);
  await actions.begin({ ...zip, key: "s1", streamIds: ["s1"] });
  expect(posted()[1]).not.toHaveProperty("title");
});

test("a zip goes on with the cameras that have video there and marks the others", async () => {
  head = (id) => ({ status: id === "s2" ? 404 : 200 });
  const { actions, fetched } = open();
  const title = (count: number): string => `${count} in it`;
  await actions.begin({ key: ZIP_KEY, streamIds: ["s1", "s2"], range, format: "mov", zip: true, title });
  // Also the streams without video: the zip's manifest names them.
  expect(posted()).toMatchObject([{ streams: ["s1", "s2"], format: "mov", zip: true, title: "1 in it" }]);
  expect(actions.store.get().byKey.s2).toMatchObject({ phase: "failed", failure: failure("archive/none") });
  expect(fetched).toHaveLength(1);
});

test("what could not be reached is kept with the export that is without it", async () => {
  const notReachable = [{ stream: "s1", start: 1_005_000, stop: 1_010_000 }];
  const ready = {
    id: "j1",
    state: "ready",
    share: 1,
    name: "Yard.mkv",
    href: "/service/exports/j1/file",
    notReachable,
  };
  job = () => ({ json: ready });
  const { actions } = open();
  await actions.begin(single);
  expect(actions.store.get().byKey.s1).toMatchObject({ phase: "ready", notReachable });
});

test("a camera that turns out to have no video there is marked when the zip is made", async () => {
  job = () => ({
    json: { id: "j1", state: "ready", share: 1, name: "a.zip", href: "/service/exports/j1/file", withoutVideo: ["s2"] },
  });
  const { actions, fetched } = open();
  await actions.begin({ key: ZIP_KEY, streamIds: ["s1", "s2"], range, format: "mov", zip: true });
  expect(actions.store.get().byKey).toMatchObject({
    [ZIP_KEY]: { phase: "ready" },
    s2: { phase: "failed", failure: failure("archive/none") },
  });
  expect(actions.store.get().byKey).not.toHaveProperty("s1");
  expect(fetched).toHaveLength(1);
});

test("another order of the same stream begins at once, and the one on its way goes on beside it", async () => {
  let isDone = false;
  job = () => ({
    json: isDone
      ? { id: "j1", state: "ready", share: 1, name: "Yard.mkv", href: "/service/exports/j1/file" }
      : { id: "j1", state: "running", share: 0.5, name: "Yard.mkv" },
  });
  const { actions, fetched } = open();
  const later = { ...single, range: { startMs: 2_000_000, stopMs: 2_012_000 } };
  const ended = [actions.begin(single), actions.begin(single), actions.begin(later)];
  const starts = () =>
    Object.values(actions.store.get().byKey)
      .map(({ order, phase }) => [order?.range.startMs ?? 0, phase] as const)
      .toSorted(([a], [b]) => a - b);
  await vi.waitFor(
    () =>
      expect(starts()).toEqual([
        [1_000_000, "running"],
        [2_000_000, "running"],
      ]),
    { timeout: 5000 },
  );
  expect(actions.store.get().byKey.s1?.order?.range).toEqual(later.range);
  // The same order twice is one export.
  expect(posted()).toHaveLength(2);
  isDone = true;
  await Promise.all(ended);
  expect(starts().map(([, phase]) => phase)).toEqual(["ready", "ready"]);
  expect(fetched).toHaveLength(2);
});

test("how fast it goes and how long it takes is known once enough of it is done", async () => {
  let share = 0.1;
  job = () => ({ json: { id: "j1", state: "running", share: (share += 0.1), name: "Yard.mkv" } });
  const { actions } = open();
  const ended = actions.begin(single);
  expect(actions.store.get().byKey.s1?.pace).toBeNull();
  await vi.waitFor(() => expect(actions.store.get().byKey.s1?.pace).toBeTruthy(), { timeout: 10_000 });
  expect(actions.store.get().byKey.s1?.pace?.speed).toBeGreaterThan(0);
  actions.cancel("s1");
  await ended;
});

test("a zip has the views of a fisheye that were asked for, each as a file of its own", async () => {
  const look = {
    mode: 1,
    view: { pan: 10, tilt: 20, zoom: 1 },
    shift: 0,
    layout: "single",
    panoramaZoom: { scale: 1, centerX: 0.5, centerY: 0.5 },
  } as const;
  const door = { name: "Door", look, lens: null };
  const { actions } = open();
  await actions.begin({ ...single, key: ZIP_KEY, streamIds: ["s1", "s2"], zip: true, views: { s2: [null, door] } });
  expect(posted()[0].streams).toEqual(["s1", "s2", { stream: "s2", view: { name: "Door", look } }]);
});
