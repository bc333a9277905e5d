import { afterAll, beforeAll, expect, test } from "vitest";
import { expectPatchedByField, type Patchable } from "#test/support/patched-by-field.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let cameraId = "";
let streamIds: readonly string[] = [];
beforeAll(async () => {
  house = await TestHouse.open();
  const { camera } = await house.addCamera("Gate");
  cameraId = camera.id;
  streamIds = house.services.cameras.streamsOf(cameraId).map(({ id }) => id);
});
afterAll(() => house.close());

const ask = (method: string, path: string, body?: unknown) =>
  house.ask(method, path, { as: "admin", ...(body === undefined ? {} : { body }) });
async function made(path: string, body: unknown): Promise<string> {
  const answer = await ask("POST", path, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string }>().id;
}
const at = (path: string): Patchable => ({
  read: async () => (await ask("GET", path)).json<Record<string, unknown>>(),
  async patch(body) {
    const answer = await ask("PATCH", path, body);
    return { status: answer.statusCode, json: answer.json<unknown>() };
  },
});

test("a user", async () => {
  const id = await made("/service/users", { username: "uma", password: "correct horse battery", role: "Viewer" });
  const scopes = [{ id: cameraId, scope: ["live"] }];
  await expectPatchedByField(
    at(`/service/users/${id}`),
    { username: "ute", role: "Manager", cameraScopes: scopes, password: "another horse battery" },
    { username: 7, role: "Boss", cameraScopes: [{ id: cameraId, scope: ["config"] }], password: 7 },
    ["password"],
  );
  const spaced = await at(`/service/users/${id}`).patch({ username: "u ma" });
  expect(spaced).toMatchObject({ status: 400, json: { code: "user/name" } });
});

test("a camera", async () => {
  const path = `/service/cameras/${cameraId}`;
  const read = async () => {
    const { name, retention, connectionUri, primaryStream } = await at(path).read();
    return { name, retention, connectionUri, primaryStream: { id: (primaryStream as { id: string }).id } };
  };
  await expectPatchedByField(
    { ...at(path), read },
    { name: "Door", retention: 86_400_000, primaryStream: { id: streamIds[1] } },
    { name: "", retention: -1, primaryStream: {}, connection: { uri: "", username: "x", password: "y" }, id: "other" },
  );
});

test("a stream", async () => {
  const path = `/service/cameras/${cameraId}/streams/${streamIds[1]}`;
  const read = async () => {
    const { name, active, recordWhenSecondary, recordingConfiguration, dewarpConfiguration } = await at(path).read();
    return { name, active, recordWhenSecondary, recordingConfiguration, dewarpConfiguration };
  };
  const { recordingConfiguration: before, ...known } = await read();
  const recording = before as Record<string, unknown>;
  await expectPatchedByField(
    { ...at(path), read },
    {
      name: "Little",
      active: known.active !== true,
      recordWhenSecondary: known.recordWhenSecondary !== true,
      recordingConfiguration: { ...recording, motionReducer: true },
    },
    {
      name: "",
      active: "maybe",
      recordWhenSecondary: 2,
      recordingConfiguration: { mode: "SOME_MODE" },
      dewarpConfiguration: { enable: "perhaps" },
      configuration: { Sound: {} },
    },
  );
});

test("a stage", async () => {
  const cell = { camera: { id: cameraId, orchidId: "1" }, columnSpan: 1, rowSpan: 1, forceLbm: false, dewarpMode: 0 };
  const id = await made("/service/stages", { name: "Yard", stageMatrix: [[cell, null]] });
  await expectPatchedByField(
    at(`/service/stages/${id}`),
    { name: "Court", shared: true, stageMatrix: [[{ ...cell, forceLbm: true }], [null]] },
    { name: "", shared: 1, stageMatrix: [[{ ...cell, dewarpMode: 9 }]] },
  );
});

test("a camera group", async () => {
  const parent = await made("/service/groups", { name: "Site" });
  const id = await made("/service/groups", { name: "Yard", cameras: [{ id: cameraId }] });
  await expectPatchedByField(
    at(`/service/groups/${id}`),
    { name: "Court", parent: { id: parent }, cameras: [] },
    { name: "", parent: "site", cameras: [{}] },
  );
});

test("the settings", async () => {
  await expectPatchedByField(
    at("/service/settings"),
    {
      agreement: "Be kind.",
      greeting: "Good morning",
      googleClientId: "x.apps",
      lowBandwidthOffered: false,
      passwordMinLength: 9,
      sessionMaxHours: 12,
      lockoutFreeTries: 3,
      lockoutMaxPauseMinutes: 60,
      maxExportHours: 2,
      maxPlayerCount: 16,
      cleanerThreshold: 50,
      supportUrl: "https://example.org",
      groups: { orchids: { show: false } },
    },
    {
      agreement: 1,
      greeting: null,
      googleClientId: "a b",
      lowBandwidthOffered: 0,
      passwordMinLength: 3,
      sessionMaxHours: 721,
      lockoutFreeTries: 0,
      lockoutMaxPauseMinutes: 1.5,
      maxExportHours: 0,
      maxPlayerCount: 0.5,
      cleanerThreshold: 100,
      supportUrl: "no",
      groups: {},
    },
  );
});

test("the superuser keeps the role, the name and every camera, and comes back as it was read", async () => {
  const { users } = (await ask("GET", "/service/users")).json<{ users: { id: string; superUser: boolean }[] }>();
  const superUser = users.find((one) => one.superUser);
  const path = `/service/users/${superUser?.id}`;
  for (const less of [{ role: "Manager" }, { username: "root" }, { cameraScopes: [{ id: cameraId, scope: ["live"] }] }])
    expect((await ask("PATCH", path, less)).json(), JSON.stringify(less)).toMatchObject({ code: "user/protected" });
  expect((await ask("PUT", path, superUser)).json()).toEqual(superUser);
});

test("a stream and an account come back by PUT as they were read, with what was changed in them", async () => {
  const stream = `/service/cameras/${cameraId}/streams/${streamIds[1]}`;
  const user = `/service/users/${await made("/service/users", { username: "una", password: "correct horse battery", role: "Viewer" })}`;
  for (const [path, field, value] of [
    [stream, "name", "Other"],
    [user, "role", "Manager"],
  ] as const) {
    const before = (await ask("GET", path)).json<Record<string, unknown>>();
    const put = await ask("PUT", path, { ...before, [field]: value });
    expect(put.statusCode, put.body).toBe(200);
    const { status: _now, ...after } = put.json<Record<string, unknown>>();
    const { status: _then, ...known } = before;
    const configuration =
      field === "name" ? { configuration: { ...(before.configuration as object), Name: value } } : {};
    expect(after).toEqual({ ...known, ...configuration, [field]: value });
    expect((await ask("PUT", path, { ...before, id: "other" })).json()).toMatchObject({
      code: "request/invalid",
      reason: "id: not the path's",
    });
  }
  const reference = { id: streamIds[1], href: `/service/streams/${streamIds[1]}` };
  expect((await ask("PATCH", `/service/cameras/${cameraId}`, { primaryStream: reference })).json()).toMatchObject({
    camera: { primaryStream: reference },
  });
});
