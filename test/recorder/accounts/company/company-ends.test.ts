/** Sign-out on either side, and what administrators set. */
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CLIENT_ID, CompanyProvider, Surfer } from "#test/support/company/company-provider.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";
import { companySettings, companySignIn, hire, setUp, WALL } from "./company-house.ts";

let house: TestHouse;
let provider: CompanyProvider;
let key: Awaited<ReturnType<typeof generateKeyPair>>["privateKey"];

beforeAll(async () => {
  const pair = await generateKeyPair("RS256", { extractable: true });
  key = pair.privateKey;
  house = await TestHouse.open({ "servers.allow-loopback": "true" });
  await house.recorder.listen();
  provider = await CompanyProvider.open(WALL, house.recorder.url, {
    jwks: { keys: [{ ...(await exportJWK(key)), kid: "one", alg: "RS256", use: "sig" }] },
  });
});
afterAll(async () => {
  await provider.close();
  await house.close();
});
beforeEach(async () => {
  await setUp(house, companySettings(provider.issuer));
  for (const login of ["anna", "bert"]) hire(provider, login, ["watchers"]);
});

const ask = (method: string, path = "", body?: object) =>
  house.ask(method, `/service/company-sign-in${path}`, { as: "admin", ...(body ? { body } : {}) });

const leave = (cookie: string) =>
  house.ask("DELETE", "/service/sessions/me", { headers: { cookie, origin: "http://wall", host: "wall" } });
const isIn = async ({ me }: Awaited<ReturnType<typeof companySignIn>>) => (await me()).statusCode === 200;

describe("sign-out", () => {
  it("here leads to the provider, which ends its own session and comes back", async () => {
    const surfer = new Surfer();
    const done = await companySignIn(house, "anna", { surfer });
    const left = await leave(done.cookie);
    expect(left.statusCode).toBe(200);
    expect(await isIn(done)).toBe(false);
    const { address } = left.json();
    expect(new URL(address).searchParams.get("post_logout_redirect_uri")).toBe(`${WALL}/`);
    expect(await surfer.surf(address, `${WALL}/`, "")).toBe(`${WALL}/`);
    // The provider asks who it is again: its session has ended.
    const other = await companySignIn(house, "bert", { surfer });
    expect((await other.me()).json().name).toBe("bert");
  });

  it("here stays here where it is set so, and for who signed in by password", async () => {
    await setUp(house, companySettings(provider.issuer, { signsOutThere: false }));
    expect((await leave((await companySignIn(house, "anna")).cookie)).statusCode).toBe(204);
    const local = (await house.signIn("admin", house.adminPassword)).json().id;
    const left = await house.ask("DELETE", "/service/sessions/me", { headers: { authorization: `Bearer ${local}` } });
    expect(left.statusCode).toBe(204);
  });

  it("there ends the sessions here that belong to it, and no others", async () => {
    const [one, other] = [new Surfer(), new Surfer()];
    const mine = await companySignIn(house, "anna", { surfer: one });
    const elsewhere = await companySignIn(house, "anna", { surfer: other });
    const theirs = await companySignIn(house, "bert");
    // The provider tells us itself, as one of its other applications would make it do.
    const end = `${provider.issuer}/session/end?client_id=${CLIENT_ID}&post_logout_redirect_uri=${encodeURIComponent(`${WALL}/`)}`;
    await one.surf(end, `${WALL}/`, "");
    await expect.poll(() => isIn(mine)).toBe(false);
    expect([await isIn(elsewhere), await isIn(theirs)]).toEqual([true, true]);
    const entries = (await house.ask("GET", "/service/audit?action=signed-out-there", { as: "admin" })).json().entries;
    expect(entries[0]).toMatchObject({ username: "anna", detail: { count: 1 } });
  });
});

