import { refuse } from "#domain/failures/failure.ts";
import { afterEach, beforeAll, afterAll, beforeEach, expect, it, vi } from "vitest";
import { OnvifDevice } from "#demo/devices/onvif-device.ts";
import { PtzMount } from "#demo/devices/ptz-mount.ts";
import type { Camera } from "#protocol/rest/cameras/camera.ts";
import type { StreamSpec } from "#recorder/ipc/stream-shapes.ts";
import { onvifFacts, onvifProfile } from "#test/support/onvif-facts.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const OLD_HOST = "127.0.0.1";
const NEW_HOST = "127.0.0.2";
let house: TestHouse;
let devices: OnvifDevice[] = [];
beforeAll(async () => {
  house = await TestHouse.open({ "cameras.allow-loopback": "true" });
});
afterAll(() => house.close());
beforeEach(() => void (devices = []));
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(devices.map((device) => device.close()));
});

/** A camera with these profiles, whose RTSP server is at `rtspPort` of its host. */
async function device(
  host: string,
  password: string,
  rtspPort: number,
  tokens: readonly string[],
  ptz = false,
): Promise<string> {
  const profiles = tokens.map((token) =>
    onvifProfile(token, { rtspUri: `rtsp://${host}:${rtspPort}/${token}?a=1`, bitrateKbps: rtspPort }),
  );
  const facts = onvifFacts({ profiles, ptz });
  const made = new OnvifDevice(facts, password, ptz ? new PtzMount(performance.now()) : null, () => false);
  devices.push(made);
  facts.baseUri = `http://${host}:${await made.listen(0, host)}`;
  return `${facts.baseUri}/onvif/device_service`;
}

async function recovered(before: readonly string[], after: readonly string[]) {
  const oldUri = await device(OLD_HOST, "old password", 9, before);
  const newUri = await device(NEW_HOST, "new password", 11, after);
  const connection = { uri: oldUri, username: "admin", password: "old password" };
  const made = await house.ask("POST", "/service/cameras", { as: "admin", body: { driver: "ONVIF", connection } });
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json<{ id: string }>();
  const own = house.services.cameras.streamsOf(id);
  const pushes: StreamSpec[][] = [];
  vi.spyOn(house.services.media, "setStreams").mockImplementation(async (specs) => void pushes.push([...specs]));
  const answer = await house.ask("PATCH", `/service/cameras/${id}`, {
    as: "admin",
    body: { connection: { uri: newUri, username: "admin", password: "new password" } },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const rows = house.services.cameras.streamsOf(id);
  expect(rows.map((row) => row.id)).toEqual(own.map((row) => row.id));
  await house.ask("DELETE", `/service/cameras/${id}`, { as: "admin" });
  return { rows, asked: pushes.flat().filter(({ cameraId }) => cameraId === id) };
}

it.each([
  ["with the same profiles", ["main", "small"], ["small", "main"], ["main?a=1", "small?a=1"], ["main", "small"]],
  ["of another model", ["main", "small"], ["p0", "p1", "p2"], ["p0?a=1", "p1?a=1"], ["p0", "p1"]],
  ["of another model with fewer", ["main", "small"], ["p0"], ["p0?a=1", "small?a=1"], ["p0", "small"]],
  ["that has lost one", ["main", "small"], ["main", "p1"], ["main?a=1", "small?a=1"], ["main", "small"]],
])("a camera %s: no stream stays at the old host", async (_name, before, after, paths, tokens) => {
  const { rows, asked } = await recovered(before, after);
  expect(rows.map(({ uri }) => uri)).toEqual(paths.map((path) => `rtsp://${NEW_HOST}:11/${path}`));
  expect(rows.map((row) => row.profile_token)).toEqual(tokens);
  // Neither host ever receives the password of the other one.
  const sent = asked.map(({ url, password }) => `${new URL(url).hostname} ${password}`);
  expect(new Set(sent)).toEqual(new Set([`${NEW_HOST} new password`]));
});

it("the settings of another model are its own", async () => {
  const { rows } = await recovered(["main"], ["p0"]);
  expect(JSON.parse(rows[0]?.configuration ?? "{}")).toMatchObject({ Video: { BitRate: 11 } });
});

it.each([
  [true, false],
  [false, true],
])("what moves (%s) is moved as the camera in its place can be (%s)", async (before, after) => {
  const connection = (uri: string, password: string) => ({ connection: { uri, username: "admin", password } });
  const oldUri = await device(OLD_HOST, "old password", 9, ["main"], before);
  const newUri = await device(NEW_HOST, "new password", 11, ["main"], after);
  const body = { driver: "ONVIF", ...connection(oldUri, "old password") };
  const made = await house.ask("POST", "/service/cameras", { as: "admin", body });
  const { id, features } = made.json<Camera>();
  expect(Boolean(features.ptz)).toBe(before);
  await house.ask("PATCH", `/service/cameras/${id}`, { as: "admin", body: connection(newUri, "new password") });
  const { capabilities, ...now } = (await house.ask("GET", `/service/cameras/${id}`, { as: "admin" })).json<Camera>();
  expect([Boolean(now.features.ptz), Boolean(capabilities.camera.PTZ)]).toEqual([after, after]);
  await house.ask("DELETE", `/service/cameras/${id}`, { as: "admin" });
});

it("a demo camera that becomes another one is a camera like all others, and counts for the license", async () => {
  const demoUri = await device(OLD_HOST, "demo", 9, ["main"]);
  const realUri = await device(NEW_HOST, "new password", 11, ["p0"]);
  const { cameras, licensing } = house.services;
  const { id } = await cameras.add({
    name: "Yard",
    driver: "ONVIF",
    uri: demoUri,
    credentials: { username: "admin", password: "demo" },
    configuration: {},
    capabilities: {},
    features: {},
    demoKey: "yard",
    streams: [],
  });
  const recover = async (connection: object) => {
    const answer = await house.ask("PATCH", `/service/cameras/${id}`, { as: "admin", body: { connection } });
    return [answer.statusCode, answer.json<{ code?: string }>().code, cameras.get(id)?.demo_key];
  };
  const full = vi.spyOn(licensing, "mayAddCamera").mockReturnValue(refuse("license/cameras", { count: 0 }));
  expect(await recover({ uri: demoUri, username: "admin", password: "demo" })).toEqual([200, undefined, "yard"]);
  const real = { uri: realUri, username: "admin", password: "new password" };
  expect(await recover(real)).toEqual([409, "license/cameras", "yard"]);
  full.mockRestore();
  expect(await recover(real)).toEqual([200, undefined, null]);
  expect(cameras.get(id)?.uri).toBe(realUri);
  // The next start configures demo cameras anew: it must not find this one among them.
  expect((await cameras.demoKeys()).has("yard")).toBe(false);
});
