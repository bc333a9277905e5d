import { failure, refuse, inWords } from "#domain/failures/failure.ts";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "#recorder/store/ids.ts";
import { eventually } from "#test/support/eventually.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

/**
 * Refusals whose status is in the table of failures, each with a real cause. Other tests cover the causes that they
 * produce themselves.
 */
const START = Date.UTC(2026, 5, 1, 12);
let house: TestHouse;
let camera = "";
let streams: readonly string[] = [];
let admin = "";

/** A whole recorder whose exports are made by this script. */
async function houseWithExports(script: string): Promise<TestHouse> {
  const folder = mkdtempSync(join(tmpdir(), "proscenium-test-"));
  mkdirSync(join(folder, "no-scripts"));
  writeFileSync(join(folder, "no-scripts/export.js"), script);
  return TestHouse.open({}, folder);
}
async function record(where: TestHouse, streamId: string, bytes = 1000): Promise<void> {
  await where.services.index.insertClosed(
    { streamId, startMs: START, endMs: START + 60_000, file: `${streamId}.mp4`, bytes, frames: 1 },
    new Uint8Array(),
  );
}
const exportOf = (streamId: string) => `/service/streams/${streamId}/export?start=${START}&stop=${START + 60_000}`;
const jobOf = (streamId: string) => ({
  streams: [streamId],
  start: START,
  stop: START + 60_000,
  format: "mkv",
});

beforeAll(async () => {
  house = await TestHouse.open();
  const made = await house.addCamera("Gate");
  camera = made.camera.id;
  streams = house.services.cameras.streamsOf(camera).map(({ id }) => id);
  admin = (await house.ask("GET", "/service/users/me", { as: "admin" })).json<{ id: string }>().id;
});
afterAll(() => house.close());

const ask = (method: string, url: string, body?: unknown) =>
  house.ask(method, url, { as: "admin", ...(body === undefined ? {} : { body }) });
const rows = <T>(count: number, row: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => row(i));

describe("409", () => {
  it.each<[string, () => Promise<{ statusCode: number; json: () => unknown }>]>([
    ["stream/fixed", () => ask("DELETE", `/service/cameras/${camera}/streams/${streams[0]}`)],
    [
      "stream/too-many",
      async () => {
        const stream = (name: string) => ({
          name,
          uri: `rtsp://192.0.2.7/${name}`,
          profileToken: "",
          fixed: false,
          configuration: {},
          recording: {},
          dewarp: {},
        });
        for (const name of ["third", "fourth"]) await house.services.cameras.streams.add(camera, stream(name));
        return ask("POST", `/service/cameras/${camera}/streams`, { name: "fifth", configuration: {} });
      },
    ],
    [
      "stage/too-many",
      async () => {
        const stage = (i: number) => ({
          id: newId(),
          owner_id: admin,
          name: `${i}`,
          shared: 0,
          matrix: "[]",
          created_ms: 1,
        });
        await house.services.store.insertInto("stages").values(rows(499, stage)).execute();
        expect((await ask("POST", "/service/stages", { name: "the last" })).statusCode).toBe(201);
        return ask("POST", "/service/stages", { name: "one more" });
      },
    ],
    [
      "group/too-many",
      async () => {
        const group = (i: number) => ({ id: newId(), name: `${i}`, parent_id: null, cameras: "[]", created_ms: 1 });
        await house.services.store.insertInto("camera_groups").values(rows(999, group)).execute();
        expect((await ask("POST", "/service/groups", { name: "the last" })).statusCode).toBe(201);
        return ask("POST", "/service/groups", { name: "one more" });
      },
    ],
    [
      "ptz/too-many-presets",
      async () => {
        const dome = await house.services.cameras.add({
          name: "Dome",
          driver: "ONVIF",
          uri: "http://127.0.0.1:9/onvif",
          credentials: { username: "", password: "" },
          configuration: { PtzUri: "http://127.0.0.1:9/onvif", PtzProfile: "main" },
          // Keeps none itself: ten of ours.
          capabilities: { camera: { PTZ: { pan: true, tilt: true, zoom: true, relativeFOV: false, maxPresets: 0 } } },
          features: {},
          // It counts as one of our own cameras: it may be on this machine, where nobody answers.
          demoKey: "dome",
          streams: [],
        });
        const preset = (i: number) => ({ token: newId(), camera_id: dome.id, name: `${i}`, pan: 0, tilt: 0, zoom: 0 });
        await house.services.store.insertInto("ptz_presets").values(rows(10, preset)).execute();
        return ask("POST", `/service/cameras/${dome.id}/position/presets`, { name: "one more" });
      },
    ],
    [
      "stream/not-running",
      async () => {
        const refused = refuse("stream/not-running", { cause: failure("camera/silent") });
        const media = vi.spyOn(house.services.media, "call").mockResolvedValue(refused);
        const answer = await ask("GET", `/service/streams/${streams[0]}/frame`);
        media.mockRestore();
        return answer;
      },
    ],
    [
      "user/exists",
      () => ask("POST", "/service/users", { username: "ADMIN", password: "long enough a", role: "Viewer" }),
    ],
  ])("%s", async (code, cause) => {
    const answer = await cause();
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code }]);
  });
});

