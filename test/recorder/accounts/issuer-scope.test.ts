import { randomBytes, randomUUID } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { admitRtsp } from "#recorder/http/rtsp-guard.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

/** An aggregator's tokens, which name their user and the user's rights. */
let house: TestHouse;
let url = "";
let gate: Awaited<ReturnType<TestHouse["addCamera"]>>;
let yard: typeof gate;
let safe: typeof gate;
const secret = randomBytes(32);
const issuer = { id: "aggregator-1", access_token: "", key: { kty: "oct", k: secret.toString("base64url") } };
const trust = () => house.ask("POST", "/service/trusted/issuer?version=2", { as: "admin", body: issuer });

beforeAll(async () => {
  house = await TestHouse.open();
  [gate, yard, safe] = [await house.addCamera("Gate"), await house.addCamera("Yard"), await house.addCamera("Safe")];
  url = await house.recorder.app.listen({ host: "127.0.0.1", port: 0 });
  expect((await trust()).statusCode).toBe(201);
});
afterAll(() => house.close());

interface Scope {
  baseScope: string[];
  cameraScopes?: unknown;
}
let clockS = Math.floor(Date.now() / 1000) - 1000;
/** Each is later than the one before. */
const token = (claims: Record<string, unknown>, life: { issuedS?: number; expires?: string } = {}): Promise<string> => {
  clockS += 1;
  const issuedS = life.issuedS ?? clockS;
  const signing = new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).setIssuedAt(issuedS);
  return signing.setExpirationTime(life.expires ?? "10m").sign(secret);
};
const scoped = (scope: unknown, sub = "ann", more: Record<string, unknown> = {}) =>
  token({ sub, name: sub, scope, ...more });
const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } });
const ask = (method: string, path: string, value: string, body?: unknown) =>
  house.ask(method, path, { ...bearer(value), ...(body === undefined ? {} : { body }) });
const status = async (method: string, path: string, value: string, body?: unknown) =>
  (await ask(method, path, value, body)).statusCode;
const on = (scope: string[], ...ids: string[]): Scope => ({
  baseScope: [],
  cameraScopes: ids.map((id) => ({ id, scope })),
});

describe("what a scope leaves of the role", () => {
  const scopeOf = async (claims: Record<string, unknown>) =>
    (await ask("GET", "/service/sessions/me", await token(claims))).json();
  it("says what the session may do, with the cameras that it names; unknown permissions are dropped", async () => {
    const scope = {
      baseScope: ["live", "fly"],
      cameraScopes: [
        { id: gate.camera.id, scope: ["playback", "dig"] },
        { id: safe.camera.id, scope: [] },
      ],
    };
    expect(await scopeOf({ sub: "u1", name: "Ann", scope })).toMatchObject({
      type: "remote",
      name: "Ann",
      userId: "issuer:sub:u1",
      role: "Live Viewer",
      scope: {
        baseScope: ["live"],
        cameraScopes: [
          { id: gate.camera.id, scope: ["playback"] },
          { id: safe.camera.id, scope: [] },
        ],
      },
    });
  });
  it.each([
    ["never more than the role, which is a manager's unless named", {}, ["config", "live"], ["live"]],
    ["an administrator's where it is named", { role: "Administrator" }, ["config", "live"], ["live", "config"]],
    ["less where less is named", { role: "Live Viewer" }, ["live", "playback"], ["live"]],
    ["nothing", {}, [], []],
  ])("%s", async (_name, claims, baseScope, expected) => {
    const shown = await scopeOf({ sub: "u2", ...claims, scope: { baseScope } });
    expect(shown.scope).toEqual({ baseScope: expected, cameraScopes: [] });
  });
  it("without a scope it is the role's, also with sub and name", async () => {
    expect((await scopeOf({ sub: "u3", name: "Bob" })).scope.baseScope).toContain("export");
    expect(await scopeOf({ sub: "u3", name: "Bob", role: "Viewer" })).toMatchObject({ name: "Bob", role: "Viewer" });
  });
  it("a scope without sub is nobody else's", async () => {
    const wide = await token({ scope: { baseScope: ["live", "export"] } });
    const narrow = await token({ scope: { baseScope: [] } });
    expect(await status("GET", `/service/cameras/${gate.camera.id}`, narrow)).toBe(404);
    expect(await status("GET", `/service/cameras/${gate.camera.id}`, wide)).toBe(200);
  });
});

