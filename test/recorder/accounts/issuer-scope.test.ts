import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { TestHouse } from "#test/recorder/support/test-house.ts";
import {
  house,
  url,
  gate,
  yard,
  safe,
  issuer,
  token,
  scoped,
  bearer,
  ask,
  status,
  on,
  withIssuer,
} from "./issuer-house.ts";

withIssuer();

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

describe("cameras by looks", () => {
  const look = { mode: 1, view: { pan: 30, tilt: 60, zoom: 2 }, shift: 0 };
  const all = ["live", "playback", "export", "ptz", "unmask", "config"];
  const scopeOf = async (claims: Record<string, unknown>) =>
    (await ask("GET", "/service/sessions/me", await token({ sub: "by-looks", ...claims }))).json().scope;
  const byViews = (...looks: unknown[]) => [{ id: gate.camera.id, scope: all, looks }];

  it("narrow whatever the scope says of them, to what a view can have and the role gives; the same look is the same view", async () => {
    const base = { baseScope: ["live", "playback"] };
    const first = await scopeOf({ scope: base, byViews: byViews(look) });
    const view = first.cameraScopes[0].views[0];
    expect(view).toMatch(/^look-[A-Za-z0-9_-]{22}$/);
    expect(first).toEqual({
      baseScope: ["live", "playback"],
      cameraScopes: [{ id: gate.camera.id, scope: ["live", "playback", "export"], views: [view] }],
    });
    const whole = { ...base, cameraScopes: [{ id: gate.camera.id, scope: all }] };
    const written = { ...look, layout: "single", panoramaZoom: { scale: 1, centerX: 0.5, centerY: 0.5 } };
    const viewer = await scopeOf({ role: "Viewer", scope: whole, byViews: byViews(written, { ...look, shift: 1 }) });
    expect(viewer.cameraScopes).toEqual([
      { id: gate.camera.id, scope: ["live", "playback"], views: [view, expect.not.stringMatching(view)] },
    ]);
  });

  it("that this recorder does not have grant nothing, nor does a claim without looks", async () => {
    const elsewhere = [{ id: "elsewhere", scope: ["live"], looks: [look] }];
    expect((await scopeOf({ scope: { baseScope: [] }, byViews: elsewhere })).cameraScopes).toEqual([]);
    expect((await scopeOf({ scope: { baseScope: ["live"] }, byViews: byViews() })).cameraScopes).toMatchObject([
      { id: gate.camera.id, views: [] },
    ]);
  });

  it.each([
    ["without a scope, which would leave the rest of the role", {}],
    ["of the issuer as such", { sub: undefined }],
    [
      "with a look that is none",
      { scope: { baseScope: [] }, byViews: [{ id: "any", scope: all, looks: [{ mode: 9 }] }] },
    ],
    ["that is no list", { scope: { baseScope: [] }, byViews: "all" }],
    [
      "with more looks than a token has",
      {
        scope: { baseScope: [] },
        byViews: [{ id: "any", scope: all, looks: Array.from({ length: 101 }, () => look) }],
      },
    ],
  ])("a claim %s makes the token invalid", async (_what, claims) => {
    const value = await token({ sub: "by-looks", byViews: byViews(look), ...claims });
    expect(await status("GET", "/service/sessions/me", value)).toBe(401);
  });
});
