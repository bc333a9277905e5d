import { ok } from "#base/result.ts";
import { request as httpRequest } from "node:http";
import type { Duplex } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import type { TestHouse } from "#test/recorder/support/test-house.ts";
import { PASSWORD } from "#test/recorder/aggregator/support/aggregator-house.ts";
import { Fleet } from "#test/recorder/aggregator/support/fleet.ts";
import { FrontDoor } from "#test/recorder/aggregator/support/front-door.ts";
import { type Camera, echoViewers } from "#test/recorder/aggregator/support/linked-houses.ts";

/** A connection through the proxy ends when its origin ends: the session, the account, or the server. */
let fleet: Fleet;
let recorder: TestHouse;
let viewers: Awaited<ReturnType<typeof echoViewers>>;
let camera: Camera;
let door: FrontDoor;
let orchidId: string;
let userId: string;
let name: string;
let count = 0;

beforeAll(async () => {
  fleet = await Fleet.open();
  recorder = await fleet.recorder();
  camera = await recorder.addCamera("Gate");
  viewers = await echoViewers(recorder);
  // A fake of the media process, which accepts every offer.
  vi.spyOn(recorder.services.media, "call").mockImplementation(async () => ok({ answer: "v=0" }) as never);
  door = await FrontDoor.open(recorder.recorder.url);
  orchidId = await fleet.add(recorder, { uri: door.url });
});
afterAll(async () => {
  await fleet.close();
  await viewers.close();
  await door.close();
});
beforeEach(async () => {
  count += 1;
  name = `viewer${count}`;
  const cameras = [{ orchidId, id: camera.camera.id }];
  userId = await fleet.member(name, [{ abilities: ["live"], scope: "list", cameras }]);
});

const at = (path: string) => `/fusion/orchid-proxy/${orchidId}/service${path}`;
const open = () =>
  ["whep", "low-bandwidth"].map((kind) => recorder.services.live.count(kind as "whep" | "low-bandwidth"));
const settled = (whep: number, lowBandwidth: number) =>
  eventually(() => open().join() === [whep, lowBandwidth].join(), `${whep} and ${lowBandwidth} views are open`);

async function signIn(): Promise<{ authorization: string }> {
  const body = { username: name, password: PASSWORD, cookie: "none" };
  const { json } = await fleet.house.ask("POST", "/fusion/users/login", { body });
  return { authorization: `Bearer ${(json as { token: string }).token}` };
}
const basic = () => ({ authorization: fleet.house.basic(name) });

/** Opens a view of each kind; returns the address of the WebRTC one. */
async function watch(headers: Readonly<Record<string, string>>): Promise<string> {
  const offered = await fetch(fleet.house.aggregator.url + at(`/streams/${camera.stream.id}/whep`), {
    method: "POST",
    headers: { ...headers, "content-type": "application/sdp" },
    body: "v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n",
  });
  expect(offered.status).toBe(201);
  const made = await fleet.house.ask("POST", at("/low-bandwidth/streams"), {
    headers,
    body: { streamId: camera.stream.id },
  });
  expect(made.status).toBe(201);
  return offered.headers.get("location") ?? "";
}

it("signing out ends the views of that session, and no other", async () => {
  const [one, two] = [await signIn(), await signIn()];
  await watch(one);
  const location = await watch(two);
  await watch(basic());
  await settled(3, 3);
  await fleet.house.ask("POST", "/fusion/users/logout", { headers: one });
  await settled(2, 2);
  const ended = await fleet.house.ask("DELETE", at(location.replace("/service", "")), { headers: two });
  expect(ended.status).toBe(200);
  await settled(1, 2);
  await fleet.ask("DELETE", `/service/users/${userId}`);
  await settled(0, 0);
});

it("a session that an administrator ends, and an account that is deleted, administrators' too", async () => {
  await fleet.ask("PATCH", `/service/users/${userId}`, { admin: true });
  await watch(await signIn());
  await watch(basic());
  const { json } = await fleet.ask("GET", "/service/sessions");
  const { id } = (json as { sessions: { id: string; userId: string }[] }).sessions.find(
    (one) => one.userId === userId,
  ) ?? { id: "" };
  await fleet.ask("DELETE", `/service/sessions/${id}`);
  await settled(1, 1);
  await fleet.ask("DELETE", `/service/users/${userId}`);
  await settled(0, 0);
});

it("a token that was given to a session opens neither the proxy nor the server any more", async () => {
  const headers = await signIn();
  const { json } = await fleet.house.ask("GET", "/fusion/tokens", { headers });
  const token = { authorization: `Bearer ${(json as Record<string, string>)[orchidId] ?? ""}` };
  const direct = async () => (await fetch(`${recorder.recorder.url}/service/sessions/me`, { headers: token })).status;
  const through = async () => (await fleet.house.ask("GET", at("/version"), { headers: token })).status;
  expect([await direct(), await through()]).toEqual([200, 200]);
  await fleet.house.ask("POST", "/fusion/users/logout", { headers });
  await expect.poll(direct).toBe(401);
  expect(await through()).toBe(401);
});

it("a server that is away is told when it is back", async () => {
  const headers = await signIn();
  await watch(headers);
  await door.close();
  await fleet.until(orchidId, ({ isAvailable }) => !isAvailable);
  await fleet.house.ask("POST", "/fusion/users/logout", { headers });
  expect(open()).toEqual([1, 1]);
  await door.open();
  await settled(0, 0);
});

it("removing a server, also one that cannot be told, closes what is open through the proxy", async () => {
  const made = await fleet.house.ask("POST", at("/low-bandwidth/streams"), {
    headers: basic(),
    body: { streamId: camera.stream.id },
  });
  const path = at(`/low-bandwidth/streams/${(made.json as { id: string }).id}/ws`);
  const socket = await new Promise<Duplex>((resolve, reject) => {
    const request = httpRequest(fleet.house.aggregator.url + path, {
      headers: {
        ...basic(),
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      },
    });
    request.once("upgrade", (_response, upgraded) => resolve(upgraded));
    request.once("response", ({ statusCode }) => reject(new Error(`refused with ${statusCode}`)));
    request.end();
  });
  const closed = new Promise((resolve) => socket.once("close", resolve));
  door.misbehave = (asked, response) => {
    if (asked === "/service/trusted/issuer") response.writeHead(500).end();
    return asked === "/service/trusted/issuer";
  };
  expect((await fleet.ask("DELETE", `/service/orchids/${orchidId}?force=true`)).status).toBe(204);
  await closed;
});