describe("cameras on which a scope gives nothing are not there", () => {
  it("in lists", async () => {
    const value = await scoped(on(["live", "playback", "export"], gate.camera.id), "lists");
    const idsIn = async (path: string, noun: string) =>
      (await ask("GET", path, value)).json()[noun].map((one: { id: string }) => one.id);
    expect(await idsIn("/service/cameras", "cameras")).toEqual([gate.camera.id]);
    const streams = await idsIn("/service/streams", "streams");
    expect(streams).toContain(gate.stream.id);
    expect(streams).not.toContain(safe.stream.id);
    const all = [];
    for (const path of ["/service/cameras", "/service/streams", "/service/streams/status", "/service/archives"])
      all.push((await ask("GET", path, value)).body);
    expect(all.join()).not.toContain(safe.camera.id);
    expect(all.join()).not.toContain(safe.stream.id);
  });
  it("by id, in events, pictures, exports, live, PTZ: as an id that does not exist", async () => {
    const value = await scoped(on(["live", "playback", "export", "ptz"], gate.camera.id), "ids");
    const range = "start=1000&stop=61000";
    const about = ({
      camera,
      stream,
    }: {
      camera: { id: string };
      stream: { id: string };
    }): [string, string, unknown?][] => [
      ["GET", `/service/cameras/${camera.id}`],
      ["GET", `/service/streams/${stream.id}`],
      ["GET", `/service/streams/${stream.id}/status`],
      ["GET", `/service/streams/${stream.id}/frame`],
      ["GET", `/service/streams/${stream.id}/frame?time=5000`],
      ["HEAD", `/service/streams/${stream.id}/export?${range}`],
      ["GET", `/service/archives?streamId=${stream.id}`],
      ["GET", `/service/archives/per-day?ids=${stream.id}`],
      ["GET", `/service/events/camera-stream?id=${stream.id}`],
      ["POST", "/service/exports", { streams: [stream.id], start: 1000, stop: 61_000, format: "mkv" }],
      ["POST", "/service/low-bandwidth/streams", { streamId: stream.id }],
      ["POST", `/service/cameras/${camera.id}/position`, { type: "stop" }],
      ["POST", "/service/tickets", { path: `/service/streams/${stream.id}/frame`, cameraId: camera.id }],
    ];
    const nowhere = about({ camera: { id: randomUUID() }, stream: { id: randomUUID() } });
    const hidden = about(safe);
    for (const [index, [method, path, body]] of hidden.entries()) {
      const [, sameOfNone = "", bodyOfNone] = nowhere[index] ?? [];
      const got = await status(method, path, value, body);
      expect(`${method} ${path} ${got}`).toBe(
        `${method} ${path} ${await status(method, sameOfNone, value, bodyOfNone)}`,
      );
    }
    expect(await status("GET", `/service/cameras/${safe.camera.id}`, value)).toBe(404);
    expect(await status("GET", `/service/cameras/${gate.camera.id}`, value)).toBe(200);
  });
  it("moving and exporting alone show no camera", async () => {
    const value = await scoped({ baseScope: ["ptz", "export"] }, "mover");
    expect((await ask("GET", "/service/cameras", value)).json().cameras).toEqual([]);
  });
  it("each permission is asked for by itself", async () => {
    const live = await scoped(on(["live"], gate.camera.id), "live-only");
    expect(await status("GET", `/service/streams/${gate.stream.id}/frame?time=5000`, live)).toBe(403);
    expect(await status("HEAD", `/service/streams/${gate.stream.id}/export?start=1000&stop=61000`, live)).toBe(403);
    expect(await status("POST", `/service/cameras/${gate.camera.id}/position`, live, { type: "stop" })).toBe(403);
    expect(await status("GET", "/service/server/report?start=1000&stop=61000", live)).toBe(403);
    expect(await status("GET", "/service/users", live)).toBe(403);
    const playback = await scoped(on(["playback"], gate.camera.id), "playback-only");
    expect(await status("GET", `/service/streams/${gate.stream.id}/frame`, playback)).toBe(403);
  });
});

