import { readFailure } from "#protocol/rest/error.ts";
import { all as german } from "#domain/failures/de/all.ts";
import { failureText, speechOf } from "#domain/failures/failure-text.ts";
import { ok } from "#base/result.ts";
import { refuse } from "#domain/failures/failure.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { isSameServer as isSameServerTyped } from "#domain/cameras/registration.ts";
import type { MediaContract } from "#recorder/ipc/media-contract.ts";
import { isSameAddress, isSameServer } from "#recorder/cameras/camera-address.ts";
import type { CameraRow } from "#recorder/store/tables/camera-rows.ts";
import { eventually } from "#test/support/eventually.ts";
import { CANARY, TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let camera: CameraRow;
beforeAll(async () => {
  house = await TestHouse.open();
});
afterAll(() => house.close());
afterEach(() => vi.restoreAllMocks());

type Probe = MediaContract["calls"]["stream.probe"]["ask"];
/** the requests to the cameras */
let dialled: Pick<Probe, "url" | "username" | "password">[];
const video = {
  codec: "h264",
  codecString: "avc1.42c01e",
  width: 640,
  height: 360,
  framesPerSecond: 25,
  hasBFrames: false,
} as const;
/** Cameras at every address, each of which answers every request, once this number of cameras were asked. */
function camerasAnswer(together = 1): void {
  dialled = [];
  vi.spyOn(house.services.media, "call").mockImplementation(async (name, ask) => {
    if (name !== "stream.probe") return refuse("media/unavailable");
    const { url, username, password } = ask as Probe;
    dialled.push({ url, username, password });
    await eventually(() => dialled.length >= together, "all are asked");
    return ok({ video, audio: null }) as never;
  });
}

const recover = (connection: object, id = camera.id, more: object = {}) =>
  house.ask("PATCH", `/service/cameras/${id}`, { as: "admin", body: { ...more, connection } });
/** All stored data of a camera, including its sealed login. */
const stored = async (id = camera.id): Promise<unknown> => [
  await house.services.store.selectFrom("cameras").selectAll().where("id", "=", id).execute(),
  await house.services.store.selectFrom("streams").selectAll().where("camera_id", "=", id).execute(),
];
const loginNow = () => house.services.cameras.credentials(house.services.cameras.get(camera.id) ?? camera);

let count = 0;
beforeEach(async () => {
  count += 1;
  camera = (await house.addCamera(`Gate ${count}`, `10.9.${count}.1`)).camera;
  camerasAnswer();
});

describe("a camera that is recovered onto the address of another one", () => {
  it.each([
    ["as it is", (host: string) => `rtsp://${host}/main`],
    ["without its scheme", (host: string) => `${host}/main`],
    ["with its port", (host: string) => `RTSP://${host}:554/main`],
  ])("%s is refused, dials nobody and is as it was", async (_name, spelled) => {
    const other = await house.addCamera(`Yard ${count}`, `10.9.${count}.2`);
    const [before, othersBefore] = [await stored(), await stored(other.camera.id)];
    const answer = await recover(
      { uri: spelled(`10.9.${count}.2`), username: "new", password: "new password" },
      camera.id,
      { name: "Renamed" },
    );
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: "camera/exists", params: { name: `Yard ${count}` } },
    ]);
    expect([await stored(), await stored(other.camera.id)]).toEqual([before, othersBefore]);
    expect(dialled).toEqual([]);
  });

  it("at the same time as another one gets it once", async () => {
    const other = await house.addCamera(`Yard ${count}`, `10.9.${count}.2`);
    const target = { uri: `rtsp://10.9.${count}.3/main`, username: "u", password: "p" };
    camerasAnswer(2);
    const answers = await Promise.all([recover(target), recover(target, other.camera.id)]);
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409]);
    const there = house.services.cameras.all().filter(({ uri }) => uri === target.uri);
    expect(there).toHaveLength(1);
  });

  it("may keep its own", async () => {
    expect((await recover({ uri: camera.uri })).statusCode).toBe(200);
    expect((await recover({ uri: `10.9.${count}.1:554/main` })).statusCode).toBe(200);
  });
});

it("a camera's own name is read in a German sentence as it is, also when it is a sentence of the catalogue", async () => {
  await house.addCamera("no video", `10.9.${count}.3`);
  const answer = await recover({ uri: `rtsp://10.9.${count}.3/main`, username: "new", password: "new password" });
  const read = readFailure(answer.json());
  expect(read && failureText(read, speechOf(german))).toBe("Die Kamera ist schon als no video registriert.");
});

