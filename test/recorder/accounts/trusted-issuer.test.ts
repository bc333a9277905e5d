import { randomBytes } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestHouse } from "#test/recorder/support/test-house.ts";

/** Tokens of a trusted issuer: the parent product, or a page that embeds players. */
let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open();
});
afterAll(() => house.close());

const secret = randomBytes(32);
const issuer = {
  id: "parent-1",
  access_token: "",
  key: { kty: "oct", k: secret.toString("base64url") },
  description: "Town hall",
  uri: "https://parent.example",
};
const token = (
  claims: Record<string, unknown> = {},
  {
    key = secret,
    expires = "10m",
    issued = Math.floor(Date.now() / 1000),
    alg = "HS256",
  }: { key?: Uint8Array; expires?: string; issued?: number; alg?: string } = {},
): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg }).setIssuedAt(issued).setExpirationTime(expires).sign(key);
const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } });
const me = async (value: string) => (await house.ask("GET", "/service/sessions/me", bearer(value))).statusCode;
const trust = () => house.ask("POST", "/service/trusted/issuer?version=2", { as: "admin", body: issuer });

it("nobody's token counts before an issuer is trusted", async () => {
  expect((await house.ask("GET", "/service/trusted/issuer", { as: "admin" })).statusCode).toBe(404);
  expect(await me(await token())).toBe(401);
});

it("a trusted issuer's token is a manager's session, or that of the role it names; answers never hold the key", async () => {
  const made = await trust();
  expect(made.statusCode).toBe(201);
  const shown = await house.ask("GET", "/service/trusted/issuer", { as: "admin" });
  expect(shown.json()).toEqual({ id: "parent-1", description: "Town hall", uri: "https://parent.example" });
  expect(made.body + shown.body).not.toContain(issuer.key.k);

  const session = (await house.ask("GET", "/service/sessions/me", bearer(await token()))).json();
  expect(session).toMatchObject({ type: "remote", role: "Manager", name: "Town hall" });
  expect(session.expiresIn).toBeGreaterThan(500);
  expect((await house.ask("GET", "/service/users", bearer(await token()))).statusCode).toBe(403);
  const viewer = await house.ask("GET", "/service/sessions/me", bearer(await token({ role: "Live Viewer" })));
  expect(viewer.json().scope.baseScope).toEqual(["live"]);
  const admin = await token({ role: "Administrator" });
  expect((await house.ask("GET", "/service/users", bearer(admin))).statusCode).toBe(200);
});

it("wrong key, wrong algorithm, no time, expired, unknown role: refused", async () => {
  const past = Math.floor(Date.now() / 1000) - 3600;
  const bare = await new SignJWT({}).setProtectedHeader({ alg: "HS256" }).sign(secret);
  const noExpiry = await new SignJWT({}).setProtectedHeader({ alg: "HS256" }).setIssuedAt().sign(secret);
  const bad = [
    await token({}, { key: randomBytes(32) }),
    await token({}, { alg: "HS512", key: randomBytes(64) }),
    await token({}, { issued: past, expires: "-10m" }),
    await token({ role: "Owner" }),
    new UnsecuredJWT({}).setIssuedAt().setExpirationTime("5m").encode(),
    bare,
    noExpiry,
    "a.b.c",
  ];
  for (const one of bad) expect(await me(one)).toBe(401);
});

it("a token buys tickets that are good for its issuer's role, and opens routes that take it in the query only where named", async () => {
  const ticket = await house.ask("POST", "/service/tickets", {
    ...bearer(await token({ role: "Administrator" })),
    body: { path: "/service/log?format=text" },
  });
  expect(ticket.statusCode).toBe(200);
  expect((await house.ask("GET", ticket.json<{ url: string }>().url)).statusCode).toBe(200);
  const value = await token({ role: "Administrator" });
  expect((await house.ask("GET", `/service/log?format=text&jwt=${value}`)).statusCode).toBe(200);
  expect((await house.ask("GET", `/service/users?jwt=${value}`)).statusCode).not.toBe(200);
});

it("detaching ends the tokens at once; a short or missing key is refused", async () => {
  const value = await token();
  expect(await me(value)).toBe(200);
  expect((await house.ask("DELETE", "/service/trusted/issuer", { as: "admin" })).statusCode).toBe(204);
  expect(await me(value)).toBe(401);
  expect((await house.ask("DELETE", "/service/trusted/issuer", { as: "admin" })).statusCode).toBe(404);
  for (const k of ["", "c2hvcnQ"])
    expect(
      (await house.ask("POST", "/service/trusted/issuer", { as: "admin", body: { ...issuer, key: { kty: "oct", k } } }))
        .statusCode,
    ).toBe(400);
});
