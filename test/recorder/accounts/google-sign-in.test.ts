/** Sign-in by an ID token, against a small OpenID Connect issuer that this test runs. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { session } from "#protocol/rest/accounts/session.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const CLIENT_ID = "wall.apps.example";
const NONCE = "0123456789abcdef0123456789abcdef";
type Key = Awaited<ReturnType<typeof generateKeyPair>>["privateKey"];

let issuerServer: Server;
let issuer = "";
let key: Key;
let strangerKey: Key;
let answers = true;
let house: TestHouse;

beforeAll(async () => {
  const pair = await generateKeyPair("RS256");
  key = pair.privateKey;
  strangerKey = (await generateKeyPair("RS256")).privateKey;
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: "one", alg: "RS256", use: "sig" };
  issuerServer = createServer((request, response) => {
    if (!answers) return request.socket.destroy();
    response.setHeader("content-type", "application/json");
    if (request.url === "/.well-known/openid-configuration")
      return response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }));
    return response.end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => issuerServer.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(issuerServer.address() as AddressInfo).port}`;
  house = await TestHouse.open({ "login.issuer": issuer });
  await house.services.settings.patch({ googleClientId: CLIENT_ID });
  await house.services.users.create({
    username: "anna@example.org",
    password: "correct horse battery",
    role: "Viewer",
  });
});
afterAll(async () => {
  await house.close();
  issuerServer.closeAllConnections();
  await new Promise((resolve) => issuerServer.close(resolve));
});
beforeEach(async () => {
  answers = true;
  await house.services.settings.patch({ googleClientId: CLIENT_ID });
});

const good = { email: "anna@example.org", email_verified: true, nonce: NONCE, sub: "1" };
interface Made {
  readonly by?: Key;
  readonly from?: string;
  readonly audience?: string;
  readonly life?: string;
  readonly issuedAt?: number;
}
function token(claims: JWTPayload = good, { by = key, from = issuer, audience = CLIENT_ID, ...made }: Made = {}) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid: "one" })
    .setIssuer(from)
    .setAudience(audience)
    .setIssuedAt(made.issuedAt)
    .setExpirationTime(made.life ?? "5m")
    .sign(by);
}
const signIn = (credential: string, nonce = NONCE, from = house) =>
  from.ask("POST", "/service/sessions/google", { body: { credential, nonce, expiresIn: 600, cookie: "session" } });

describe("signing in with Google", () => {
  it("opens the account whose name is the verified address, whatever its letters' case", async () => {
    const answer = await signIn(await token({ ...good, email: "Anna@Example.org" }));
    expect(answer.statusCode, answer.body).toBe(200);
    expect(session.parse(answer.json())).toMatchObject({ name: "anna@example.org", role: "Viewer", expiresIn: 600 });
    expect(answer.cookies[0]).toMatchObject({ httpOnly: true, sameSite: "Strict" });
    const cookie = `${answer.cookies[0]?.name}=${answer.cookies[0]?.value}`;
    expect((await house.ask("GET", "/service/sessions/me", { headers: { cookie } })).statusCode).toBe(200);
  });

  const wrong: [string, () => Promise<string>][] = [
    ["signed by somebody else", () => token(good, { by: strangerKey })],
    ["of another issuer", () => token(good, { from: "https://evil.example" })],
    ["for another page", () => token(good, { audience: "other.apps.example" })],
    ["expired", () => token(good, { life: "-2m", issuedAt: Math.floor(Date.now() / 1000) - 600 })],
    ["with an address that is not verified", () => token({ ...good, email_verified: false })],
    ["without an address", () => token({ email_verified: true, nonce: NONCE, sub: "1" })],
    ["of another sign-in (nonce)", () => token({ ...good, nonce: "f".repeat(32) })],
    ["without a nonce", () => token({ email: good.email, email_verified: true, sub: "1" })],
    ["that is none", () => Promise.resolve("a.b.c")],
    [
      "with no signature",
      async () => `${btoa('{"alg":"none"}').replaceAll("=", "")}.${(await token()).split(".")[1] ?? ""}.`,
    ],
  ];
  it.each(wrong)("refuses a token %s", async (_name, make) => {
    const answer = await signIn(await make());
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, "session/wrong"]);
    expect(answer.cookies).toEqual([]);
  });

  it("gives nobody an account by signing in", async () => {
    const answer = await signIn(await token({ ...good, email: "eve@example.org" }));
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ reason: "There is no account eve@example.org on this recorder." });
  });

  it("is off without a client id", async () => {
    await house.services.settings.patch({ googleClientId: "" });
    expect((await signIn(await token({ ...good }, { audience: "" }))).statusCode).toBe(401);
  });

  it("says so when the issuer cannot be asked, and asks again the next time", async () => {
    const fresh = await TestHouse.open({ "login.issuer": issuer });
    await fresh.services.settings.patch({ googleClientId: CLIENT_ID });
    await fresh.services.users.create({ username: good.email, password: "correct horse battery", role: "Viewer" });
    answers = false;
    const refused = await signIn(await token(), NONCE, fresh);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([502, "session/issuer-unreachable"]);
    answers = true;
    expect((await signIn(await token(), NONCE, fresh)).statusCode).toBe(200);
    await fresh.close();
  });
});

it("is told that Google keeps the password, and changes none here", async () => {
  const { id } = session.parse((await signIn(await token())).json());
  const answer = await house.ask("PUT", "/service/users/me/password", {
    headers: { authorization: `Bearer ${id}` },
    body: { oldPassword: "correct horse battery", newPassword: "another staple entirely" },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([403, "user/password-of-google"]);
});
