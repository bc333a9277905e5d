import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { session } from "#protocol/rest/accounts/session.ts";
import { admitRtsp } from "#recorder/http/rtsp-guard.ts";
import { PASSWORD, TestHouse } from "#test/recorder/support/test-house.ts";

const MINE = "/service/users/me/app-passwords";
type Answer = Awaited<ReturnType<TestHouse["ask"]>>;
let house: TestHouse;
let name = "";
let id = "";
let token = "";
let count = 0;
beforeAll(async () => {
  house = await TestHouse.open();
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.services.settings.patch({ secondFactor: "nobody" });
  name = `user_${count++}`;
  id = await house.addUser(name, "Administrator");
  token = session.parse((await house.signIn(name)).json()).id;
  // From now on the password alone opens nothing.
  await house.services.settings.patch({ secondFactor: "administrators" });
});

const coded = (answer: Answer) => [answer.statusCode, answer.json<{ code?: string }>().code];
const own = (method: string, path: string, body?: unknown) =>
  house.ask(method, path, { headers: { authorization: `Bearer ${token}` }, ...(body === undefined ? {} : { body }) });
const by = (secret: string, method = "GET", path = "/service/sessions/me", body?: unknown) =>
  house.ask(method, path, {
    headers: { authorization: house.basic(name, secret) },
    ...(body === undefined ? {} : { body }),
  });
async function make(called = "Player"): Promise<{ id: string; secret: string }> {
  const made = await own("POST", MINE, { name: called, password: PASSWORD });
  expect(made.statusCode, made.body).toBe(201);
  const { appPassword, secret } = made.json<{ appPassword: { id: string }; secret: string }>();
  return { id: appPassword.id, secret };
}
const listed = async () => (await own("GET", MINE)).json<{ appPasswords: Record<string, unknown>[] }>().appPasswords;

it("opens HTTP Basic and RTSP of an account with a second factor, and its use is noted", async () => {
  const { stream } = await house.addCamera("Gate");
  expect(coded(await by(PASSWORD))).toEqual([401, "session/basic-with-factor"]);
  const { secret } = await make();
  expect(secret).toMatch(/^prsc-[A-Za-z0-9_-]{43}$/);
  expect(await listed()).toMatchObject([{ name: "Player", lastUsed: null, lastAddress: "" }]);
  expect((await by(secret)).json()).toMatchObject({ name, role: "Administrator" });
  expect(await listed()).toMatchObject([{ lastUsed: expect.any(Number) as number, lastAddress: "127.0.0.1" }]);
  const ask = { path: "/", query: "", address: "192.0.2.9", streamId: stream.id, sessionId: name };
  const authorization = house.basic(name, secret);
  expect(await admitRtsp({ ...ask, authorization }, house.services)).toMatchObject({ ok: true });
});

it("is not taken by the sign-in page, nor with another name, nor when a letter differs", async () => {
  const { secret } = await make();
  expect(coded(await house.signIn(name, secret))).toEqual([401, "session/wrong"]);
  expect(
    (await house.ask("GET", "/service/sessions/me", { headers: { authorization: house.basic("admin", secret) } }))
      .statusCode,
  ).toBe(401);
  const other = secret.slice(0, -1) + (secret.endsWith("A") ? "B" : "A");
  expect(coded(await by(other))).toEqual([401, "session/wrong"]);
});

it("does whatever the account may do, but changes no account and no sign-in", async () => {
  const { secret } = await make();
  expect((await by(secret, "PATCH", "/service/settings", { greeting: "Hello" })).statusCode).toBe(200);
  for (const [method, path, body] of [
    ["PUT", "/service/users/me/password", { oldPassword: PASSWORD, newPassword: "another good one" }],
    ["PATCH", `/service/users/${id}`, { password: "another good one" }],
    ["POST", "/service/users", { username: "planted", password: "another good one", role: "Administrator" }],
    ["DELETE", `/service/users/${id}/second-factor`, undefined],
    ["POST", "/service/users/me/second-factor", { password: PASSWORD }],
    ["POST", "/service/users/me/passkeys/options", { password: PASSWORD }],
    ["POST", MINE, { name: "Another", password: PASSWORD }],
    ["DELETE", "/service/sessions", undefined],
  ] as const)
    expect([method, path, ...coded(await by(secret, method, path, body))]).toEqual([
      method,
      path,
      403,
      "access/app-password",
    ]);
});

