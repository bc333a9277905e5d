/** A user of an aggregator who is granted a camera by some of the shared views that the aggregator keeps: a real recorder covers the rest. */
import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { namedView, namedViewList } from "#protocol/rest/view.ts";
import { scopeOfToken } from "#recorder/accounts/issuer-token.ts";
import type { StreamSpec } from "#recorder/ipc/stream-shapes.ts";
import { type Camera, LinkedHouses } from "#test/recorder/aggregator/support/linked-houses.ts";

const LENS = { projection: "equidistant", fov: 180, centerX: 0.5, centerY: 0.5, radius: 0.5, stretch: 1 };
const look = { mode: 1, view: { pan: 30, tilt: 60, zoom: 2 }, shift: 0 };
const turned = { ...look, view: { pan: 200, tilt: 40, zoom: 2 } };

let houses: LinkedHouses;
let shop: Camera;
let yard: Camera;
let [till, door] = ["", ""];
let groupId = "";
let told: readonly StreamSpec[] = [];
const shown = () => told.find(({ id }) => id === shop.stream.id)?.shownByView ?? {};

const admin = { as: "admin" };
const cashier = { as: "cashier" };
const view = async (name: string): Promise<string> => {
  const camera = { id: shop.camera.id, orchidId: houses.orchidId };
  const body = { name, camera, look, shared: true };
  return namedView.parse((await houses.ask("POST", "/service/views", { ...admin, body })).json).id;
};
const byViews = (...views: string[]) => [{ orchidId: houses.orchidId, id: shop.camera.id, views }];
const change = (body: unknown) => houses.ask("PATCH", `/service/permissions/${groupId}`, { ...admin, body });

beforeAll(async () => {
  const opened = await LinkedHouses.open(["Shop", "Yard"]);
  houses = opened.houses;
  const [first, second] = opened.cameras;
  if (!first || !second) throw new Error("two cameras were asked for");
  [shop, yard] = [first, second];
  const { media, cameras } = houses.recorder.services;
  const [setStreams, status] = [media.setStreams.bind(media), media.status.bind(media)];
  media.setStreams = (specs) => {
    told = specs;
    return setStreams(specs);
  };
  const video = { width: 1000, height: 1000 };
  media.status = (id) => (id === shop.stream.id ? ({ streamId: id, state: "running", video } as never) : status(id));
  await cameras.streams.update(shop.stream.id, {
    dewarp: JSON.stringify({ enable: true, orientation: "ceiling", lens: LENS }),
  });
  [till, door] = [await view("Till"), await view("Door")];
  groupId = await houses.member("cashier", [
    { abilities: ["live", "export", "ptz", "unmask", "share"], scope: "list", byViews: byViews(till) },
  ]);
});
afterAll(() => houses.close());

let asked: {
  readonly name: string;
  readonly ask: { readonly views?: readonly string[]; readonly rights?: unknown };
}[] = [];
beforeEach(() => {
  asked = [];
  vi.spyOn(houses.recorder.services.media, "call").mockImplementation(((name: string, ask: object) => {
    asked.push({ name, ask });
    const value = name === "snapshot" ? { jpeg: new Uint8Array(2), wallMs: 1 } : { state: "ready", failure: null };
    return Promise.resolve({ ok: true, value });
  }) as never);
});
afterEach(() => vi.restoreAllMocks());

const frame = (query = "") => houses.proxied("GET", `/service/streams/${shop.stream.id}/frame${query}`, cashier);
/** The views that the recorder was asked for in the latest picture. */
async function named(): Promise<readonly string[] | undefined> {
  asked = [];
  expect((await frame()).status).toBe(200);
  return asked.find(({ name }) => name === "snapshot")?.ask.views;
}

describe("the aggregator", () => {
  it("says of the camera what the views allow, and nothing of others", async () => {
    const { json } = await houses.ask("GET", `/service/orchids/${houses.orchidId}/cameras`, cashier);
    const cameras = (json as { cameras: { name: string; permissions: { actions: object } }[] }).cameras;
    expect(cameras.map(({ name, permissions }) => [name, permissions.actions])).toEqual([
      ["Shop", { live: true, playback: false, ptz: false, export: false, unmask: false, exportViews: true }],
    ]);
    expect((await houses.proxied("GET", `/service/streams/${yard.stream.id}/frame`, cashier)).status).toBe(404);
  });

  it("lists the granted views alone, begins with them, and never lets them be turned", async () => {
    const { views } = namedViewList.parse((await houses.ask("GET", "/service/views", cashier)).json);
    expect(views).toMatchObject([{ id: till, home: true, editable: false }]);
    const patch = { ...cashier, body: { look: turned } };
    expect((await houses.ask("PATCH", `/service/views/${till}`, patch)).status).toBe(403);
    expect((await houses.ask("GET", `/service/views/${door}`, cashier)).status).toBe(404);
  });

  it("grants only what is there, and revokes whole cameras only", async () => {
    const grant = (views: string[]) =>
      change({ granted: [{ abilities: ["live"], scope: "list", byViews: byViews(...views) }] });
    expect((await grant(["nowhere"])).json).toMatchObject({ code: "view/unknown" });
    const revoked = [{ abilities: ["live"], scope: "list", byViews: byViews(till) }];
    expect((await change({ revoked })).status).toBe(400);
  });
});