describe("users of the issuer are apart, and go by their newest token", () => {
  it("one's tickets and live sessions are not another's", async () => {
    const ann = await scoped({ baseScope: ["live"] }, "ann");
    const bob = await scoped({ baseScope: [] }, "bob");
    const ticket = async (value: string) =>
      (await ask("POST", "/service/tickets", value, { path: `/service/streams/${gate.stream.id}` })).json().url;
    expect((await house.ask("GET", await ticket(ann))).statusCode).toBe(200);
    expect((await house.ask("GET", await ticket(bob))).statusCode).toBe(404);
    const opened = await ask("POST", "/service/low-bandwidth/streams", ann, { streamId: gate.stream.id });
    const path = `/service/low-bandwidth/streams/${opened.json().id}`;
    expect(await status("GET", path, ann)).toBe(200);
    expect(await status("GET", path, bob)).toBe(404);
    // the next token of the same user
    expect(await status("DELETE", path, await scoped({ baseScope: ["live"] }, "ann"))).toBe(204);
  });
  it("a newer token narrows tickets, older tokens and what is open", async () => {
    const wide = await scoped({ baseScope: ["live"] }, "carl");
    const ticket = (await ask("POST", "/service/tickets", wide, { path: `/service/streams/${gate.stream.id}` })).json();
    const opened = (await ask("POST", "/service/low-bandwidth/streams", wide, { streamId: gate.stream.id })).json();
    const narrow = await scoped(on(["live"], yard.camera.id), "carl");
    expect(await status("GET", `/service/low-bandwidth/streams/${opened.id}`, narrow)).toBe(404);
    expect((await house.ask("GET", ticket.url)).statusCode).toBe(404);
    expect(await status("GET", `/service/streams/${gate.stream.id}`, wide)).toBe(404);
    expect(await status("GET", `/service/streams/${yard.stream.id}`, wide)).toBe(200);
  });
  it("event sockets tell of cameras in scope only", async () => {
    const value = await scoped(on(["live"], gate.camera.id), "listener");
    const told: { type: string; id: string }[] = [];
    const socket = new WebSocket(`${url.replace("http", "ws")}/service/events/socket`, bearer(value));
    socket.on("message", (data) => told.push(JSON.parse((data as Buffer).toString("utf8"))));
    await new Promise((resolve) => socket.once("message", resolve));
    const rename = (camera: { id: string }) =>
      house.ask("PATCH", `/service/cameras/${camera.id}`, { as: "admin", body: { name: "New name" } });
    await rename(safe.camera);
    await rename(gate.camera);
    await expect.poll(() => told.map(({ id }) => id)).toContain(gate.camera.id);
    expect(told.map(({ id }) => id)).not.toContain(safe.camera.id);
    socket.terminate();
  });
});

it("an aggregator's users are counted one by one, others by their address", async () => {
  const small = await TestHouse.open({ "http.requests-per-minute": "3" });
  const ping = async (headers: Record<string, string> = {}) =>
    (await small.ask("GET", "/ping", { headers })).statusCode;
  await small.services.issuers.set({ id: "a", description: "", uri: "", key: { kty: "oct", k: issuer.key.k } });
  const times = async (headers: Record<string, string>) => {
    const all = [];
    for (let one = 0; one < 4; one++) all.push(await ping(headers));
    return all;
  };
  for (const claims of [{ sub: "ann" }, { sub: "bob" }, {}])
    expect(await times(bearer(await token(claims)).headers)).toEqual([200, 200, 200, 429]);
  expect(await ping()).toBe(429);
  await small.close();
});

describe("tokens that are not what they seem", () => {
  const scope = { baseScope: ["live"], cameraScopes: [] };
  const claims = { sub: "ann", scope };
  it.each<[string, () => Promise<string> | string]>([
    ["unsigned", () => new UnsecuredJWT(claims).setIssuedAt().setExpirationTime("5m").encode()],
    [
      "another key",
      () =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: "HS256" })
          .setIssuedAt()
          .setExpirationTime("5m")
          .sign(randomBytes(32)),
    ],
    ["expired", () => token(claims, { issuedS: Math.floor(Date.now() / 1000) - 900, expires: "-10m" })],
    ["from the future", () => token(claims, { issuedS: Math.floor(Date.now() / 1000) + 600, expires: "20m" })],
    ["living for ever", () => token(claims, { issuedS: 1, expires: "5m" })],
    ["scope as text", () => token({ sub: "ann", scope: "live playback" })],
    ["scope as a list", () => token({ sub: "ann", scope: ["live"] })],
    ["scope null", () => token({ sub: "ann", scope: null })],
    ["scope without base", () => token({ sub: "ann", scope: { cameraScopes: [] } })],
    ["permissions as text", () => token({ sub: "ann", scope: { baseScope: "live" } })],
    ["cameras as an object", () => token({ sub: "ann", scope: { baseScope: [], cameraScopes: {} } })],
    ["a sub that is no text", () => token({ sub: ["ann"], scope })],
    ["an empty sub", () => token({ sub: "", scope })],
    ["a sub without end", () => token({ sub: "x".repeat(129), scope })],
    ["a name that is no text", () => token({ sub: "ann", name: { first: "Ann" }, scope })],
    ["an unknown role", () => token({ sub: "ann", role: "Owner", scope })],
  ])("%s: refused", async (_name, make) => {
    expect(await status("GET", "/service/sessions/me", await make())).toBe(401);
  });
  it("a sub that spells a role is not that role", async () => {
    const value = await token({ sub: "Administrator", scope: { baseScope: ["live"] } });
    const made = (await ask("POST", "/service/tickets", value, { path: "/service/log?format=text" })).json();
    expect((await house.ask("GET", made.url)).statusCode).toBe(403);
  });
  it("a big site's token passes over HTTP; ten thousand cameras are refused before they are read", async () => {
    const many = (count: number): Scope => ({
      baseScope: [],
      cameraScopes: [
        ...Array.from({ length: count }, () => ({
          id: randomBytes(10).toString("base64url"),
          scope: ["live", "playback", "export", "ptz"],
        })),
        { id: gate.camera.id, scope: ["live"] },
      ],
    });
    const get = async (value: string) => (await fetch(`${url}/service/cameras`, bearer(value))).status;
    expect(await get(await scoped(many(400), "big"))).toBe(200);
    expect([401, 431]).toContain(await get(await scoped(many(10_000), "huge")));
    expect(await house.services.issuers.verify(await scoped(many(10_000), "huge"), "bearer")).toBeNull();
  });
});

