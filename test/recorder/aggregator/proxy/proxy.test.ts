import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import type { Duplex } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD } from "#test/recorder/aggregator/support/aggregator-house.ts";
import { type Camera, echoViewers, LinkedHouses } from "#test/recorder/aggregator/support/linked-houses.ts";

/** The proxy with a real recorder behind it: what each right permits there, tickets, sockets. */
let houses: LinkedHouses;
let gate: Camera;
let yard: Camera;
let viewers: Awaited<ReturnType<typeof echoViewers>>;
const SETS = ["live", "playback", "export", "ptz"] as const;
beforeAll(async () => {
  const opened = await LinkedHouses.open(["Gate", "Yard"]);
  houses = opened.houses;
  [gate, yard] = opened.cameras as [Camera, Camera];
  viewers = await echoViewers(houses.recorder);
  // Only a right to pictures makes a camera visible: export and PTZ alone permit nothing.
  for (const one of SETS) {
    const abilities = one === "export" || one === "ptz" ? (["live", one] as const) : ([one] as const);
    await houses.member(`may_${one}`, houses.on(gate, ...abilities));
  }
});
afterAll(async () => {
  await viewers.close();
  await houses.close();
});

const range = "start=1000&stop=61000";
const calls = (camera: { id: string }, stream: { id: string }) =>
  ({
    see: ["GET", `/service/cameras/${camera.id}`],
    live: ["GET", `/service/streams/${stream.id}/frame`],
    playback: ["GET", `/service/streams/${stream.id}/frame?time=5000`],
    export: ["HEAD", `/service/streams/${stream.id}/export?${range}`],
    exportJob: ["POST", "/service/exports", { streams: [stream.id], start: 1000, stop: 61_000, format: "mkv" }],
    ptz: ["POST", `/service/cameras/${camera.id}/position`, { type: "stop" }],
    session: ["POST", "/service/low-bandwidth/streams", { streamId: stream.id }],
    configure: ["PATCH", `/service/cameras/${camera.id}`, { name: "Mine" }],
  }) satisfies Record<string, readonly [string, string, unknown?]>;
type Call = keyof ReturnType<typeof calls>;
const NEEDS: Record<Call, string> = {
  see: "",
  live: "live",
  playback: "playback",
  export: "export",
  exportJob: "export",
  ptz: "ptz",
  session: "live",
  configure: "config",
};
const has: Record<string, readonly string[]> = {
  live: ["live"],
  playback: ["playback"],
  export: ["live", "export"],
  ptz: ["live", "ptz"],
};
const status = async (as: string, [method, path, body]: readonly [string, string, unknown?]) =>
  (await houses.proxied(method, path, { as, ...(body === undefined ? {} : { body }) })).status;

it("the methods of a server's path are those that the server says", async () => {
  const options = await houses.proxied("OPTIONS", "/service/cameras", { as: "may_live" });
  expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, POST, OPTIONS"]);
  const wrong = await houses.proxied("PUT", "/service/cameras", { as: "may_live", body: {} });
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
  expect((await houses.proxied("OPTIONS", "/service/cameras")).status).toBe(401);
});