describe("429", () => {
  it("live/too-many: an account has 256 open, and another one is not touched by that", async () => {
    const open = (as = "admin") =>
      house.ask("POST", "/service/low-bandwidth/streams", { as, body: { streamId: streams[0] } });
    for (let i = 0; i < 256; i++) expect((await open()).statusCode).toBe(201);
    const answer = await open();
    expect([answer.statusCode, answer.json()]).toMatchObject([
      429,
      { code: "live/too-many", reason: "Too many streams are open." },
    ]);
    const whep = await house.ask("POST", `/service/streams/${streams[0]}/whep`, {
      as: "admin",
      raw: "v=0\r\nm=video 9 RTP 96\r\n",
      headers: { "content-type": "application/sdp" },
    });
    expect([whep.statusCode, whep.json()]).toMatchObject([429, { code: "live/too-many" }]);
    await house.addUser("other", "Viewer");
    expect((await open("other")).statusCode).toBe(201);
  });

  it("export/busy: an account has 64 exports", async () => {
    await record(house, streams[0] ?? "");
    const start = () => ask("POST", "/service/exports", jobOf(streams[0] ?? ""));
    for (let i = 0; i < 64; i++) expect((await start()).statusCode).toBe(201);
    const answer = await start();
    expect([answer.statusCode, answer.json()]).toMatchObject([
      429,
      { code: "export/busy", reason: "Too many exports are running. Try again later." },
    ]);
  });

  it("export/busy: four downloads are being made", async () => {
    const own = await houseWithExports(
      'process.on("message", () => undefined).on("disconnect", () => process.exit());',
    );
    const { stream } = await own.addCamera("Gate");
    await record(own, stream.id);
    const get = () => own.ask("GET", exportOf(stream.id), { as: "admin" });
    // The password is checked once, not in parallel by each of them.
    await own.ask("GET", "/service/users/me", { as: "admin" });
    const answers: number[] = [];
    const all = [1, 2, 3, 4, 5].map(async () => answers.push((await get()).statusCode));
    await eventually(() => answers.length > 0, "the one that is refused", 10_000);
    expect(answers).toEqual([429]);
    // The processes end with the recorder.
    await own.close();
    await Promise.all(all);
    expect(answers).toEqual([429, 503, 503, 503, 503]);
  });

  it("server/too-many-requests: of one address, with the time to wait", async () => {
    const own = await TestHouse.open({ "http.requests-per-minute": "3" });
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await own.ask("GET", "/service/time"));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
    expect(answers[3]?.json()).toMatchObject({ code: "server/too-many-requests" });
    expect(Number(answers[3]?.headers["retry-after"])).toBeGreaterThan(0);
    await own.close();
  });
});

describe("429 of what is refused before any route", () => {
  it.each<[string, string, Record<string, string>, number]>([
    ["a bearer that is nobody's", "/service/time", { authorization: `Bearer ${"x".repeat(43)}` }, 401],
    ["a token that is nobody's", "/service/time", { authorization: "Bearer a.b.c" }, 401],
    ["a closed route without a sign-in", "/service/users", {}, 401],
  ])("%s", async (_name, path, headers, status) => {
    const own = await TestHouse.open({ "http.requests-per-minute": "3" });
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await own.ask("GET", path, { headers }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status, status, 429]);
    expect(answers[3]?.json()).toMatchObject({ code: "server/too-many-requests" });
    // From the same address no other request is answered either.
    expect((await own.ask("GET", "/service/time")).statusCode).toBe(429);
    await own.close();
  });

  it("what is too little permission counts as well", async () => {
    const own = await TestHouse.open({ "http.requests-per-minute": "3" });
    await own.addUser("vera", "Viewer");
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await own.ask("GET", "/service/users", { as: "vera" }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 429]);
    await own.close();
  });
});

describe("500", () => {
  it("server/failed: a broken table, of which nothing is told but to the log", async () => {
    const own = await TestHouse.open();
    await sql`drop table stages`.execute(own.services.store);
    const answer = await own.ask("GET", "/service/stages", { as: "admin" });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      500,
      { code: "server/failed", reason: "unexpected error occurred" },
    ]);
    expect((await own.ask("GET", "/service/cameras", { as: "admin" })).statusCode).toBe(200);
    await own.close();
  });

  it.each([
    [refuse("export/failed", { cause: inWords("a segment cannot be read") }), "a segment cannot be read"],
    [refuse("process/failed", { message: "EIO: i/o error, read" }), "EIO: i/o error, read"],
  ])("$error.code: the export's process says so", async (refused, reason) => {
    const { code } = refused.error;
    const answered = JSON.stringify(refused);
    const own = await houseWithExports(
      `process.on("message", ({ id }) => process.send({ kind: "answer", id, answer: ${answered} }));`,
    );
    const { stream } = await own.addCamera("Gate");
    await record(own, stream.id);
    const answer = await own.ask("GET", exportOf(stream.id), { as: "admin" });
    expect([answer.statusCode, answer.json()]).toMatchObject([500, { code, reason }]);
    await own.close();
  });
});

describe("507", () => {
  it("export/disk: there is no room for the export, by any of its ways", async () => {
    const own = await TestHouse.open();
    const { stream } = await own.addCamera("Gate");
    await record(own, stream.id, 1e15);
    expect((await own.ask("HEAD", exportOf(stream.id), { as: "admin" })).statusCode).toBe(507);
    const answers = [
      await own.ask("GET", exportOf(stream.id), { as: "admin" }),
      await own.ask("POST", "/service/exports", { as: "admin", body: jobOf(stream.id) }),
    ];
    for (const answer of answers)
      expect([answer.statusCode, answer.json()]).toMatchObject([
        507,
        { code: "export/disk", reason: "There is not enough room on the server's disk for this export." },
      ]);
    await own.close();
  });

  it("export/disk: the disk becomes full while it is made", async () => {
    const own = await houseWithExports(
      `process.on("message", ({ id }) => process.send({ kind: "answer", id, answer: { ok: false, error: { code: "export/disk" } } }));`,
    );
    const { stream } = await own.addCamera("Gate");
    await record(own, stream.id);
    const answer = await own.ask("GET", exportOf(stream.id), { as: "admin" });
    expect([answer.statusCode, answer.json()]).toMatchObject([507, { code: "export/disk" }]);
    await own.close();
  });
});