describe("the end of the issuer", () => {
  it.each([
    ["removal", () => house.ask("DELETE", "/service/trusted/issuer", { as: "admin" })],
    [
      "a new key",
      () =>
        house.ask("POST", "/service/trusted/issuer?version=2", {
          as: "admin",
          body: { ...issuer, key: { kty: "oct", k: randomBytes(32).toString("base64url") } },
        }),
    ],
  ])("by %s: tokens, tickets, sockets, live sessions and exports end with it", async (_name, end) => {
    expect((await trust()).statusCode).toBe(201);
    const value = await scoped({ baseScope: ["live", "playback", "export"] }, "last");
    const ticket = (
      await ask("POST", "/service/tickets", value, { path: `/service/streams/${gate.stream.id}` })
    ).json();
    expect(await status("POST", "/service/low-bandwidth/streams", value, { streamId: gate.stream.id })).toBeLessThan(
      300,
    );
    const rtsp = await admitRtsp(
      {
        sessionId: randomUUID(),
        streamId: gate.stream.id,
        path: `/service/streams/${gate.stream.id}/live`,
        query: `jwt=${value}`,
        authorization: null,
        address: "192.0.2.50",
      },
      house.services,
    );
    expect(rtsp.ok).toBe(true);
    const { live } = house.services;
    expect(live.count("rtsp")).toBe(1);
    const socket = new WebSocket(`${url.replace("http", "ws")}/service/events/socket`, bearer(value));
    await new Promise((resolve) => socket.once("message", resolve));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    await end();
    expect(await closed).toBe(4401);
    expect(await status("GET", "/service/sessions/me", value)).toBe(401);
    expect([live.count("low-bandwidth"), live.count("rtsp")]).toEqual([0, 0]);
    // Not even when the same issuer becomes trusted again.
    await trust();
    expect((await house.ask("GET", ticket.url)).statusCode).toBe(401);
  });
});

describe("who a token says made it, and for whom", () => {
  it("must fit where it is said", async () => {
    const opens = async (claims: Record<string, unknown>): Promise<boolean> =>
      (await status("GET", "/service/sessions/me", await token(claims))) === 200;
    const { uuid } = house.services;
    expect(await opens({})).toBe(true);
    expect(await opens({ iss: issuer.id, aud: uuid })).toBe(true);
    expect(await opens({ aud: ["another", uuid] })).toBe(true);
    expect(await opens({ iss: "somebody" })).toBe(false);
    expect(await opens({ iss: "" })).toBe(false);
    expect(await opens({ aud: "another" })).toBe(false);
    expect(await opens({ aud: [] })).toBe(true);
  });

  it("may be required", async () => {
    const strict = await TestHouse.open({ "login.token-audience": "wall" });
    await strict.ask("POST", "/service/trusted/issuer?version=2", {
      as: "admin",
      body: { ...issuer, uri: "https://parent.example/" },
    });
    const opens = async (claims: Record<string, unknown>): Promise<boolean> =>
      (await strict.ask("GET", "/service/sessions/me", bearer(await token(claims)))).statusCode === 200;
    expect(await opens({})).toBe(false);
    expect(await opens({ aud: strict.services.uuid })).toBe(false);
    expect(await opens({ aud: "wall" })).toBe(true);
    expect(await opens({ aud: "wall", iss: "https://parent.example" })).toBe(true);
    expect(await opens({ aud: "wall", iss: "https://other.example" })).toBe(false);
    await strict.close();
  });
});
