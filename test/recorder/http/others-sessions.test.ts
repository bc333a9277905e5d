/** Sessions with pictures are their viewer's: nobody else reads, changes or ends them, whoever knows the id. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { PASSWORD, TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let streams: readonly string[] = [];
let whep = "";
let low = "";
beforeAll(async () => {
  house = await TestHouse.open();
  const { camera } = await house.addCamera("Gate");
  streams = house.services.cameras.streamsOf(camera.id).map(({ id }) => id);
  for (const name of ["anna", "bert"]) await house.addUser(name, "Administrator");
  const { media } = house.services;
  const call = media.call.bind(media) as (...asked: unknown[]) => unknown;
  vi.spyOn(media, "call").mockImplementation(((name: string, ...rest: unknown[]) =>
    name === "whep.open" ? Promise.resolve({ ok: true, value: { answer: "v=0" } }) : call(name, ...rest)) as never);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await house.close();
});
const SDP = { "content-type": "application/sdp" };
const FRAGMENT = { "content-type": "application/trickle-ice-sdpfrag" };
const offer = (as: string, query = "") =>
  house.ask("POST", `/service/streams/${streams[0]}/whep${query}`, {
    as,
    raw: "v=0\r\nm=video 9 RTP 96\r\n",
    headers: SDP,
  });
const openLow = async (as: string, body: object = {}): Promise<string> =>
  (await house.ask("POST", "/service/low-bandwidth/streams", { as, body: { streamId: streams[0], ...body } })).json<{
    id: string;
  }>().id;
const idsOf = async (headers: Record<string, string>): Promise<string[]> =>
  (await house.ask("GET", "/service/low-bandwidth/streams", { headers }))
    .json<{ streams: { id: string }[] }>()
    .streams.map(({ id }) => id);
/** As the owner sees it. */
const isOpen = (id: string): boolean => {
  const who = house.services.live;
  const mine = { userId: owner, scope: { baseScope: ["live"], cameraScopes: [] } } as never;
  return [...who.list(mine, "whep"), ...who.list(mine, "low-bandwidth")].some((one) => one.id === id);
};
let owner = "";
beforeEach(async () => {
  owner = (await house.ask("GET", "/service/users/me", { as: "anna" })).json<{ id: string }>().id;
  const opened = await offer("anna");
  expect(opened.statusCode, opened.body).toBe(201);
  whep = String(opened.headers.location).split("/").at(-1) ?? "";
  low = await openLow("anna");
});

describe("somebody else, also an administrator", () => {
  it.each<[string, () => readonly [string, string, Record<string, string>?]]>([
    ["PATCH of WebRTC", () => ["PATCH", `/service/streams/${streams[0]}/whep/${whep}`, FRAGMENT]],
    ["DELETE of WebRTC", () => ["DELETE", `/service/streams/${streams[0]}/whep/${whep}`]],
    ["DELETE of WebRTC by another stream", () => ["DELETE", `/service/streams/${streams[1]}/whep/${whep}`]],
    ["DELETE of low bandwidth as WebRTC", () => ["DELETE", `/service/streams/${streams[0]}/whep/${low}`]],
    ["DELETE of WebRTC as low bandwidth", () => ["DELETE", `/service/low-bandwidth/streams/${whep}`]],
    ["GET of low bandwidth", () => ["GET", `/service/low-bandwidth/streams/${low}`]],
    ["a picture of low bandwidth", () => ["GET", `/service/low-bandwidth/streams/${low}/frame`]],
    ["DELETE of low bandwidth", () => ["DELETE", `/service/low-bandwidth/streams/${low}`]],
  ])("%s finds none, and it goes on", async (_name, make) => {
    const [method, url, headers = {}] = make();
    const raw = headers === FRAGMENT ? { raw: "a=ice-ufrag:x\r\n" } : {};
    const answer = await house.ask(method, url, { as: "bert", headers, ...raw });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, "live/unknown"]);
    expect([isOpen(whep), isOpen(low)]).toEqual([true, true]);
    expect(await idsOf({ authorization: house.basic("bert") })).toEqual([]);
  });

  it("the owner's own call by another stream or kind ends nothing either", async () => {
    for (const url of [
      `/service/streams/${streams[1]}/whep/${whep}`,
      `/service/streams/${streams[0]}/whep/${low}`,
      `/service/low-bandwidth/streams/${whep}`,
    ])
      expect([url, (await house.ask("DELETE", url, { as: "anna" })).statusCode]).toEqual([url, 404]);
    expect([isOpen(whep), isOpen(low)]).toEqual([true, true]);
    const own = await house.ask("PATCH", `/service/streams/${streams[0]}/whep/${whep}`, {
      as: "anna",
      headers: FRAGMENT,
      raw: "a=ice-ufrag:x\r\n",
    });
    expect([own.statusCode, own.headers.allow]).toEqual([405, "DELETE"]);
    expect((await house.ask("DELETE", `/service/streams/${streams[0]}/whep/${whep}`, { as: "anna" })).statusCode).toBe(
      200,
    );
    expect(isOpen(whep)).toBe(false);
  });
});

it("a password that only watches reads no session that its account has opened without masks", async () => {
  const { id } = (await house.signIn("anna")).json<{ id: string }>();
  const made = await house.ask("POST", "/service/users/me/app-passwords", {
    headers: { authorization: `Bearer ${id}` },
    body: { name: "Screen", password: PASSWORD, viewOnly: true },
  });
  const watching = { authorization: house.basic("anna", made.json<{ secret: string }>().secret) };
  const bare = await openLow("anna", { masks: "off", transport: "http" });
  expect(await idsOf({ authorization: house.basic("anna") })).toContain(bare);
  expect(await idsOf(watching)).toContain(low);
  expect(await idsOf(watching)).not.toContain(bare);
  for (const path of [`/service/low-bandwidth/streams/${bare}`, `/service/low-bandwidth/streams/${bare}/frame`])
    expect([path, (await house.ask("GET", path, { headers: watching })).statusCode]).toEqual([path, 404]);
});
