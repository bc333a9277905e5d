/** A user who is given a camera by some of its shared views exports these, and nothing else of it. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { camera as cameraShape } from "#protocol/rest/cameras/camera.ts";
import { namedView } from "#protocol/rest/view.ts";
import type { ExportAsk } from "#recorder/site/exports/export-ask.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const PASSWORD = "correct horse battery";
const START = Date.UTC(2026, 5, 1, 12);
const range = { start: START, stop: START + 20_000, format: "mkv" };
const LENS = { projection: "equidistant", fov: 180, centerX: 0.5, centerY: 0.5, radius: 0.5, stretch: 1 };
const lookTo = (pan: number) => ({ mode: 1, view: { pan, tilt: 60, zoom: 2 }, shift: 0 });
const look = { till: lookTo(30), door: lookTo(200) };

let house: TestHouse;
const ids = { camera: "", stream: "", yard: "", till: "", door: "" };
const SIZE = { codec: "h264", width: 1000, height: 1000, framesPerSecond: 15 };
let size: typeof SIZE | null = SIZE;

beforeAll(async () => {
  house = await TestHouse.open();
  const { media, users, cameras, index } = house.services;
  const status = media.status.bind(media);
  media.status = (id) => (id === ids.stream ? ({ streamId: id, state: "running", video: size } as never) : status(id));
  const shop = await house.addCamera("Shop");
  [ids.camera, ids.stream] = [shop.camera.id, shop.stream.id];
  ids.yard = (await house.addCamera("Yard")).stream.id;
  await cameras.streams.update(ids.stream, {
    dewarp: JSON.stringify({ enable: true, orientation: "ceiling", lens: LENS }),
  });
  for (const streamId of [ids.stream, ids.yard]) {
    const row = { streamId, startMs: START, endMs: START + 60_000, file: `${streamId}.mp4`, bytes: 1e6, frames: 1 };
    await index.insertClosed(row, new Uint8Array());
  }
  for (const name of ["till", "door"] as const) {
    const body = { name, camera: { id: ids.camera }, look: look[name], shared: true };
    ids[name] = namedView.parse((await house.ask("POST", "/service/views", { as: "admin", body })).json()).id;
  }
  for (const [username, scope] of [
    ["cashier", ["live", "playback", "export", "ptz", "unmask"]],
    ["guard", ["live", "playback"]],
  ] as const) {
    const rights = [{ id: ids.camera, scope: [...scope], views: [ids.till] }];
    const made = await users.create({ username, password: PASSWORD, role: "Manager", cameraScopes: rights });
    if (!made.ok) throw new Error(made.error.code);
  }
});
afterAll(() => house.close());
afterEach(() => {
  vi.restoreAllMocks();
  house.services.exports.end(() => true);
});

const as = (name: string) => ({
  headers: { authorization: `Basic ${Buffer.from(`${name}:${PASSWORD}`).toString("base64")}` },
});
const view = (name: "till" | "door") => ({ stream: ids.stream, view: { name, look: look[name] } });
const order = (who: string, streams: readonly unknown[], more: object = {}) =>
  house.ask("POST", "/service/exports", { ...as(who), body: { streams, ...range, ...more } });

it("the view is made of a picture whose rest is covered, alone and in a zip with other cameras", async () => {
  const start = vi.spyOn(house.services.exports.jobs, "start");
  for (const streams of [[view("till")], [view("till"), ids.yard]]) {
    expect((await order("cashier", streams)).statusCode).toBe(201);
    const [made, other] = start.mock.lastCall?.[1].streams ?? [];
    expect(made).toMatchObject({ streamId: ids.stream, cameraName: "Shop · till", view: { pan: 30 } });
    expect(made?.masks?.length).toBeGreaterThan(0);
    expect(made?.masks?.every((part) => "isShown" in part)).toBe(true);
    expect(other?.masks ?? []).toEqual([]);
  }
});

it.each<[string, number, string, () => readonly unknown[], object]>([
  ["the whole picture", 403, "access/views-only", () => [ids.stream], {}],
  ["a page with the whole circle", 403, "access/views-only", () => [ids.stream], { format: "dewarp" }],
  ["a zip with the whole picture", 403, "access/views-only", () => [view("till"), ids.stream], { zip: true }],
  ["another view", 403, "access/views-only", () => [view("door")], {}],
  [
    "the view turned further",
    403,
    "access/views-only",
    () => [{ stream: ids.stream, view: { name: "till", look: lookTo(31) } }],
    {},
  ],
  ["the view as a page", 400, "export/view", () => [view("till")], { format: "dewarp" }],
  ["the view without masks", 403, "access/no-unmask", () => [view("till")], { masks: "off" }],
])("%s is refused", async (_what, status, code, streams, more) => {
  const start = vi.spyOn(house.services.exports.jobs, "start");
  const answer = await order("cashier", streams(), more);
  expect(answer.statusCode).toBe(status);
  expect(JSON.stringify(answer.json())).toContain(code);
  expect(start).not.toHaveBeenCalled();
});

it("who sees the view without exports gets none of it", async () => {
  expect((await order("guard", [view("till")])).statusCode).toBe(403);
  const path = `/service/streams/${ids.stream}/export?start=${range.start}&stop=${range.stop}`;
  expect((await house.ask("HEAD", path, as("guard"))).statusCode).toBe(403);
  expect((await house.ask("HEAD", path, as("cashier"))).statusCode).toBe(200);
  expect((await house.ask("GET", path, as("cashier"))).statusCode).toBe(403);
  const actions = async (who: string) =>
    cameraShape.parse((await house.ask("GET", `/service/cameras/${ids.camera}`, as(who))).json()).permissions?.actions;
  expect(await actions("cashier")).toMatchObject({ export: false, exportViews: true });
  expect(await actions("guard")).toMatchObject({ export: false });
  expect((await actions("guard"))?.exportViews).toBeUndefined();
});

it("while nobody knows what a view shows there is none to export", async () => {
  size = null;
  const answer = await order("cashier", [view("till")]);
  size = SIZE;
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, "export/view-unknown"]);
});

it("a file is given out as long as it shows what the views show, and only to who may have it", async () => {
  const start = vi.spyOn(house.services.exports.jobs, "start");
  await order("cashier", [view("till")]);
  const ask = start.mock.lastCall?.[1] as ExportAsk;
  const job = { id: "j", ask, name: "x.mkv", made: { file: "/none", bytes: 1 } };
  const got = async (who: string) => {
    vi.spyOn(house.services.exports.jobs, "get").mockReturnValue(job as never);
    const answer = await house.ask("GET", "/service/exports/j/file", as(who));
    return answer.statusCode;
  };
  const change = (body: object) => house.ask("PATCH", `/service/views/${ids.till}`, { as: "admin", body });
  expect(await got("guard")).toBe(403);
  await change({ look: look.door });
  expect(await got("cashier")).toBe(409);
  await change({ look: look.till });
  await change({ shared: false });
  expect(await got("cashier")).toBe(409);
  expect((await order("cashier", [view("till")])).statusCode).toBe(403);
  await change({ shared: true });
  // The whole picture, made while the account still had the whole camera.
  const whole = {
    ...ask,
    streams: ask.streams.map(({ streamId, cameraName }) => ({ streamId, cameraName, masks: [] })),
  };
  Object.assign(job, { ask: whole });
  expect(await got("cashier")).toBe(403);
});

it("a file that is removed while it is asked for is unknown, in words and not as a file", async () => {
  const start = vi.spyOn(house.services.exports.jobs, "start");
  await order("cashier", [view("till")]);
  const ask = start.mock.lastCall?.[1] as ExportAsk;
  const job = { id: "j", ask, name: "x.mkv", made: { file: `${house.folder}/gone.mkv`, bytes: 1000 } };
  vi.spyOn(house.services.exports.jobs, "get").mockReturnValue(job as never);
  const answer = await house.ask("GET", "/service/exports/j/file", as("cashier"));
  expect(answer.statusCode, answer.body).toBe(404);
  expect(answer.json()).toMatchObject({ code: "export/unknown" });
  expect(answer.headers["content-disposition"]).toBeUndefined();
});
