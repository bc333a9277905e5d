/** What a page or an authenticator may answer by mistake or in bad faith: no passkey is made or used by it, and nothing fails. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { passkeyAsk, passkeyMaking } from "#protocol/rest/accounts/passkey.ts";
import { session } from "#protocol/rest/accounts/session.ts";
import { type Behaviour, SoftwarePasskey } from "#test/support/software-passkey.ts";
import { PASSWORD, TestHouse } from "#test/recorder/support/test-house.ts";

const MINE = "/service/users/me/passkeys";
const ORIGIN = "https://wall.example";
const AT = { host: "wall.example", origin: ORIGIN };
type Answer = Awaited<ReturnType<TestHouse["ask"]>>;

let house: TestHouse;
let token = "";
let passkey: SoftwarePasskey;
let count = 0;
beforeAll(async () => {
  house = await TestHouse.open();
});
afterAll(() => house.close());
async function somebody(): Promise<string> {
  const name = `user_${count++}`;
  await house.addUser(name, "Viewer");
  token = session.parse((await house.signIn(name)).json()).id;
  return name;
}

const own = (path: string, body: unknown) =>
  house.ask("POST", path, { headers: { ...AT, authorization: `Bearer ${token}` }, body });
type Made = ReturnType<SoftwarePasskey["make"]>;
type Used = ReturnType<SoftwarePasskey["use"]>;

async function add(how: Behaviour = {}, change: (made: Made) => unknown = (made) => made): Promise<Answer> {
  const asked = await own(`${MINE}/options`, { password: PASSWORD });
  return own(MINE, { name: "Key", response: change(passkey.make(passkeyMaking.parse(asked.json()), how)) });
}
async function enter(how: Behaviour = {}, change: (used: Used) => unknown = (used) => used): Promise<Answer> {
  const asked = await house.ask("POST", "/service/sessions/passkey/options", { body: {}, headers: AT });
  const cookie = `${asked.cookies[0]?.name}=${asked.cookies[0]?.value}`;
  const response = change(passkey.use(passkeyAsk.parse(asked.json()), how));
  return house.ask("POST", "/service/sessions/passkey", { body: { response }, headers: { ...AT, cookie } });
}
const refused = (answer: Answer): void => {
  expect([answer.statusCode, answer.json<{ code: string }>().code].join(" ")).toMatch(
    /^(403 session\/passkey-(wrong|unknown)|400 request\/invalid|413 request\/413)$/,
  );
};

const elsewhere: readonly (readonly [string, Behaviour])[] = [
  ["another page", { origin: "https://evil.example" }],
  ["a page whose name ends alike", { origin: "https://evilwall.example" }],
  ["a page below", { origin: "https://x.wall.example" }],
  ["the same page without encryption", { origin: "http://wall.example" }],
  ["another port", { origin: "https://wall.example:8443" }],
  ["no page", { origin: "null" }],
  ["another relying party", { rpId: "evil.example" }],
  ["the domain above", { rpId: "example" }],
  ["nobody's challenge", { challenge: Buffer.alloc(54).toString("base64url") }],
  ["an empty challenge", { challenge: "" }],
];
const told = (made: { response: { clientDataJSON: string } }): Record<string, unknown> =>
  JSON.parse(Buffer.from(made.response.clientDataJSON, "base64url").toString()) as Record<string, unknown>;
const bytes = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const big = (length: number): string => "A".repeat(length);
const bad = (text: string, at: number): string => {
  const changed = Buffer.from(text, "base64url");
  const where = at < 0 ? changed.length + at : at;
  changed.writeUInt8((changed[where] ?? 0) ^ 0xff, where);
  return changed.toString("base64url");
};

describe("a passkey that is made", () => {
  beforeEach(async () => {
    await somebody();
    passkey = new SoftwarePasskey(ORIGIN);
  });
  it.each(elsewhere)("at %s is none", async (_name, how) => refused(await add(how)));

  const inner = (change: (response: Made["response"]) => object) => (made: Made) => ({
    ...made,
    response: { ...made.response, ...change(made.response) },
  });
  it.each<[string, (made: Made) => unknown]>([
    ["no CBOR", inner(() => ({ attestationObject: big(400) }))],
    ["CBOR that is cut off", inner(({ attestationObject: text }) => ({ attestationObject: text.slice(0, -40) }))],
    ["CBOR of lists in lists", inner(() => ({ attestationObject: Buffer.alloc(12_000, 0x81).toString("base64url") }))],
    [
      "CBOR of a list of four billion",
      inner(() => ({ attestationObject: Buffer.from([0x9a, 0xff, 0xff, 0xff, 0xff, 1]).toString("base64url") })),
    ],
    [
      "a key that is no point of its curve",
      inner(({ attestationObject: text }) => ({ attestationObject: bad(text, -1) })),
    ],
    ["CBOR of a map", inner(() => ({ attestationObject: Buffer.from([0xa0]).toString("base64url") }))],
    ["CBOR of a number", inner(() => ({ attestationObject: Buffer.from([0x01]).toString("base64url") }))],
    ["of 100 kB", inner(() => ({ attestationObject: big(100_000) }))],
    [
      "vouched for in a format that does not exist",
      inner(({ attestationObject: text }) => ({
        attestationObject: Buffer.from(
          Buffer.from(text, "base64url").toString("latin1").replace("none", "nope"),
          "latin1",
        ).toString("base64url"),
      })),
    ],
    [
      "vouched for by a maker, without a word of it",
      inner(({ attestationObject: text }) => ({
        attestationObject: Buffer.from(
          Buffer.from(text, "base64url").toString("latin1").replace("dnone", "ftpm\u0000\u0000"),
          "latin1",
        ).toString("base64url"),
      })),
    ],
    ["not told of in JSON", inner(() => ({ clientDataJSON: big(40) }))],
    ["told of as null", inner(() => ({ clientDataJSON: bytes(null) }))],
    [
      "told of as a use",
      (made) => inner(() => ({ clientDataJSON: bytes({ ...told(made), type: "webauthn.get" }) }))(made),
    ],
    [
      "told of without a page",
      (made) => inner(() => ({ clientDataJSON: bytes({ ...told(made), origin: undefined }) }))(made),
    ],
    [
      "told of with a list of pages",
      (made) => inner(() => ({ clientDataJSON: bytes({ ...told(made), origin: [ORIGIN] }) }))(made),
    ],
    [
      "told of with a number as its challenge",
      (made) => inner(() => ({ clientDataJSON: bytes({ ...told(made), challenge: 7 }) }))(made),
    ],
    ["of two names", (made) => ({ ...made, rawId: big(32) })],
    ["of a name of 4,000 letters", (made) => ({ ...made, id: big(4000), rawId: big(4000) })],
    ["without a name", (made) => ({ ...made, id: "", rawId: "" })],
    ["of another kind", (made) => ({ ...made, type: "password" })],
    ["reached in a thousand ways", inner(() => ({ transports: Array.from({ length: 1000 }, () => "usb") }))],
  ])("%s is none", async (_name, change) => {
    refused(await add({}, change));
    expect((await house.ask("GET", MINE, { headers: { authorization: `Bearer ${token}` } })).json()).toMatchObject({
      passkeys: [],
    });
  });

  it("with the name of somebody else's is not taken from them", async () => {
    expect((await add()).statusCode).toBe(201);
    const owner = (await enter()).json<{ name: string }>().name;
    const name = await somebody();
    const again = await add();
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, "user/passkey-exists"]);
    expect((await enter()).json<{ name: string }>().name).not.toBe(name);
    expect(owner).not.toBe(name);
  });
});

describe("a passkey that is used", () => {
  beforeAll(async () => {
    await somebody();
    passkey = new SoftwarePasskey(ORIGIN);
    expect((await add()).statusCode).toBe(201);
  });

  it.each(elsewhere)("at %s opens nothing", async (_name, how) => refused(await enter(how)));

  const inner = (change: (response: Used["response"]) => object) => (used: Used) => ({
    ...used,
    response: { ...used.response, ...change(used.response) },
  });
  it.each<[string, (used: Used) => unknown]>([
    ["without its own signature", inner(() => ({ signature: big(96) }))],
    ["with half a signature", inner(({ signature }) => ({ signature: signature.slice(0, 20) }))],
    ["with data that were changed", inner(({ authenticatorData: text }) => ({ authenticatorData: bad(text, 36) }))],
    ["with a user who was not there", inner(({ authenticatorData: text }) => ({ authenticatorData: bad(text, 32) }))],
    ["with data that are cut off", inner(({ authenticatorData: text }) => ({ authenticatorData: text.slice(0, 20) }))],
    [
      "with data that promise extensions",
      inner(({ authenticatorData: text }) => ({
        authenticatorData: Buffer.concat([
          Buffer.from(text, "base64url").subarray(0, 32),
          Buffer.from([0x85, 0, 0, 0, 1, 0x9f]),
        ]).toString("base64url"),
      })),
    ],
    [
      "told of as a making",
      (used) => inner(() => ({ clientDataJSON: bytes({ ...told(used), type: "webauthn.create" }) }))(used),
    ],
    [
      "told of in another order than was signed",
      (used) => inner(() => ({ clientDataJSON: bytes({ crossOrigin: false, ...told(used) }) }))(used),
    ],
    ["told of as a list", inner(() => ({ clientDataJSON: bytes([]) }))],
    ["of somebody else", inner(() => ({ userHandle: Buffer.from("somebody").toString("base64url") }))],
    ["of a user with a name of 200 letters", inner(() => ({ userHandle: big(200) }))],
    ["of a name that nobody knows", (used) => ({ ...used, id: big(32), rawId: big(32) })],
    ["of two names", (used) => ({ ...used, rawId: big(32) })],
    ["of a name of 4,000 letters", (used) => ({ ...used, id: big(4000), rawId: big(4000) })],
    ["by an injection", (used) => ({ ...used, id: "' OR 1=1 --" })],
  ])("%s opens nothing, and is not held against it", async (_name, change) => {
    refused(await enter({}, change));
    expect((await enter()).statusCode).toBe(200);
  });

  it("answers a challenge of a making with nothing", async () => {
    const asked = await own(`${MINE}/options`, { password: PASSWORD });
    refused(await enter({ challenge: passkeyMaking.parse(asked.json()).challenge }));
  });

  it("with the challenge of another page's request opens nothing there", async () => {
    const first = await house.ask("POST", "/service/sessions/passkey/options", { body: {}, headers: AT });
    const { challenge } = passkeyAsk.parse(first.json());
    refused(await enter({ challenge }));
  });

  it("whose counter goes back to zero is taken for a copy, also at the end of its numbers", async () => {
    expect((await enter({ counter: 0xffff_ffff })).statusCode).toBe(200);
    const back = await enter({ counter: 0 });
    expect([back.statusCode, back.json<{ code: string }>().code]).toEqual([403, "session/passkey-copied"]);
  });
});
