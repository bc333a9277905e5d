import { failure } from "#domain/failures/failure.ts";
import { pingSaysDead } from "#domain/http-rules.ts";
import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { HttpClient } from "#transport/http.ts";
import { type FakeServer, fakeServer, type Routes } from "#test/support/client/http-fake.ts";

const open: FakeServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});
async function serve(routes: Routes): Promise<FakeServer> {
  const server = await fakeServer(routes);
  open.push(server);
  return server;
}
function client(origin: string, more: { token?: string | null; forceProxy?: boolean } = {}) {
  let ended = 0;
  const http = new HttpClient({
    origin,
    token: () => (more.token === undefined ? "secret" : more.token),
    onUnauthorized: () => (ended += 1),
    forceProxy: more.forceProxy ?? false,
    nowMs: () => 1234,
  });
  return { http, ended: () => ended };
}
const thing = z.object({ name: z.string() });

describe("the HTTP client's interceptors (document 2, section 7)", () => {
  test("below a proxy's path every call goes there, whichever path an answer named, and so do opened addresses", async () => {
    const asked: string[] = [];
    const http = new HttpClient({
      origin: "https://company.example/wall",
      token: () => "secret",
      onUnauthorized: () => undefined,
      fetch: async (input, init) => {
        asked.push(
          `${new URL(input instanceof Request ? input.url : input).pathname} ${new Headers(init?.headers).get("authorization")}`,
        );
        return Response.json({ name: "x" });
      },
    });
    await http.done({ path: "/service/cameras" });
    await http.done({ method: "DELETE", path: "/wall/service/streams/1/whep/2" });
    expect(asked).toEqual(["/wall/service/cameras Bearer secret", "/wall/service/streams/1/whep/2 Bearer secret"]);
    expect(http.addressOf("/service/log")).toBe("/wall/service/log");
  });
  test("a bearer goes with same-origin calls, but not to login and proxy paths", async () => {
    const server = await serve({});
    const { http } = client(server.origin);
    for (const path of [
      "/service/cameras",
      "/service/sessions/user",
      "/fusion/users/login",
      "/fusion/orchid-proxy/1/service/cameras",
    ])
      await http.done({ path });
    expect(server.asked.map((one) => one.headers.authorization)).toEqual([
      "Bearer secret",
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("no bearer while nobody signed in, only the cookie", async () => {
    const server = await serve({});
    await client(server.origin, { token: null }).http.done({ path: "/service/cameras" });
    expect(server.asked[0]?.headers.authorization).toBeUndefined();
  });

  test("GET on service paths gets a cache-bust; other methods and paths do not", async () => {
    const server = await serve({});
    const { http } = client(server.origin);
    await http.done({ path: "/service/cameras", query: { take: 3, gone: undefined } });
    await http.done({ path: "/ping" });
    await http.done({ method: "POST", path: "/service/cameras", body: {} });
    expect(server.asked.map((one) => one.query.get("_"))).toEqual(["1234", null, null]);
    expect(server.asked[0]?.query.get("take")).toBe("3");
    expect(server.asked[0]?.query.has("gone")).toBe(false);
  });

  test("401 ends the session, but not of version and session calls", async () => {
    const server = await serve({
      "GET /service/cameras": { status: 401, json: { code: "session/required", reason: "Sign in first." } },
      "GET /service/version": { status: 401 },
      "GET /service/sessions/me": { status: 401 },
      "POST /service/sessions/user": { status: 401 },
    });
    const { http, ended } = client(server.origin);
    await http.done({ path: "/service/version" });
    await http.done({ path: "/service/sessions/me" });
    await http.done({ method: "POST", path: "/service/sessions/user", body: {} });
    expect(ended()).toBe(0);
    await http.done({ path: "/service/cameras" });
    expect(ended()).toBe(1);
  });

  test("an error carries the server's code and reason, or neither", async () => {
    const server = await serve({
      "GET /service/a": { status: 409, json: { code: "taken", reason: "Already there." } },
      "GET /service/b": { status: 500, text: "<html>" },
    });
    const { http } = client(server.origin);
    expect(await http.done({ path: "/service/a" })).toMatchObject({
      ok: false,
      error: { status: 409, code: "taken", reason: "Already there." },
    });
    expect(await http.done({ path: "/service/b" })).toMatchObject({
      ok: false,
      error: { status: 500, code: "network/unexpected" },
    });
  });

  test("an answer of another shape is unreadable, never half of a value", async () => {
    const server = await serve({
      "GET /service/good": { json: { name: "x", more: 1 } },
      "GET /service/wrong": { json: { name: 1 } },
      "GET /service/text": { text: "not json" },
    });
    const { http } = client(server.origin);
    expect(await http.json({ path: "/service/good" }, thing)).toEqual({ ok: true, value: { name: "x" } });
    for (const path of ["/service/wrong", "/service/text"]) {
      const answer = await http.json({ path }, thing);
      expect(answer.ok ? null : answer.error.code).toBe("network/unreadable");
    }
  });

  test("no answer is a failure without status; a call given up is told apart", async () => {
    const server = await serve({ "GET /service/x": { broken: true } });
    const { http } = client(server.origin);
    const broken = await http.done({ path: "/service/x" });
    expect(broken.ok ? null : broken.error).toEqual(failure("network/no-response"));
    const given = await http.done({ path: "/service/x", signal: AbortSignal.abort() });
    expect(given.ok ? null : given.error.code).toBe("network/aborted");
  });

  test("a server that does not answer directly is asked through the proxy, with its own bearer and OrchidId", async () => {
    const dead = await serve({ "GET /service/time": { broken: true } });
    const home = await serve({ "GET /fusion/orchid-proxy/o%201/service/time": { text: "5" } });
    const { http } = client(home.origin);
    const target = { orchidId: "o 1", uri: dead.origin, token: "theirs" };
    expect(await http.text({ path: "/service/time", server: target })).toEqual({ ok: true, value: "5" });
    expect(dead.asked).toHaveLength(1);
    expect(home.asked[0]?.headers).toMatchObject({ authorization: "Bearer theirs", orchidid: "o 1" });
  });

  test("force-proxy never asks the server itself; its error answers are answers", async () => {
    const direct = await serve({ "GET /service/time": { status: 503 } });
    const home = await serve({ "GET /fusion/orchid-proxy/1/service/time": { text: "7" } });
    const target = { orchidId: "1", uri: direct.origin, token: "t" };
    const answered = await client(home.origin).http.text({ path: "/service/time", server: target });
    expect(answered.ok ? null : answered.error.status).toBe(503);
    expect(home.asked).toHaveLength(0);
    const forced = client(home.origin, { forceProxy: true });
    expect(await forced.http.text({ path: "/service/time", server: target })).toEqual({ ok: true, value: "7" });
    expect(direct.asked).toHaveLength(1);
  });

  test.each([
    [undefined, true],
    [502, true],
    [503, true],
    [504, true],
    [500, false],
    [404, false],
    [200, false],
  ])("ping status %s says dead: %s", (status, dead) => expect(pingSaysDead(status)).toBe(dead));
});
