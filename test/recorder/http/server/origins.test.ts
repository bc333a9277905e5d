import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { eventMessage } from "#protocol/rest/event-message.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let host = "";
beforeAll(async () => {
  house = await TestHouse.open({ "http.origins": "https://wall.example", "http.connections-per-address": "0" });
  await house.addUser("hugo", "Manager");
  await house.addUser("wanda", "Live Viewer");
  await house.recorder.listen();
  host = new URL(house.recorder.url).host;
});
afterAll(() => house.close());

const session = async (username: string): Promise<string> => {
  const answer = await house.signIn(username);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ id: string }>().id;
};

describe("requests that change something", () => {
  const cases: [string, Record<string, string>, number][] = [
    ["our own page", { origin: "http://HOST" }, 201],
    ["our own page, by TLS in front of us", { origin: "https://HOST" }, 201],
    ["a listed page", { origin: "https://wall.example" }, 201],
    ["a same-origin fetch without Origin", { "sec-fetch-site": "same-origin" }, 201],
    ["another page", { origin: "https://evil.example" }, 403],
    ["a sub-domain of a listed page", { origin: "https://a.wall.example" }, 403],
    ["another port", { origin: "http://127.0.0.1:1" }, 403],
    ["a listed page in capitals", { origin: "HTTPS://WALL.EXAMPLE" }, 403],
    ["a sandboxed frame", { origin: "null" }, 403],
    ["a cross-site request", { "sec-fetch-site": "cross-site" }, 403],
    ["a same-site request", { "sec-fetch-site": "same-site" }, 403],
    ["nothing", {}, 403],
  ];
  it.each(cases)("with a cookie, from %s", async (_name, headers, status) => {
    const sid = await session("hugo");
    const origin = headers.origin?.replace("HOST", host);
    const answer = await house.ask("POST", "/service/stages", {
      body: { name: "Mine" },
      headers: { host, cookie: `proscenium_sid=${sid}`, ...headers, ...(origin === undefined ? {} : { origin }) },
    });
    expect(answer.statusCode).toBe(status);
  });

  it("pass from programs that prove themselves by a header", async () => {
    const headers = { authorization: `Bearer ${await session("hugo")}` };
    expect((await house.ask("POST", "/service/stages", { body: { name: "Mine" }, headers })).statusCode).toBe(201);
    const foreign = { ...headers, origin: "https://evil.example" };
    expect((await house.ask("POST", "/service/stages", { body: { name: "X" }, headers: foreign })).statusCode).toBe(
      403,
    );
  });
});

interface Opened {
  readonly status: number;
  readonly socket: WebSocket;
  readonly messages: unknown[];
}