it("one that only watches sees live and recorded pictures, and does nothing else that the account may do", async () => {
  const { stream, camera } = await house.addCamera("Yard");
  const made = await own("POST", MINE, { name: "Screen", password: PASSWORD, viewOnly: true });
  const { secret } = made.json<{ secret: string }>();
  expect(made.json()).toMatchObject({ appPassword: { viewOnly: true } });
  expect(await listed()).toMatchObject([{ name: "Screen", viewOnly: true }]);
  expect((await by(secret, "GET", "/service/sessions/me")).json()).toMatchObject({ name, role: "Viewer" });
  const shown = (await by(secret, "GET", `/service/cameras/${camera.id}`)).json<{ permissions: object }>();
  expect(shown.permissions).toEqual({
    actions: { live: true, playback: true, ptz: false, export: false, unmask: false },
  });
  const range = { streams: [stream.id], start: 1000, stop: 61_000 };
  for (const [method, path, body] of [
    ["PATCH", "/service/settings", { greeting: "Hello" }],
    ["POST", "/service/stages", { name: "Wall", stageMatrix: [] }],
    ["POST", "/service/exports", { ...range, format: "mkv" }],
    ["GET", `/service/streams/${stream.id}/export?start=1000&stop=61000`, undefined],
    ["GET", `/service/streams/${stream.id}/frame?masks=off`, undefined],
    ["POST", "/service/locks", range],
    ["DELETE", `/service/cameras/${camera.id}`, undefined],
    ["GET", "/service/audit", undefined],
    ["GET", "/service/users", undefined],
    ["GET", "/service/settings", undefined],
    ["GET", "/service/log", undefined],
  ] as const)
    expect([method, path, (await by(secret, method, path, body)).statusCode]).toEqual([method, path, 403]);
  // It reaches the media process, which none runs here.
  expect((await by(secret, "GET", `/service/streams/${stream.id}/frame`)).statusCode).toBe(503);
  const session = await by(secret, "POST", "/service/low-bandwidth/streams", { streamId: stream.id });
  expect(session.statusCode).not.toBe(403);
  const ask = { path: "/", address: "192.0.2.9", streamId: stream.id, sessionId: `${name} view` };
  const authorization = house.basic(name, secret);
  expect(await admitRtsp({ ...ask, query: "", authorization }, house.services)).toMatchObject({ ok: true });
  expect(await admitRtsp({ ...ask, query: "masks=off", authorization }, house.services)).toMatchObject({ ok: false });
});

it("is withdrawn by its owner only, each for itself, and what it opened ends", async () => {
  const [first, second] = [await make("One"), await make("Two")];
  const ended: string[] = [];
  house.services.sessions.ends.onBasicEnd((userId) => ended.push(userId));
  const before = token;
  await house.services.settings.patch({ secondFactor: "nobody" });
  const stranger = `user_${count++}`;
  await house.addUser(stranger, "Viewer");
  token = session.parse((await house.signIn(stranger)).json()).id;
  expect(coded(await own("DELETE", `${MINE}/${first.id}`))).toEqual([404, "user/app-password-unknown"]);
  token = before;
  expect((await own("DELETE", `${MINE}/${first.id}`)).statusCode).toBe(204);
  expect(ended).toEqual([id]);
  expect((await by(first.secret)).statusCode).toBe(401);
  expect((await by(second.secret)).statusCode).toBe(200);
});

it("goes with the password, and with the factor that an administrator resets", async () => {
  const first = await make();
  await own("PUT", "/service/users/me/password", { oldPassword: PASSWORD, newPassword: "another good one" });
  expect((await by(first.secret)).statusCode).toBe(401);
  await house.services.store.updateTable("sessions").set({ created_ms: Date.now() }).execute();
  const made = await own("POST", MINE, { name: "Again" });
  const { secret } = made.json<{ secret: string }>();
  expect((await by(secret)).statusCode).toBe(200);
  await house.services.settings.patch({ secondFactor: "nobody" });
  await house.ask("DELETE", `/service/users/${id}/second-factor`, { as: "admin" });
  expect((await by(secret)).statusCode).toBe(401);
});

it("is made by who proves who they are, is stored as a hash only, and audited", async () => {
  await house.services.store.updateTable("sessions").set({ created_ms: 0 }).execute();
  expect(coded(await own("POST", MINE, { name: "x" }))).toEqual([403, "user/prove"]);
  const { id: made, secret } = await make("NVR");
  await own("DELETE", `${MINE}/${made}`);
  const { store } = house.services;
  expect(JSON.stringify(await store.selectFrom("app_passwords").selectAll().execute())).not.toContain(secret);
  const told = await store.selectFrom("audit").selectAll().where("user_id", "=", id).orderBy("seq").execute();
  expect(
    told.map(({ action, detail }) => [action, (JSON.parse(detail) as { appPassword?: string }).appPassword]),
  ).toEqual(
    expect.arrayContaining([
      ["app-password-added", "NVR"],
      ["app-password-removed", "NVR"],
    ]),
  );
});