describe("a connection that comes with another change", () => {
  const unknown = { code: "stream/unknown", reason: "The camera has no such stream." };

  it("is not taken over when the other one is refused, and nobody is dialled for it", async () => {
    const before = await stored();
    const foreign = await house.addCamera(`Yard ${count}`, `10.9.${count}.2`);
    for (const id of ["none", foreign.stream.id]) {
      const more = { name: "Renamed", retention: 5000, primaryStream: { id } };
      const answer = await recover({ uri: `rtsp://10.9.${count}.3/main`, password: "typed" }, camera.id, more);
      expect([answer.statusCode, answer.json()]).toMatchObject([404, unknown]);
    }
    expect(dialled).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  it("nor when the stream is removed while the camera answers", async () => {
    const second = await house.ask("POST", `/service/cameras/${camera.id}/streams`, {
      as: "admin",
      body: { name: "second", configuration: { General: { Path: "/second" } } },
    });
    const { id } = second.json<{ id: string }>();
    camerasAnswer(2);
    const pending = recover({ uri: `rtsp://10.9.${count}.3/main`, password: "typed" }, camera.id, {
      primaryStream: { id },
    });
    await eventually(() => dialled.length === 1, "the camera is asked");
    await house.services.cameras.streams.remove(id);
    const before = await stored();
    dialled.push({ url: "", username: "", password: "" });
    const answer = await pending;
    expect([answer.statusCode, answer.json()]).toMatchObject([404, unknown]);
    expect(await stored()).toEqual(before);
  });

  it("is taken over together with it", async () => {
    const more = { name: "Renamed", retention: 5000 };
    const answer = await recover({ uri: `rtsp://10.9.${count}.3/main`, password: "typed" }, camera.id, more);
    expect(answer.json()).toMatchObject({ camera: more });
    const { name, retention_ms, uri } = house.services.cameras.get(camera.id) ?? camera;
    expect([name, retention_ms, uri]).toEqual(["Renamed", 5000, `rtsp://10.9.${count}.3/main`]);
  });
});

describe("the stored password of a camera", () => {
  it.each([
    ["another host", () => `rtsp://10.66.${count}.1/main`],
    ["another port", () => `rtsp://10.9.${count}.1:8554/main`],
    ["another way to the same port", () => `rtsps://10.9.${count}.1:554/main`],
    ["a host that is written behind the camera's", () => `rtsp://10.9.${count}.1.attacker.test/main`],
  ])("is sent to the camera's own server only: %s", async (_name, uri) => {
    const before = await stored();
    for (const login of [{}, { username: "another" }]) {
      const answer = await recover({ uri: uri(), ...login });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        422,
        {
          code: "camera/password-required",
          reason: "Enter the camera's password: the stored one is not sent to another address.",
        },
      ]);
    }
    expect(dialled).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  it("is used where the address keeps its server, and replaced by what is typed", async () => {
    const uri = `rtsp://10.9.${count}.1:554/other?profile=2`;
    expect((await recover({ uri })).statusCode).toBe(200);
    expect(dialled).toEqual([{ url: uri, username: "root", password: CANARY }]);
    const moved = { uri: `rtsp://10.66.${count}.1/main`, password: "typed" };
    expect((await recover(moved)).statusCode).toBe(200);
    expect(dialled[1]).toEqual({ url: moved.uri, username: "root", password: "typed" });
    expect(loginNow()).toEqual({ username: "root", password: "typed" });
    // And from then on at the camera's present address.
    expect((await recover({ uri: `rtsp://10.9.${count}.1/main` })).statusCode).toBe(422);
  });

  it("is not asked for where the address brings its own, where none is stored, or where none is wanted", async () => {
    expect((await recover({ uri: `rtsp://me:mine@10.66.${count}.1/main` })).statusCode).toBe(200);
    expect(loginNow()).toEqual({ username: "me", password: "mine" });
    expect((await recover({ uri: `rtsp://10.66.${count}.2/main`, password: "" })).statusCode).toBe(200);
    expect(loginNow()).toEqual({ username: "me", password: "" });
    expect((await recover({ uri: `rtsp://10.66.${count}.3/main` })).statusCode).toBe(200);
    expect(dialled.map(({ password }) => password)).toEqual(["mine", "", ""]);
  });

  it("is sent to none of its streams at another address", async () => {
    const path = `/service/cameras/${camera.id}/streams`;
    const add = (Path: string) =>
      house.ask("POST", path, { as: "admin", body: { name: Path.slice(-8), configuration: { General: { Path } } } });
    const setStreams = vi.spyOn(house.services.media, "setStreams");
    const foreign = await add(`rtsp://10.66.${count}.1/x`);
    expect(foreign.statusCode, foreign.body).toBe(201);
    expect((await add("/own")).statusCode).toBe(201);
    const { id } = foreign.json<{ id: string }>();
    const moved = { configuration: { General: { Path: `rtsp://10.66.${count}.1:8554/y` } } };
    expect((await house.ask("PATCH", `${path}/${id}`, { as: "admin", body: moved })).statusCode).toBe(200);
    await house.ask("PATCH", `/service/cameras/${camera.id}`, { as: "admin", body: { primaryStream: { id } } });
    expect((await house.ask("GET", `/service/cameras/${camera.id}/verify`, { as: "admin" })).statusCode).toBe(200);

    const used = [...dialled, ...setStreams.mock.calls.flatMap(([specs]) => specs)];
    const sent = (host: string) =>
      new Set(used.filter(({ url }) => url.includes(host)).map(({ password }) => password));
    expect(sent(`//10.66.${count}.1`)).toEqual(new Set([""]));
    expect(sent(`//10.9.${count}.1`)).toEqual(new Set([CANARY]));
  });
});

it.each([
  ["rtsp://cam/main", "rtsp://CAM:554/main", true, true],
  ["rtsp://cam", "rtsp://cam/", true, true],
  ["rtsp://cam/main", "rtsp://cam/main?x=1", true, false],
  ["rtsps://cam:322/main", "rtsps://cam/main", true, true],
  ["rtsp://cam:322/main", "rtsps://cam/main", false, false],
  ["http://cam:80/onvif", "http://cam/onvif", true, true],
  ["http://cam/onvif", "http://cam.test/onvif", false, false],
  ["rtsp://[fe80::1]/a", "rtsp://[FE80::1]:554/b", true, false],
])("%s and %s: one server %s, one address %s; the dialog says the same", (a, b, server, address) => {
  expect([isSameServer(a, b), isSameAddress(a, b)]).toEqual([server, address]);
  expect(isSameServerTyped(a.startsWith("http") ? "ONVIF" : "Generic RTSP", a, b)).toBe(server);
});
