/** The short form in which an aggregator lists cameras says to a page what the whole form says. */
import { expect, test } from "vitest";
import { cameraFacts } from "#actions/cameras/camera-facts.ts";
import { type Camera, camera } from "#protocol/rest/cameras/camera.ts";
import { listedCamera } from "#protocol/rest/cameras/listed-camera.ts";
import { listCameras } from "#recorder/aggregator/servers/listed-cameras.ts";
import type { WatchedServer } from "#recorder/aggregator/servers/watched-server.ts";

const ADDRESS = "192.0.2.7";
const status = (id: string) => ({
  id,
  streamState: "running",
  lastArchiveWritten: 1,
  trouble: { code: "stream/away", reason: ADDRESS },
  streamStatistics: [{ windowSizeSeconds: 60, video: { averageBitsPerSecond: 4e6 } }],
  video: { codec: "H264", width: 1920, height: 1080, framesPerSecond: 15 },
});
const stream = (id: string, more: object = {}) => ({
  id,
  name: `Stream ${id}`,
  rtsp: `rtsp://${ADDRESS}/${id}`,
  configuration: { General: { path: "/a" }, Resource: `rtsp://${ADDRESS}/a` },
  recordingConfiguration: { mode: "ALL_FEATURES_MODE" },
  status: status(id),
  ...more,
});
const rich = {
  id: "7",
  name: "Gate",
  driver: "ONVIF",
  connectionUri: `http://${ADDRESS}/onvif`,
  displayModel: "P-1",
  configuration: { Model: "P", IPAddress: ADDRESS, MAC: ADDRESS, HostName: ADDRESS, BaseUri: ADDRESS },
  capabilities: { camera: { PTZ: { pan: true, tilt: true, zoom: false } }, stream: {} },
  features: { ptz: { pan: true, zoom: true, relativeFOV: true, maxPresets: 3, steps: true } },
  primaryStream: { id: "1", rtsp: `rtsp://${ADDRESS}/1`, status: status("1") },
  streams: [
    stream("1", { isMasked: true, dewarpConfiguration: { enable: true, orientation: "wall" } }),
    stream("2", { active: false, recordWhenSecondary: true }),
    stream("3", { recordWhenSecondary: true, recordingConfiguration: { mode: "PROXY_ONLY_MODE" } }),
  ],
};
const wires: Readonly<Record<string, object>> = {
  "all of it": rich,
  "almost nothing": { id: "8" },
  "a model of the configuration only, PTZ of the capabilities": { ...rich, displayModel: undefined, features: {} },
  "no primary stream": { ...rich, primaryStream: null, streams: [] },
  "streams without pictures yet": {
    ...rich,
    streams: [stream("1", { status: { id: "1", streamState: "starting", video: null } }), { id: "2" }],
  },
};

const shown = (one: Camera, scope: readonly string[] = ["live", "ptz"]) =>
  listCameras({ record: { id: "north" }, state: { cameras: [one] } } as unknown as WatchedServer, {
    rights: () => ({ scope, views: null }) as never,
  });
const user = { userId: "7", username: "anna", role: null, admin: false, scope: null };
const by = { user, orchidId: "north", showDewarp: false, only: null };

test.each(Object.entries(wires))("%s: a page knows the same by both forms", (_name, wire) => {
  const whole = camera.parse(wire);
  const [short] = shown(whole);
  const text = JSON.stringify(short);
  const actions = { live: true, playback: false, ptz: true, export: false, unmask: false };
  expect(JSON.parse(text)).toMatchObject({ orchidId: "north", permissions: { actions: { live: true, ptz: true } } });
  const read = cameraFacts(listedCamera.parse(JSON.parse(text)), by);
  const { actions: given, ...facts } = read;
  const { actions: _own, ...expected } = cameraFacts({ ...whole, permissions: { actions } }, by);
  expect(given).toMatchObject({ live: true, ptz: true, playback: false, export: false });
  expect(facts).toEqual(expected);
  expect(text).not.toContain(ADDRESS);
});

test("who may not see a camera does not get it; the short form of an unchanged camera is made once", () => {
  const whole = camera.parse(rich);
  expect(shown(whole, [])).toEqual([]);
  const [[first], [again]] = [shown(whole), shown(whole, ["live"])];
  expect(first?.streams).toBe(again?.streams);
  expect(first?.permissions).not.toEqual(again?.permissions);
  expect(shown({ ...whole, name: "Renamed" })[0]?.name).toBe("Renamed");
});

test("it is less than half of what a recorder says of a camera", () => {
  const whole = camera.parse(rich);
  expect(2 * JSON.stringify(shown(whole)).length).toBeLessThan(JSON.stringify(whole).length);
});
