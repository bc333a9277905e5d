/** What a company's provider may answer by mistake or in bad faith: nobody gets in by it, and nothing fails but the sign-in. */
import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import { exportJWK, exportSPKI, generateKeyPair, importJWK, type CryptoKey } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { OddProvider } from "#test/support/company/odd-provider.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";
import { companySettings, setUp } from "./company-house.ts";

let house: TestHouse;
let provider: OddProvider;
let stranger: CryptoKey;

beforeAll(async () => {
  house = await TestHouse.open({ "servers.allow-loopback": "true" });
  provider = await OddProvider.open();
  stranger = (await generateKeyPair("RS256")).privateKey;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await provider.close();
  await house.close();
});
let count = 0;
beforeEach(async () => {
  vi.restoreAllMocks();
  provider.usual();
  await fresh();
});

/** Another client each time: what is known of the provider is asked for anew. */
const fresh = async (more: object = {}): Promise<void> => {
  const label = `Sign in ${++count}`;
  await house.ask("DELETE", "/service/company-sign-in", { as: "admin" });
  const set = await setUp(house, companySettings(provider.issuer, { label, clientSecret: `${count}`, ...more }));
  expect(set.statusCode, set.body).toBe(200);
};
const begin = () => house.ask("POST", "/service/sessions/company", { body: {} });
const cookiesOf = (answer: Awaited<ReturnType<TestHouse["ask"]>>): string =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

/** Goes there and comes back; the answer is "in", or the code of the refusal. */
async function enter(change: (query: URLSearchParams) => void = () => undefined, begun = begin()): Promise<string> {
  const asked = await begun;
  if (asked.statusCode !== 200) return `${asked.statusCode} ${asked.json<{ code: string }>().code}`;
  const query = provider.returned(asked.json<{ address: string }>().address);
  change(query);
  const cookie = cookiesOf(asked);
  const back = await house.ask("GET", `/service/sessions/company?${query.toString()}`, { headers: { cookie } });
  expect(back.statusCode, back.body).toBe(303);
  const headers = { cookie: cookiesOf(back) };
  if ((await house.ask("GET", "/service/sessions/me", { headers })).statusCode === 200) return "in";
  return (await house.ask("GET", "/service/sessions/company/refusal", { headers })).json<{ code: string }>().code;
}

it("lets in whom a right token names", async () => {
  expect(await enter()).toBe("in");
});

