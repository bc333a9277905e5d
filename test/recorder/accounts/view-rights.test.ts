import { randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { Channel } from "#recorder/ipc/channel.ts";
import type { MainContract } from "#recorder/ipc/main-contract.ts";
import type { MediaContract } from "#recorder/ipc/media-contract.ts";
import type { ViewRights } from "#recorder/ipc/viewing-shapes.ts";
import { eventually } from "#test/support/eventually.ts";
import { portPair } from "#test/support/machine/port-pair.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

/** What `media` is told about a viewer's rights, and what it reports about their commands. */
let house: TestHouse;
let streamId = "";
let cameraId = "";
let media: Channel<MediaContract, MainContract>;
const key = randomBytes(32);
const opened: { sessionId: string; rights: ViewRights }[] = [];
const told: { sessionId: string; rights: ViewRights }[] = [];
beforeAll(async () => {
  house = await TestHouse.open();
  const { camera, stream } = await house.addCamera("Gate");
  [cameraId, streamId] = [camera.id, stream.id];
  await house.addUser("lena", "Live Viewer");
  await house.addUser("vera", "Viewer");
  const issuer = { id: "a", access_token: "", key: { kty: "oct", k: key.toString("base64url") } };
  await house.ask("POST", "/service/trusted/issuer?version=2", { as: "admin", body: issuer });
  const [main, child] = portPair();
  media = new Channel(child);
  media.serve("streams.set", () => ({ ok: true, value: null }));
  media.serve("low-bandwidth.open", ({ sessionId, rights }) => {
    opened.push({ sessionId, rights });
    return { ok: true, value: { state: "ready", failure: null } };
  });
  media.serve("whep.open", ({ sessionId, rights }) => {
    opened.push({ sessionId, rights });
    return { ok: true, value: { answer: "v=0" } };
  });
  media.serve("session.rights", (one) => {
    told.push(one);
    return { ok: true, value: null };
  });
  house.services.media.attach(main);
});
beforeEach(() => {
  opened.splice(0);
  told.splice(0);
});
afterAll(() => house.close());

const OFFER = "v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 102\r\n";
const lowBandwidth = (headers: Record<string, string>, startTime: number) =>
  house.ask("POST", "/service/low-bandwidth/streams", { headers, body: { streamId, startTime } });
const whep = (headers: Record<string, string>, time: number) =>
  house.ask("POST", `/service/streams/${streamId}/whep?time=${time}`, {
    headers: { ...headers, "content-type": "application/sdp" },
    raw: OFFER,
  });
const basic = (name: string) => ({ authorization: house.basic(name) });
/** In the way in which an aggregator lets its users in. */
const bearer = async (...baseScope: string[]) => ({
  authorization: `Bearer ${await new SignJWT({ sub: "una", scope: { baseScope } })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuedAt()
    .setExpirationTime("10m")
    .sign(key)}`,
});
const audited = async (action: string) =>
  (await house.services.store.selectFrom("audit").selectAll().where("action", "=", action).execute()).map(
    ({ username, target, address, detail }) => ({ username, target, address, ...JSON.parse(detail) }),
  );

it.each([
  ["low bandwidth", lowBandwidth, "view-low-bandwidth"],
  ["WebRTC", whep, "view-webrtc"],
] as const)(
  "by %s `media` knows how far a viewer may go, and a playback by command is audited",
  async (_, open, action) => {
    for (const name of ["lena", "vera"]) expect((await open(basic(name), 0)).statusCode).toBe(201);
    expect(opened.map(({ rights }) => rights)).toEqual([
      { live: true, playback: false },
      { live: true, playback: true },
    ]);
    expect((await open(basic("lena"), 5000)).statusCode).toBe(403);
    const [, vera] = opened;
    media.tell("session.playback", { sessionId: vera?.sessionId ?? "", timeMs: 5000 });
    const own = { target: streamId, address: "127.0.0.1" };
    const entries = [
      { username: "lena", ...own, time: 0 },
      { username: "vera", ...own, time: 0 },
      { username: "vera", ...own, time: 5000 },
    ];
    await vi.waitFor(async () => expect(await audited(action)).toHaveLength(3));
    expect(await audited(action)).toEqual(expect.arrayContaining(entries));
  },
);

it("an aggregator's user goes as far as their token says, and further with one that says more", async () => {
  expect((await lowBandwidth(await bearer("playback"), 0)).statusCode).toBe(403);
  expect((await lowBandwidth(await bearer("playback"), 5000)).statusCode).toBe(201);
  expect(opened.map(({ rights }) => rights)).toEqual([{ live: false, playback: true }]);
  const { sessionId = "" } = opened[0] ?? {};
  const path = `/service/low-bandwidth/streams/${sessionId}`;
  expect((await house.ask("GET", path, { headers: await bearer("live", "playback") })).statusCode).toBe(200);
  await eventually(() => told.length === 1, "told");
  expect(told).toEqual([{ sessionId, rights: { live: true, playback: true } }]);
  expect((await house.ask("GET", path, { headers: await bearer("live") })).statusCode).toBe(404);
});

it("an account that is given other rights watches nothing on", async () => {
  const id = await house.addUser("olga", "Viewer");
  await lowBandwidth(basic("olga"), 0);
  const { sessionId = "" } = opened[0] ?? {};
  const cameraScopes = [{ id: cameraId, scope: ["live"] }];
  expect((await house.ask("PATCH", `/service/users/${id}`, { as: "admin", body: { cameraScopes } })).statusCode).toBe(
    200,
  );
  const path = `/service/low-bandwidth/streams/${sessionId}`;
  expect((await house.ask("GET", path, { as: "olga" })).statusCode).toBe(404);
});
