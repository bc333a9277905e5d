/** Which tokens of an issuer count, and that none does after the issuer has gone. */
import { randomBytes, randomUUID } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { admitRtsp } from "#recorder/http/rtsp-guard.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";
import {
  house,
  url,
  gate,
  issuer,
  trust,
  type Scope,
  token,
  scoped,
  bearer,
  ask,
  status,
  withIssuer,
} from "./issuer-house.ts";

withIssuer();

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