it("what recorders are owed is written with the change of a view: whoever dies in between loses neither, or both", async () => {
  const { store, permissions } = houses.aggregator.services;
  let isKilled = true;
  let told = 0;
  permissions.onRightsChange((_store, userIds) => {
    if (isKilled) throw new Error("killed");
    return Promise.resolve(() => (told += userIds.length));
  });
  const kept = () => store.selectFrom("fisheye_views").select(["name", "look", "shared"]).orderBy("id").execute();
  const before = await kept();
  const turn = (to: object) => houses.ask("PATCH", `/service/views/${till}`, { ...admin, body: { look: to } });
  expect((await turn(turned)).status).toBe(500);
  expect((await houses.ask("DELETE", `/service/views/${till}`, admin)).status).toBe(500);
  expect(await kept()).toEqual(before);
  isKilled = false;
  expect((await turn(turned)).status).toBe(200);
  expect((await turn(look)).status).toBe(200);
  expect(told).toBe(2);
  expect(await kept()).toEqual(before);
});

describe("the recorder", () => {
  it("is told what the view shows, and asked for that alone", async () => {
    const views = await named();
    expect(views).toHaveLength(1);
    const parts = shown()[views?.[0] ?? ""] ?? [];
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.every(({ isShown }) => isShown)).toBe(true);
  });

  it("refuses what no view allows", async () => {
    for (const query of ["?masks=off", "?time=1000"])
      expect([query, (await frame(query)).status]).toEqual([query, 403]);
    const body = { streams: [shop.stream.id], start: 1000, stop: 61_000, format: "mkv" };
    const whole = await houses.proxied("POST", "/service/exports", { ...cashier, body });
    expect(whole).toMatchObject({ status: 403, json: { cause: { code: "access/views-only" } } });
    const other = { ...body, streams: [{ stream: shop.stream.id, view: { name: "Door", look: turned } }] };
    expect((await houses.proxied("POST", "/service/exports", { ...cashier, body: other })).status).toBe(403);
  });

  it("closes what is open, and shows other parts, when the view is turned", async () => {
    const [before] = (await named()) ?? [];
    const body = { streamId: shop.stream.id };
    expect((await houses.proxied("POST", "/service/low-bandwidth/streams", { ...cashier, body })).status).toBe(201);
    expect(asked.find(({ name }) => name === "low-bandwidth.open")?.ask.rights).toMatchObject({ views: [before] });
    await houses.ask("PATCH", `/service/views/${till}`, { ...admin, body: { look: turned } });
    await vi.waitFor(() => expect(asked.map(({ name }) => name)).toContain("low-bandwidth.close"), 10_000);
    const [after] = (await named()) ?? [];
    expect(after).not.toBe(before);
    expect(shown()[after ?? ""]).not.toEqual(shown()[before ?? ""]);
  });

  it("shows nothing of one that is not shared any more, and a whole camera where one is granted", async () => {
    await houses.ask("PATCH", `/service/views/${till}`, { ...admin, body: { shared: false } });
    expect(await named()).toEqual([]);
    await houses.ask("PATCH", `/service/views/${till}`, { ...admin, body: { shared: true } });
    expect(await named()).toHaveLength(1);
    const whole = { abilities: ["live"], scope: "list", cameras: [{ orchidId: houses.orchidId, id: shop.camera.id }] };
    const single = { abilities: ["live", "playback"], scope: "list", byViews: byViews(till, door) };
    await change({ granted: [single, whole] });
    expect(await named()).toBeUndefined();
    expect((await frame("?time=1000")).status).toBe(403);
    await change({ granted: [single] });
    expect(await named()).toHaveLength(2);
    expect((await frame("?time=1000")).status).toBe(200);
  });

  it("that is older reads from the same token that nothing of the camera is granted", async () => {
    const { json } = await houses.ask("GET", "/fusion/tokens?type=orchid", cashier);
    const token = (json as Record<string, string>)[houses.orchidId] ?? "";
    const { byViews: _new, ...old } = decodeJwt(token);
    expect(_new).toHaveLength(1);
    expect(scopeOfToken(old, "Manager", [shop.camera.id])?.scope).toEqual({
      baseScope: [],
      cameraScopes: [{ id: shop.camera.id, scope: [] }],
    });
  });
});
