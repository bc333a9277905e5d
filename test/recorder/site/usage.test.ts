import { foreignFailure } from "#domain/failures/failure.ts";
import { randomBytes } from "node:crypto";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bytesPerDay } from "#domain/recordings/retention.ts";
import { cameraDiskUsage } from "#protocol/rest/cameras/camera.ts";
import { serverEventList } from "#protocol/rest/recordings/motion.ts";
import { diskUtilization as diskShape, report } from "#protocol/rest/server/server.ts";
import { diskUtilization } from "#recorder/site/usage.ts";
import { bytesToFree } from "#recorder/recording/keeping/retention.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const START = Date.UTC(2026, 4, 1);
let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open();
});
afterAll(() => house.close());

/** `count` consecutive minutes of this number of bytes each. */
const record = async (streamId: string, fromMs: number, count: number, bytes: number): Promise<void> => {
  for (let minute = 0; minute < count; minute++) {
    const startMs = fromMs + minute * MINUTE;
    const file = `${streamId}/${startMs}.mp4`;
    await house.services.index.insertClosed(
      { streamId, startMs, endMs: startMs + MINUTE, file, bytes, frames: 900 },
      new Uint8Array(),
    );
  }
};
const usageOf = async (id: string, headers?: Record<string, string>) => {
  const answer = await house.ask("GET", "/service/cameras/disk-usage", headers ? { headers } : { as: "admin" });
  expect(answer.statusCode, answer.body).toBe(200);
  return cameraDiskUsage.parse(answer.json()).cameras.find((camera) => camera.id === id);
};
const streamsOf = async (name: string): Promise<[cameraId: string, main: string, small: string]> => {
  const { camera } = await house.addCamera(name);
  const [main, small] = house.services.cameras.streamsOf(camera.id);
  if (!main || !small) throw new Error("two streams are expected");
  return [camera.id, main.id, small.id];
};

const change = async (id: string, streamId: string, body: unknown): Promise<void> => {
  const answer = await house.ask("PATCH", `/service/cameras/${id}/streams/${streamId}`, { as: "admin", body });
  expect(answer.statusCode, answer.body).toBe(200);
};

describe("what a camera takes", () => {
  it("that records two streams at once: both rates, and the time once", async () => {
    const [id, main, small] = await streamsOf("Both");
    await record(main, START, 60, 3000);
    await record(small, START + 20 * MINUTE, 60, 1000);
    await change(id, small, { recordWhenSecondary: true });
    const usage = await usageOf(id);
    expect(usage).toMatchObject({
      bytesRecorded: 240_000,
      secondsRecorded: 80 * 60,
      bytesEstimatedPerDay: 4000 * 1440,
    });
    expect(usage?.daysRecorded).toBeCloseTo((80 * MINUTE) / DAY, 6);
    // The values with which the retention screen calculates.
    const shown = { id, bytesRecorded: 240_000, secondsRecorded: 80 * 60, secondsSpanned: 80 * 60 };
    const bytesEstimatedPerDay = usage?.bytesEstimatedPerDay ?? null;
    expect(bytesPerDay({ ...shown, isMotionOnly: false, retention: 0, bytesEstimatedPerDay })).toBe(4000 * 1440);
  });
  it("with a stream that is gone: its recordings count, its rate does not", async () => {
    const [id, main, small] = await streamsOf("One by one");
    await record(small, START, 10, 1000);
    await record(main, START + 10 * MINUTE, 10, 3000);
    const path = `/service/cameras/${id}/streams/${small}`;
    expect((await house.ask("DELETE", path, { as: "admin" })).statusCode).toBeLessThan(300);
    expect(await usageOf(id)).toMatchObject({
      bytesRecorded: 40_000,
      secondsRecorded: 20 * 60,
      bytesEstimatedPerDay: 3000 * 1440,
    });
  });
  it("with a stream that is recorded no more, as another is the primary one or it is proxy only: its rate does not", async () => {
    const [id, main, small] = await streamsOf("Changed over");
    await record(main, START, 10, 3000);
    await record(small, START + 10 * MINUTE, 10, 1000);
    const primary = { primaryStream: { id: small } };
    expect((await house.ask("PATCH", `/service/cameras/${id}`, { as: "admin", body: primary })).statusCode).toBe(200);
    expect(await usageOf(id)).toMatchObject({ bytesRecorded: 40_000, bytesEstimatedPerDay: 1000 * 1440 });
    await change(id, small, { recordingConfiguration: { mode: "PROXY_ONLY_MODE", filesplit: { recordState: false } } });
    expect(await usageOf(id)).toMatchObject({ bytesRecorded: 40_000, bytesEstimatedPerDay: null });
  });
  it("of motion only: by days of the calendar", async () => {
    const [id, main] = await streamsOf("Motion");
    const recordingConfiguration = { mode: "ALL_FEATURES_MODE", filesplit: { motionMode: 2, recordState: false } };
    const body = { recordingConfiguration };
    const path = `/service/cameras/${id}/streams/${main}`;
    expect((await house.ask("PATCH", path, { as: "admin", body })).statusCode).toBeLessThan(300);
    await record(main, START, 1, 5000);
    await record(main, START + DAY - MINUTE, 1, 5000);
    expect(await usageOf(id)).toMatchObject({
      isMotionOnly: true,
      secondsRecorded: 120,
      calendarDays: 1,
      bytesEstimatedPerDay: 10_000,
    });
  });
  it("below a minute: no estimate", async () => {
    const [id] = await streamsOf("New");
    expect(await usageOf(id)).toMatchObject({ bytesRecorded: 0, calendarDays: 0, bytesEstimatedPerDay: null });
  });
});

