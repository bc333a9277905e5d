import { randomBytes, randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { TokenMinter, type TokenUser } from "#recorder/aggregator/servers/asking/token-minter.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

/** Sessions of an issuer's users that end before their tokens, and tokens that name thousands of cameras. */
let house: TestHouse;
let url = "";
let gate: Awaited<ReturnType<TestHouse["addCamera"]>>;
let yard: typeof gate;
const secret = randomBytes(32);
beforeAll(async () => {
  house = await TestHouse.open();
  [gate, yard] = [await house.addCamera("Gate"), await house.addCamera("Yard")];
  url = await house.recorder.app.listen({ host: "127.0.0.1", port: 0 });
  const issuer = { id: "a", access_token: "", key: { kty: "oct", k: secret.toString("base64url") } };
  await house.ask("POST", "/service/trusted/issuer?version=2", { as: "admin", body: issuer });
});
afterAll(() => house.close());

let sub = "";
beforeEach(() => {
  sub = randomUUID();
});
const token = (claims: Record<string, unknown> = {}) =>
  new SignJWT({ sub, scope: { baseScope: ["live"] }, ...claims })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuedAt()
    .setExpirationTime("10m")
    .sign(secret);
const ask = (method: string, path: string, value: string, body?: unknown) =>
  house.ask(method, path, { headers: { authorization: `Bearer ${value}` }, ...(body === undefined ? {} : { body }) });
const status = async (method: string, path: string, value: string) => (await ask(method, path, value)).statusCode;
const view = async (value: string): Promise<string> =>
  `/service/low-bandwidth/streams/${(await ask("POST", "/service/low-bandwidth/streams", value, { streamId: gate.stream.id })).json().id}`;
const me = "/service/sessions/me";

it("signing out ends what its session opened and its tokens, and leaves the user's other sessions alone", async () => {
  const [one, same, two] = [
    await token({ sid: "one" }),
    await token({ sid: "one", a: 1 }),
    await token({ sid: "two" }),
  ];
  const [first, second] = [await view(one), await view(two)];
  const { url: ticket } = (await ask("POST", "/service/tickets", one, { path: me })).json();
  expect(await status("DELETE", me, one)).toBe(204);
  expect([await status("GET", me, one), await status("GET", me, same)]).toEqual([401, 401]);
  expect((await house.ask("GET", ticket)).statusCode).toBe(401);
  expect([await status("GET", first, two), await status("GET", second, two)]).toEqual([404, 200]);
});

it("with a token that names no session all of that user's views end, and nobody else's", async () => {
  const [one, none] = [await token({ sid: "one" }), await token()];
  const other = await token({ sub: randomUUID(), sid: "one" });
  const views = [await view(one), await view(none)];
  const kept = await view(other);
  expect(await status("DELETE", me, none)).toBe(204);
  for (const path of views) expect(await status("GET", path, one)).toBe(404);
  expect(await status("GET", kept, other)).toBe(200);
});

it("whoever comes in a role signs out alone", async () => {
  const inRole = await new SignJWT({})
    .setProtectedHeader({ alg: "HS256" })
    .setIssuedAt()
    .setExpirationTime("10m")
    .sign(secret);
  const path = await view(inRole);
  expect(await status("DELETE", me, inRole)).toBe(204);
  expect(await status("GET", path, inRole)).toBe(200);
});

it.each([1, "", "x".repeat(200)])("a session that cannot be read is refused: %s", async (sid) => {
  expect(await status("GET", me, await token({ sid }))).toBe(401);
});

it("five thousand cameras that are named each by itself are read over HTTP", async () => {
  const minter = new TokenMinter(() => Date.now());
  const others = Array.from({ length: 4998 }, () => ({ id: randomUUID(), scope: ["live", "playback"] }));
  const named = [...others, { id: gate.camera.id, scope: ["live"] }, { id: yard.camera.id, scope: [] }];
  const user: TokenUser = {
    id: sub,
    username: "uma",
    role: "",
    scope: { baseScope: ["live", "playback"], cameraScopes: named },
    session: "one",
  };
  const issue = { orchidId: "a", key: secret, clockOffsetMs: 0 };
  const headers = { authorization: `Bearer ${await minter.mint(issue, user)}` };
  const said = await fetch(`${url}${me}`, { headers });
  expect(said.status).toBe(200);
  const { scope } = (await said.json()) as { scope: { baseScope: string[]; cameraScopes: unknown[] } };
  expect(scope.baseScope).toEqual(["live", "playback"]);
  expect(scope.cameraScopes).toEqual(
    expect.arrayContaining([
      { id: gate.camera.id, scope: ["live"] },
      { id: yard.camera.id, scope: [] },
    ]),
  );
  const at = async (id: string) => (await fetch(`${url}/service/cameras/${id}`, { headers })).status;
  expect([await at(gate.camera.id), await at(yard.camera.id)]).toEqual([200, 404]);
  // A camera that is new here and that the token names: it is known with the next request.
  const shed = await house.addCamera("Shed");
  const more = { ...user.scope, cameraScopes: [...named.slice(1), { id: shed.camera.id, scope: [] }] };
  const wider = await minter.mint(issue, { ...user, scope: more });
  expect(await status("GET", `/service/cameras/${shed.camera.id}`, wider)).toBe(404);
});

it("a packed scope that cannot be read opens nothing", async () => {
  expect(await status("GET", me, await token({ scope: "1.AAAA" }))).toBe(401);
  expect(await status("GET", me, await token({ scope: "9.AA" }))).toBe(401);
});

it("a user of an issuer is told that the password is kept there", async () => {
  const body = { oldPassword: "correct horse battery", newPassword: "another staple entirely" };
  const answer = await ask("PUT", "/service/users/me/password", await token(), body);
  expect([answer.statusCode, answer.json().code]).toEqual([403, "user/password-of-issuer"]);
});