describe("a logout token", () => {
  const EVENTS = { "http://schemas.openid.net/event/backchannel-logout": {} };
  let tokens = 0;
  async function tell(
    claims: JWTPayload,
    { by = key, issuer = provider.issuer, audience = CLIENT_ID, ageS = 0 } = {},
    jti = `token ${++tokens}`,
  ) {
    const token = await new SignJWT({ ...claims, jti })
      .setProtectedHeader({ alg: "RS256", kid: "one", typ: "logout+jwt" })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(Math.floor(Date.now() / 1000) - ageS)
      .sign(by);
    return house.ask("POST", "/service/sessions/company/end", {
      raw: new URLSearchParams({ logout_token: token }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  }

  it("that names a user ends all of that user's sessions", async () => {
    const both = [await companySignIn(house, "anna"), await companySignIn(house, "anna")];
    const bert = await companySignIn(house, "bert");
    expect((await tell({ sub: "anna", events: EVENTS })).statusCode).toBe(200);
    expect([await isIn(both[0]!), await isIn(both[1]!), await isIn(bert)]).toEqual([false, false, true]);
  });

  it("that is forged, foreign, old, an ID token, of nobody or used before ends nothing", async () => {
    const stranger = (await generateKeyPair("RS256")).privateKey;
    const done = await companySignIn(house, "anna");
    const good = { sub: "anna", events: EVENTS };
    const answers = [
      await tell(good, { by: stranger }),
      await tell(good, { issuer: "https://evil.example" }),
      await tell(good, { audience: "another client" }),
      await tell(good, { ageS: 3600 }),
      await tell({ sub: "anna", nonce: "n", events: EVENTS }),
      await tell({ sub: "anna" }),
      await tell({ events: EVENTS }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(7).fill(400));
    expect(await isIn(done)).toBe(true);
    expect((await tell(good, {}, "once")).statusCode).toBe(200);
    const again = await companySignIn(house, "anna");
    expect((await tell(good, {}, "once")).statusCode).toBe(400);
    expect(await isIn(again)).toBe(true);
  });
});

describe("the settings", () => {
  it("never say the secret, and keep it for the provider that it is of", async () => {
    const shown = await ask("GET");
    expect(shown.json()).toMatchObject({
      settings: { issuer: provider.issuer, hasSecret: true },
      paths: { redirect: "/service/sessions/company", backChannel: "/service/sessions/company/end", afterSignOut: "/" },
    });
    expect(shown.body).not.toContain("a secret of the wall");
    expect((await house.ask("GET", "/service/about")).json().companyLabel).toBe("Sign in with Example AG");
    expect((await ask("PUT", "", companySettings(provider.issuer, { clientSecret: null }))).statusCode).toBe(200);
    expect(await isIn(await companySignIn(house, "anna"))).toBe(true);
    const moved = await ask("PUT", "", companySettings("https://evil.example", { clientSecret: null }));
    expect(moved.json()).toMatchObject({ code: "company/secret-required" });
  });

  it("with another client end what the one before has opened, and without any there is no button", async () => {
    const done = await companySignIn(house, "anna");
    await setUp(house, companySettings(provider.issuer, { clientId: "other" }));
    expect(await isIn(done)).toBe(false);
    expect((await ask("DELETE")).statusCode).toBe(204);
    expect((await ask("DELETE")).statusCode).toBe(404);
    expect((await house.ask("GET", "/service/about")).json().companyLabel).toBe("");
    const begun = await house.ask("POST", "/service/sessions/company", { body: {} });
    expect(begun.json()).toMatchObject({ code: "company/not-set-up" });
  });

  it("take no plain HTTP address, no foreign page and no unknown role", async () => {
    for (const wrong of [
      { issuer: "http://login.example.com" },
      { issuer: "https://user:word@login.example.com" },
      { publicAddress: "https://wall.example/path" },
      { grants: [{ group: "watchers", grants: "King" }] },
      { others: "Superuser" },
    ])
      expect((await ask("PUT", "", companySettings(provider.issuer, wrong))).statusCode).toBe(400);
  });

  it("are tried before they are saved: what is wrong is said", async () => {
    const tried = async (more: object) => (await ask("POST", "/test", companySettings(provider.issuer, more))).json();
    expect(await tried({})).toEqual({
      issuer: provider.issuer,
      clientAccepted: true,
      signsOutThere: true,
      tellsSignOut: true,
    });
    expect(await tried({ clientSecret: "wrong" })).toMatchObject({ code: "company/client-refused" });
    expect(await tried({ clientId: "nobody" })).toMatchObject({ code: "company/client-refused" });
    expect(await tried({ issuer: `${provider.issuer}/elsewhere` })).toMatchObject({ code: "company/not-a-provider" });
    expect(await tried({ issuer: "http://127.0.0.1:1" })).toMatchObject({
      code: "company/unreachable",
      cause: { code: "server/refused" },
    });
    expect(await tried({ issuer: provider.issuer.replace("127.0.0.1", "localhost") })).toMatchObject({
      code: "company/other-issuer",
      params: { named: provider.issuer },
    });
  });

  it("call no address that servers may not have", async () => {
    const strict = await TestHouse.open();
    const answers = [provider.issuer, "https://169.254.169.254", "https://[::ffff:127.0.0.1]"].map(async (issuer) =>
      (
        await strict.ask("POST", "/service/company-sign-in/test", { as: "admin", body: companySettings(issuer) })
      ).json(),
    );
    for (const answer of await Promise.all(answers))
      expect(answer).toMatchObject({ code: "company/forbidden-address" });
    await strict.close();
  });
});