describe("rights through the proxy", () => {
  it.each(SETS.flatMap((one) => (Object.keys(NEEDS) as Call[]).map((call) => [one, call] as const)))(
    "with %s: %s",
    async (one, call) => {
      const got = await status(`may_${one}`, calls(gate.camera, gate.stream)[call]);
      const need = NEEDS[call];
      if (need !== "" && has[one]?.includes(need) !== true) expect(got).toBe(403);
      else expect([401, 403]).not.toContain(got);
    },
  );

  it("another's camera is as one that does not exist", async () => {
    const nowhere = calls({ id: randomUUID() }, { id: randomUUID() });
    const hidden = calls(yard.camera, yard.stream);
    for (const call of Object.keys(NEEDS) as Call[]) {
      const got = await status("may_live", hidden[call]);
      expect([call, got]).toEqual([call, await status("may_live", nowhere[call])]);
      expect([call, got]).toEqual([call, call === "configure" ? 403 : 404]);
    }
    const list = await houses.proxied("GET", "/service/cameras", { as: "may_live" });
    expect((list.json as { cameras: { id: string }[] }).cameras.map(({ id }) => id)).toEqual([gate.camera.id]);
  });

  it("an administrator's are the recorder's administrator's, who is named in its records", async () => {
    const renamed = await houses.proxied("PATCH", `/service/cameras/${yard.camera.id}`, {
      as: "admin",
      body: { name: "Back yard" },
    });
    expect(renamed.status).toBe(200);
    expect((await houses.proxied("GET", "/service/users", { as: "admin" })).status).toBe(200);
    const rows = await houses.recorder.services.store.selectFrom("audit").selectAll().execute();
    const row = rows.find(({ user_id, username }) => username === "admin" && user_id.startsWith("issuer:sub:"));
    expect(row?.target).toBe(yard.camera.id);
  });

  it("nobody, strangers and unknown servers", async () => {
    await houses.aggregator.addUser("stranger");
    expect((await houses.proxied("GET", "/service/cameras")).status).toBe(401);
    const unseen = await houses.proxied("GET", "/service/cameras", { as: "stranger" });
    const unknown = await houses.ask("GET", "/fusion/orchid-proxy/none/service/cameras", { as: "admin" });
    expect([unseen.status, unseen.json]).toMatchObject([
      404,
      { code: "orchid/unknown", reason: "There is no such server." },
    ]);
    expect([unknown.status, unknown.json]).toEqual([unseen.status, unseen.json]);
  });

  it.each(["/service/trusted/issuer", "/service/sessions", "/service/sessions/me", "/service/events/socket"])(
    "%s is not passed on, not even for administrators",
    async (path) => {
      for (const method of ["GET", "POST", "DELETE"])
        expect((await houses.proxied(method, path, { as: "admin" })).status).toBe(403);
      expect((await houses.recorder.ask("GET", "/service/trusted/issuer", { as: "admin" })).statusCode).toBe(200);
    },
  );

  it("a foreign page changes nothing with somebody's cookie", async () => {
    const login = await houses.ask("POST", "/fusion/users/login", {
      body: { username: "may_ptz", password: PASSWORD },
    });
    const cookie = login.headers.get("set-cookie")?.split(";")[0] ?? "";
    const move = (origin: string) =>
      houses.proxied("POST", `/service/cameras/${gate.camera.id}/position`, {
        headers: { cookie, origin },
        body: { type: "stop" },
      });
    expect((await move("https://elsewhere.example")).json).toMatchObject({ code: "access/origin" });
    expect((await move(houses.aggregator.aggregator.url)).status).not.toBe(403);
  });

  it("the token that the server list gives opens its server's part of the proxy only, with the rights of now", async () => {
    const id = await houses.member("tokened", houses.on(gate, "live"));
    const list = await houses.ask("GET", "/service/orchids", { as: "tokened" });
    const token = (list.json as { permissions: { sessionId: string } }[])[0]?.permissions.sessionId ?? "";
    const bearer = { headers: { authorization: `Bearer ${token}` } };
    const path = `/service/cameras/${gate.camera.id}`;
    expect((await houses.proxied("GET", path, bearer)).status).toBe(200);
    expect((await houses.proxied("GET", `/service/streams/${gate.stream.id}/frame?jwt=${token}`)).status).not.toBe(401);
    expect((await houses.ask("GET", "/service/orchids", bearer)).status).toBe(401);
    expect((await houses.ask("GET", "/fusion/orchid-proxy/other/service/cameras", bearer)).status).toBe(401);
    await houses.ask("PATCH", `/service/permissions/${id}`, {
      as: "admin",
      body: { granted: houses.on(yard, "live") },
    });
    expect((await houses.proxied("GET", path, bearer)).status).toBe(404);
    const forged = `${token.slice(0, -6)}AAAAAA`;
    expect((await houses.proxied("GET", path, { headers: { authorization: `Bearer ${forged}` } })).status).toBe(401);
  });
});

describe("tickets", () => {
  const buy = (path: string, more: Record<string, unknown> = {}, as = "may_live") =>
    houses.proxied("POST", "/service/tickets", { as, body: { path, ...more } });
  const path = () => `/service/cameras/${gate.camera.id}`;
  it("open what they were bought for, once, through the proxy", async () => {
    const bought = await buy(path(), { cameraId: gate.camera.id });
    expect(bought.status).toBe(200);
    const { url } = bought.json as { url: string };
    expect(url.startsWith(`${path()}?ticket=`)).toBe(true);
    // Reading the ticket does not use it up.
    expect((await houses.proxied("HEAD", url)).status).toBe(200);
    expect((await houses.proxied("GET", url)).status).toBe(200);
    expect((await houses.proxied("GET", url)).status).toBe(401);
  });
  it("open nothing else, and not the aggregator itself", async () => {
    const { ticket } = (await buy(path())).json as { ticket: string };
    for (const other of [`/service/cameras?ticket=${ticket}`, `/service/cameras/${yard.camera.id}?ticket=${ticket}`])
      expect((await houses.proxied("GET", other)).status).toBe(401);
    expect((await houses.ask("GET", `${path()}?ticket=${ticket}`)).status).toBe(401);
    expect((await houses.proxied("DELETE", `${path()}?ticket=${ticket}`)).status).toBe(401);
  });
  it("are not sold for what is hidden or closed", async () => {
    expect((await buy(path(), { cameraId: yard.camera.id })).status).toBe(404);
    expect((await buy("/service/trusted/issuer", {}, "admin")).status).toBe(403);
    expect((await buy(`/service/streams/${yard.stream.id}/frame`, { cameraId: gate.camera.id }, "admin")).status).toBe(
      403,
    );
    const { ticket } = (await buy(`/service/cameras/${yard.camera.id}`)).json as { ticket: string };
    expect((await houses.proxied("GET", `/service/cameras/${yard.camera.id}?ticket=${ticket}`)).status).toBe(404);
  });
});