/** 101 when it opened, else the status. */
async function open(path: string, headers: Record<string, string>): Promise<Opened> {
  const socket = new WebSocket(`ws://${host}${path}`, { headers });
  const messages: unknown[] = [];
  socket.on("message", (data) => messages.push(JSON.parse((data as Buffer).toString("utf8"))));
  const status = await new Promise<number>((resolve) => {
    socket.once("open", () => resolve(101));
    socket.once("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
    socket.once("error", () => resolve(0));
  });
  return { status, socket, messages };
}

describe("the event socket", () => {
  const path = "/service/events/socket";
  const cases: [string, string | undefined, number][] = [
    ["our own page", "http://HOST", 101],
    ["a listed page", "https://wall.example", 101],
    ["no page", undefined, 403],
    ["a sandboxed frame", "null", 403],
    ["another page", "https://evil.example", 403],
    ["a sub-domain", "https://a.wall.example", 403],
    ["another port", "http://127.0.0.1:1", 403],
    ["capitals", "HTTPS://WALL.EXAMPLE", 403],
  ];
  it.each(cases)("with a cookie, from %s", async (_name, origin, status) => {
    const cookie = `proscenium_sid=${await session("hugo")}`;
    const opened = await open(path, {
      cookie,
      ...(origin === undefined ? {} : { origin: origin.replace("HOST", host) }),
    });
    expect(opened.status).toBe(status);
    opened.socket.close();
  });

  it("opens for programs by bearer, and for nobody else", async () => {
    const opened = await open(path, { authorization: `Bearer ${await session("hugo")}` });
    expect(opened.status).toBe(101);
    opened.socket.close();
    expect((await open(path, {})).status).toBe(401);
    expect((await open("/service/other", {})).status).toBe(404);
  });

  it("of one account does not take everybody's place", async () => {
    const hugos = { authorization: `Bearer ${await session("hugo")}` };
    const before = house.services.hub.size;
    const all = await Promise.all(Array.from({ length: 256 }, () => open(path, hugos)));
    expect(all.every(({ status }) => status === 101)).toBe(true);
    expect((await open(path, hugos)).status).toBe(429);
    const other = await open(path, { authorization: `Bearer ${await session("wanda")}` });
    expect(other.status).toBe(101);
    for (const { socket } of [...all, other]) socket.close();
    await expect.poll(() => house.services.hub.size).toBe(before);
    const again = await open(path, hugos);
    expect(again.status).toBe(101);
    again.socket.close();
  });

  it("says when the recorder was started, tells what one may see, and ends with the session", async () => {
    const sid = await session("wanda");
    const { socket, messages } = await open(path, { authorization: `Bearer ${sid}` });
    await expect.poll(() => messages.length).toBe(1);
    expect(eventMessage.parse(messages[0])).toMatchObject({
      type: "server-session-id",
      id: house.services.bootId,
    });
    // Answers say the same number until a list changes; who is not signed in is told nothing.
    const said = async (as?: string) =>
      (await house.ask("GET", "/service/stages", as === undefined ? {} : { as })).headers["x-proscenium-changes"];
    expect(await said("wanda")).toBe(eventMessage.parse(messages[0]).changes);
    expect(await said()).toBeUndefined();
    const own = await house.ask("POST", "/service/stages", { as: "wanda", body: { name: "Hers" } });
    await house.ask("POST", "/service/stages", { as: "hugo", body: { name: "His" } });
    const { camera } = await house.addCamera("New");
    await expect.poll(() => messages.length).toBe(3);
    expect(await said("wanda")).not.toBe(eventMessage.parse(messages[0]).changes);
    expect(messages.slice(1)).toEqual([
      { type: "layout-added", resource: "stages", id: own.json<{ id: string }>().id, orchidId: "1" },
      { type: "camera-added", resource: "cameras", id: camera.id, orchidId: "1" },
    ]);
    const closed = once(socket, "close");
    await house.ask("DELETE", "/service/sessions/me", { headers: { authorization: `Bearer ${sid}` } });
    const [code] = await closed;
    expect(code).toBe(4401);
    expect(messages.at(-1)).toMatchObject({ type: "user-logged-out" });
  });

  it("says why somebody else has ended the session, and nothing when its own user signs out", async () => {
    const id = await house.addUser("ousted", "Viewer");
    const why = async (end: (sid: string) => Promise<unknown>) => {
      const sid = await session("ousted");
      const { socket, messages } = await open(path, { authorization: `Bearer ${sid}` });
      await expect.poll(() => messages.length).toBe(1);
      const closed = once(socket, "close");
      await end(sid);
      await closed;
      return eventMessage.parse(messages.find((one) => (one as { type: string }).type === "user-logged-out")).why;
    };
    const byHandle = (as: string) => async () => {
      const { sessions } = (await house.ask("GET", "/service/sessions", { as })).json<{
        sessions: { id: string; name: string }[];
      }>();
      const handle = sessions.find(({ name }) => name === "ousted")?.id ?? "";
      await house.ask("DELETE", `/service/sessions/${handle}`, { as });
    };
    const own = (sid: string) => ({ headers: { authorization: `Bearer ${sid}` } });
    expect(await why((sid) => house.ask("DELETE", "/service/sessions/me", own(sid)))).toBeUndefined();
    expect(await why(byHandle("admin"))).toBe("administrator");
    expect(await why(() => house.ask("DELETE", `/service/users/${id}`, { as: "admin" }))).toBe("deleted");
    const other = await house.addUser("ousted", "Viewer");
    const password = { password: "yet another long one" };
    expect(await why(() => house.ask("PATCH", `/service/users/${other}`, { as: "admin", body: password }))).toBe(
      "password",
    );
  });

  it("is closed by the code of an ended session when its sign-in expires, and signs out nobody who has signed in anew", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
    try {
      const { socket, messages } = await open(path, { authorization: `Bearer ${await session("wanda")}` });
      await expect.poll(() => messages.length).toBe(1);
      const closed = once(socket, "close");
      vi.setSystemTime(Date.now() + 366 * 86_400_000);
      vi.advanceTimersByTime(5000);
      const [code] = await closed;
      expect(code).toBe(4401);
      expect(messages.slice(1)).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("does not keep the recorder from stopping", async () => {
    const own = await TestHouse.open();
    await own.recorder.listen();
    const socket = new WebSocket(`${own.recorder.url.replace("http", "ws")}${path}`, {
      headers: { authorization: own.basic("admin") },
    });
    await once(socket, "open");
    const closed = once(socket, "close");
    await own.close();
    await closed;
  });

  it("closes a media socket of somebody else's session", async () => {
    const { stream } = await house.addCamera("Gate");
    const made = await house.ask("POST", "/service/low-bandwidth/streams", {
      as: "hugo",
      body: { streamId: stream.id },
    });
    const { socket: wsPath } = made.json<{ socket: string }>();
    const other = await open(wsPath, { authorization: `Bearer ${await session("wanda")}` });
    expect(other.status).toBe(404);
    // media is not running here: the hand-over itself fails, after all checks have passed
    const mine = await open(wsPath, { authorization: `Bearer ${await session("hugo")}` });
    expect(mine.status).toBe(502);
  });
});