const b64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const nowS = (): number => Math.floor(Date.now() / 1000);
/** A secret that everybody knows, as the key of a signature by a shared secret. */
const publicKeyText = async (): Promise<string> => {
  const key = await importJWK(provider.keys[0] ?? {}, "RS256");
  return exportSPKI(key as CryptoKey);
};
const hs256 = (claims: object, secret: string): string => {
  const signed = `${b64({ alg: "HS256", kid: "one" })}.${b64(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
};

describe("a token", () => {
  it.each<[string, (nonce: string) => Promise<string> | string]>([
    ["without a signature", (nonce) => `${b64({ alg: "none" })}.${b64(provider.claims({ nonce }))}.`],
    ["whose signature is cut off", async (nonce) => (await provider.sign({ nonce })).replace(/[^.]+$/, "")],
    ["signed by somebody else", (nonce) => provider.sign({ nonce }, {}, stranger)],
    [
      "signed with the public key as a secret",
      async (nonce) => hs256(provider.claims({ nonce }), await publicKeyText()),
    ],
    ["signed with the client's secret", (nonce) => hs256(provider.claims({ nonce }), String(count))],
    ["of a key that is not shown", (nonce) => provider.sign({ nonce }, { kid: "two" })],
    [
      "whose content was changed",
      async (nonce) => {
        const [head, , tail] = (await provider.sign({ nonce })).split(".");
        return [head, b64(provider.claims({ nonce, groups: ["bosses"] })), tail].join(".");
      },
    ],
    ["for another client", (nonce) => provider.sign({ nonce, aud: "other" })],
    [
      "for several, that names another as its holder",
      (nonce) => provider.sign({ nonce, aud: ["wall", "b"], azp: "b" }),
    ],
    ["for several, that names no holder", (nonce) => provider.sign({ nonce, aud: ["wall", "other"] })],
    ["of another issuer", (nonce) => provider.sign({ nonce, iss: "https://evil.example" })],
    ["with another nonce", () => provider.sign({ nonce: "n".repeat(43) })],
    ["without a nonce", () => provider.sign({})],
    ["without a subject", (nonce) => provider.sign({ nonce, sub: undefined })],
    ["with an empty subject", (nonce) => provider.sign({ nonce, sub: "" })],
    ["whose subject is a number", (nonce) => provider.sign({ nonce, sub: 7 })],
    ["whose subject is longer than the standard allows", (nonce) => provider.sign({ nonce, sub: "x".repeat(256) })],
    ["without an end", (nonce) => provider.sign({ nonce, exp: undefined })],
    ["that has ended", (nonce) => provider.sign({ nonce, exp: nowS() - 120, iat: nowS() - 600 })],
    ["that begins later", (nonce) => provider.sign({ nonce, nbf: nowS() + 600 })],
    ["whose times are texts", (nonce) => provider.sign({ nonce, exp: String(nowS() + 300) })],
    ["that is no token", () => "anna"],
    ["that is half a token", () => `${b64({ alg: "RS256" })}.`],
    ["whose claims are a list", () => `${b64({ alg: "RS256", kid: "one" })}.${b64([])}.x`],
    ["of two megabytes", (nonce) => provider.sign({ nonce, more: "x".repeat(2_000_000) })],
    ["with a name that is none", (nonce) => provider.sign({ nonce, preferred_username: { toString: "x" } })],
  ])("%s opens nothing", async (_name, make) => {
    provider.token = async (nonce) => make(nonce);
    const code = await enter();
    expect(code).toMatch(/^company\/(wrong|name-unfit|not-a-provider)$/);
  });

  it("whose clock is 20 s ahead or behind counts", async () => {
    for (const aside of [20, -20]) {
      provider.token = (nonce) =>
        provider.sign({ nonce, iat: nowS() + aside, nbf: nowS() + aside, exp: nowS() + Math.min(aside, 300) });
      expect(await enter()).toBe("in");
    }
  });

  it("of a key that has just taken the place of the one before counts, and the old key's no more", async () => {
    expect(await enter()).toBe("in");
    const old = provider.signingKey;
    await provider.rotate("two");
    expect(await enter()).toBe("in");
    provider.token = (nonce) => provider.sign({ nonce }, { kid: "one" }, old);
    expect(await enter()).toBe("company/wrong");
    await provider.rotate("one");
  });

  it("that names no key counts where one of those that fit has signed it, and no other", async () => {
    const [own] = provider.keys;
    const other = await generateKeyPair("RS256", { extractable: true });
    const shown = { ...(await exportJWK(other.publicKey)), kid: "other", use: "sig", alg: "RS256" };
    for (const keys of [[own ?? {}, shown], [shown, own ?? {}], [own ?? {}]]) {
      provider.keys = keys;
      provider.token = (nonce) => provider.sign({ nonce }, { kid: undefined });
      expect(await enter()).toBe("in");
      provider.token = (nonce) => provider.sign({ nonce }, { kid: undefined }, stranger);
      expect(await enter()).toBe("company/wrong");
    }
    provider.keys = [shown, own ?? {}];
    provider.token = (nonce) => provider.sign({ nonce, exp: nowS() - 120, iat: nowS() - 600 }, { kid: undefined });
    expect(await enter()).toBe("company/wrong");
    provider.keys = [own ?? {}];
  });

  it.each([
    [null, "company/no-role"],
    [7, "company/no-role"],
    ["watchers", "in"],
    ["watchers,bosses", "company/no-role"],
    [{ watchers: true }, "company/no-role"],
    [[["watchers"]], "company/no-role"],
    [[{ name: "watchers" }], "company/no-role"],
    [["WATCHERS", " watchers", "watchers\u0000"], "company/no-role"],
    [["__proto__", "constructor", "toString"], "company/no-role"],
    [[...Array.from({ length: 20_000 }, (_one, index) => `group ${index}`), "watchers"], "in"],
  ])("with the groups %j grants what rules name exactly", async (groups, expected) => {
    provider.token = (nonce) => provider.sign({ nonce, groups });
    expect(await enter()).toBe(expected);
  });
});

describe("its description", () => {
  it.each<[string, Record<string, unknown>]>([
    ["leads browsers to a script", { authorization_endpoint: "javascript:alert(1)//" }],
    ["leads browsers to a file", { authorization_endpoint: "file:///etc/passwd" }],
    ["leads browsers nowhere", { authorization_endpoint: undefined }],
    ["leads browsers to a number", { authorization_endpoint: 7 }],
    ["has no place for codes", { token_endpoint: undefined }],
    ["has no keys", { jwks_uri: undefined }],
    ["has keys at a script", { jwks_uri: "javascript:1" }],
    ["has a number instead of kinds of answers", { response_types_supported: 7 }],
    ["has an object instead of kinds of answers", { response_types_supported: { code: true } }],
    ["tells of people at a list", { userinfo_endpoint: ["x"] }],
    ["ends sessions at a script", { end_session_endpoint: "javascript:alert(1)" }],
    ["ends sessions at an object", { end_session_endpoint: {} }],
    ["takes a text instead of ways to prove a client", { token_endpoint_auth_methods_supported: 5 }],
    ["is another issuer's", { issuer: "https://evil.example" }],
    ["has an object as its issuer", { issuer: {} }],
  ])("that %s is said to be no provider's", async (_name, description) => {
    provider.description = description;
    await fresh();
    expect(await enter()).toMatch(/^502 company\/(not-a-provider|other-issuer)$|^\d+ company\/(no-code|other-issuer)$/);
  });

  it.each([
    ["an address of this network's own", "http://169.254.169.254/latest/meta-data"],
    ["another's", "http://[::ffff:169.254.169.254]/"],
  ])("sends codes to %s: they are not sent", async (_name, token_endpoint) => {
    provider.description = { token_endpoint };
    await fresh();
    expect(await enter()).toBe("company/forbidden-address");
  });
});

describe("an answer", () => {
  const redirect = (response: ServerResponse): void => {
    response.writeHead(302, { location: `${provider.issuer}/inside` }).end();
  };
  const endless = (response: ServerResponse): void => {
    response.writeHead(200, { "content-type": "application/json" });
    const more = (): void => void (response.destroyed || response.write("[".repeat(65_536), () => setImmediate(more)));
    more();
  };
  const odd: [string, object | string | ((response: ServerResponse) => void)][] = [
    ["a page", "<html>"],
    ["nothing", ""],
    ["a list", "[]"],
    ["null", "null"],
    ["a redirect", redirect],
    ["without an end", endless],
    [
      "broken off",
      (response) => (response.writeHead(200, { "content-length": "500" }), response.write("{"), response.destroy()),
    ],
    ["of another kind", (response) => response.writeHead(200, { "content-type": "text/html" }).end("{}")],
    ["a fault", (response) => response.writeHead(500).end()],
    ["a status that is none", (response) => response.writeHead(999).end("{}")],
    ["very deep", `{"a":`.repeat(50_000) + "1" + "}".repeat(50_000)],
  ];
  const places = ["/.well-known/openid-configuration", "/token", "/keys", "/userinfo"];
  it.each(places.flatMap((path) => odd.map(([name, answer]) => [name, path, answer] as const)))(
    "that is %s at %s opens nothing",
    async (_name, path, answer) => {
      provider.description = { userinfo_endpoint: `${provider.issuer}/userinfo` };
      provider.answers.set("/userinfo", { sub: "anna" });
      provider.answers.set(path, answer);
      await fresh();
      expect(await enter()).toMatch(/^(502 )?company\/(wrong|not-a-provider|unreachable|client-refused)$/);
      expect(provider.asked).not.toContain("/inside");
    },
  );

  it.each([{ sub: "bert" }, {}, { sub: ["anna"] }])("about somebody else (%j) opens nothing", async (told) => {
    provider.description = { userinfo_endpoint: `${provider.issuer}/userinfo` };
    provider.answers.set("/userinfo", told);
    await fresh();
    expect(await enter()).toBe("company/wrong");
  });

  it("about the person never takes the place of what the signed token says", async () => {
    provider.description = { userinfo_endpoint: `${provider.issuer}/userinfo` };
    provider.answers.set("/userinfo", { sub: "anna", preferred_username: "admin", groups: ["bosses"], nonce: "x" });
    provider.token = (nonce) => provider.sign({ nonce, groups: ["cooks"] });
    await fresh();
    expect(await enter()).toBe("company/no-role");
  });
});

describe("what comes back", () => {
  it.each<[string, (query: URLSearchParams) => void]>([
    ["two states", (query) => query.append("state", "x".repeat(43))],
    ["no state", (query) => query.delete("state")],
    ["two codes", (query) => query.append("code", "another")],
    ["no code", (query) => query.delete("code")],
    ["a token instead of a code", (query) => (query.delete("code"), query.set("id_token", "x.y.z"))],
    ["another issuer", (query) => query.set("iss", "https://evil.example")],
    ["a sealed answer", (query) => query.set("response", "x.y.z")],
    [
      "words of somebody else",
      (query) => (query.set("state", "x"), query.set("error", "denied"), query.set("error_description", "Call 4711")),
    ],
  ])("with %s opens nothing, and is not shown", async (_name, change) => {
    expect(await enter(change)).toBe("company/wrong");
  });

  it("opens once, also where the provider takes its code as often as one likes, and two come together", async () => {
    const begun = await begin();
    const answers = await Promise.all([
      enter(undefined, Promise.resolve(begun)),
      enter(undefined, Promise.resolve(begun)),
    ]);
    expect(answers.sort((a, b) => a.localeCompare(b))).toEqual(["company/expired", "in"]);
    expect(await enter(undefined, Promise.resolve(begun))).toBe("company/expired");
  });
});

it("a sign-out ends here, whatever the provider says of its own", async () => {
  const begun = await begin();
  const query = provider.returned(begun.json<{ address: string }>().address);
  const back = await house.ask("GET", `/service/sessions/company?${query.toString()}`, {
    headers: { cookie: cookiesOf(begun) },
  });
  const headers = { cookie: cookiesOf(back), origin: "http://wall", host: "wall" };
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 11 * 60_000);
  provider.description = { end_session_endpoint: "javascript:alert(1)" };
  const left = await house.ask("DELETE", "/service/sessions/me", { headers });
  expect(left.statusCode, left.body).toBeLessThan(300);
  expect(left.body).not.toContain("javascript");
  expect((await house.ask("GET", "/service/sessions/me", { headers })).statusCode).toBe(401);
});