describe("sockets", () => {
  const open = async (as: string) => {
    const made = await houses.proxied("POST", "/service/low-bandwidth/streams", {
      as,
      body: { streamId: gate.stream.id },
    });
    return (made.json as { id: string }).id;
  };
  const wsPath = (id: string) => houses.proxyPath(`/service/low-bandwidth/streams/${id}/ws`);
  /** The two ends do not speak the websocket protocol here: the passing bytes are compared. */
  const upgrade = (path: string, headers: Record<string, string> = {}) => {
    const request = httpRequest(houses.aggregator.aggregator.url + path, {
      headers: {
        ...headers,
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      },
    });
    const result = new Promise<string>((resolve) => {
      request.once("error", (error) => resolve(error.message));
      request.once("response", (response) => resolve(`refused with ${response.statusCode}`));
    });
    const raw = new Promise<Duplex>((resolve) => {
      request.once("upgrade", (_response, socket) => resolve(socket));
    });
    request.end();
    return { result, raw };
  };
  const as = (username: string) => ({ authorization: houses.aggregator.basic(username) });

  it("of media sessions are joined, bytes both ways, and end together", async () => {
    const { raw } = upgrade(wsPath(await open("may_live")), as("may_live"));
    const under = await raw;
    const echoed = new Promise<string>((resolve) => under.on("data", (data: Buffer) => resolve(data.toString())));
    under.write("as it comes");
    expect(await echoed).toBe("as it comes");
    const closed = viewers.nextClosed();
    under.destroy();
    await closed;
  });
  it("open with a ticket, too", async () => {
    const path = `/service/low-bandwidth/streams/${await open("may_live")}/ws`;
    const bought = await houses.proxied("POST", "/service/tickets", { as: "may_live", body: { path } });
    const { raw } = upgrade(houses.proxyPath((bought.json as { url: string }).url));
    (await raw).destroy();
    const again = upgrade(houses.proxyPath((bought.json as { url: string }).url));
    expect(await again.result).toContain("401");
  });
  it("are nobody else's; the events' is not handed through", async () => {
    const id = await open("may_live");
    expect(await upgrade(wsPath(id)).result).toContain("401");
    expect(await upgrade(wsPath(id), as("may_ptz")).result).toContain("404");
    expect(await upgrade(wsPath(id), { ...as("may_live"), origin: "https://elsewhere.example" }).result).toContain(
      "403",
    );
    expect(await upgrade(houses.proxyPath("/service/events/socket"), as("admin")).result).toContain("404");
  });
  it("end with the sign-in", async () => {
    const login = await houses.ask("POST", "/fusion/users/login", {
      body: { username: "may_live", password: PASSWORD, cookie: "none" },
    });
    const { token } = login.json as { token: string };
    const bearer = { authorization: `Bearer ${token}` };
    const { raw } = upgrade(wsPath(await open("may_live")), bearer);
    const under = await raw;
    const closed = new Promise((resolve) => under.once("close", resolve));
    await houses.ask("POST", "/fusion/users/logout", { headers: bearer });
    await closed;
  });
  it("end at once when the right to the camera is taken, at the recorder as well", async () => {
    const id = await houses.member("short_lived", houses.on(gate, "live"));
    const sessionId = await open("short_lived");
    const { raw } = upgrade(wsPath(sessionId), as("short_lived"));
    const under = await raw;
    const closed = new Promise((resolve) => under.once("close", resolve));
    const open0 = houses.recorder.services.live.count("low-bandwidth");
    await houses.ask("PATCH", `/service/permissions/${id}`, { as: "admin", body: { revoked: houses.on(gate, "all") } });
    await closed;
    expect(houses.recorder.services.live.count("low-bandwidth")).toBe(open0 - 1);
  });
});