it("the disk and the list by camera say the same of deleted cameras: a stream that is gone is its camera's still", async () => {
  const [, main, small] = await streamsOf("Half gone");
  const [goneId, goneMain] = await streamsOf("Gone");
  await record(main, START, 1, 100);
  await record(small, START, 1, 1000);
  await record(goneMain, START, 1, 10_000);
  const get = async (path: string) => (await house.ask("GET", path, { as: "admin" })).json<unknown>();
  const deleted = async (): Promise<number[]> => [
    cameraDiskUsage.parse(await get("/service/cameras/disk-usage")).bytesFromDeletedCameras,
    diskShape.parse(await get("/service/server/utilization/disk")).bytesFromDeletedCameras,
  ];
  const before = (await deleted())[0] ?? 0;
  const owner = house.services.cameras.stream(small)?.camera_id ?? "";
  await house.ask("DELETE", `/service/cameras/${owner}/streams/${small}`, { as: "admin" });
  expect(await deleted()).toEqual([before, before]);
  await house.ask("DELETE", `/service/cameras/${goneId}`, { as: "admin" });
  expect(await deleted()).toEqual([before + 10_000, before + 10_000]);
});

it("the disk's limit is where the cleaner begins, also where the file system reserves a part", async () => {
  const GB = 1e9;
  const { index, cameras } = house.services;
  const archives = (await index.usage()).reduce((sum, { bytes }) => sum + bytes, 0);
  const about = { thresholdPercent: 85, index, cameras, state: "ok" };
  const space = { capacityBytes: 105 * GB, freeBytes: 10 * GB, unavailableBytes: 5 * GB };
  const disk = await diskUtilization({ ...about, disks: [{ space, volumes: null, reserveBytes: 0 }] });
  expect(disk.storage).toMatchObject({ capacity: 100 * GB, free: 10 * GB });
  expect(disk.maxUsage).toBe(0);
  const free = { ...space, freeBytes: 95 * GB };
  const { maxUsage } = await diskUtilization({ ...about, disks: [{ space: free, volumes: null, reserveBytes: 0 }] });
  // Exactly this many more bytes may be recorded before the cleaner deletes anything.
  const grown = (bytes: number) => ({ ...free, freeBytes: free.freeBytes - bytes });
  const more = maxUsage - archives;
  const policy = { thresholdPercent: 85, maxBytes: null };
  expect(more).toBe(80 * GB);
  expect(bytesToFree(grown(more), archives + more, policy)).toBe(0);
  expect(bytesToFree(grown(more + 1), archives + more + 1, policy)).toBe(1);
});

it("a storage that is not there is said, and is no failure of the server", async () => {
  const recordings = join(house.folder, "recordings");
  renameSync(recordings, `${recordings}-away`);
  const answer = await house.ask("GET", "/service/server/utilization/disk", { as: "admin" });
  renameSync(`${recordings}-away`, recordings);
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ code: "server/no-storage" });
});

it("a manager from whom a camera is hidden reads its name nowhere", async () => {
  const [shown] = await streamsOf("Gate in sight");
  const [hidden, hiddenStream] = await streamsOf("Vault out of sight");
  await record(hiddenStream, START, 2, 1000);
  const { journal } = house.services;
  await journal.event("Storage Ok", foreignFailure("", "Recordings are written again."));
  await journal.event("Seen", foreignFailure("", "Gate in sight is running."), { cameraId: shown });
  await journal.event("Seen", foreignFailure("", "Vault out of sight is running."), {
    cameraId: hidden,
    streamId: hiddenStream,
  });
  await journal.event("Seen", foreignFailure("", "Vault out of sight was opened."), { cameraId: hidden });
  await journal.event("Seen", foreignFailure("", "Vault out of sight is lost."), { streamId: hiddenStream });
  const key = randomBytes(32);
  const issuer = { id: "aggregator-1", access_token: "", key: { kty: "oct", k: key.toString("base64url") } };
  const trusted = await house.ask("POST", "/service/trusted/issuer?version=2", { as: "admin", body: issuer });
  expect(trusted.statusCode).toBe(201);
  const scope = { baseScope: ["live", "playback", "stats"], cameraScopes: [{ id: hidden, scope: [] }] };
  const token = await new SignJWT({ sub: "ann", role: "Manager", scope })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuedAt()
    .setExpirationTime("10m")
    .sign(key);
  const headers = { authorization: `Bearer ${token}` };
  const range = `start=${START}&stop=${Date.now() + 1000}`;
  const paths = [
    `/service/server/report?${range}`,
    "/service/cameras/disk-usage",
    `/service/events/server?${range}&eventType=Seen`,
  ];
  for (const path of paths) {
    const answer = await house.ask("GET", path, { headers });
    expect(answer.statusCode, path).toBe(200);
    expect(answer.body, path).toContain("Gate in sight");
    expect(answer.body, path).not.toContain("Vault");
    expect(answer.body, path).not.toContain(hidden);
    expect(answer.body, path).not.toContain(hiddenStream);
    expect((await house.ask("GET", path, { as: "admin" })).body, path).toContain("Vault");
  }
  const newest = await house.ask("GET", `/service/events/server?${range}&eventType=Seen&count=1`, { headers });
  expect(serverEventList.parse(newest.json()).events).toMatchObject([{ cameraId: shown }]);
  const own = report.parse((await house.ask("GET", paths[0] ?? "", { headers })).json());
  expect(own.orchidEvents.map(({ type }) => type)).toContain("Storage Ok");
  expect(await usageOf(hidden, headers)).toBeUndefined();
});
