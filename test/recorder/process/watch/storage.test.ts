import { execFileSync } from "node:child_process";
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { failure } from "#domain/failures/failure.ts";
import { PROBE_FILE } from "#recorder/core/folder-watch.ts";
import { RESERVE_FILE } from "#recorder/core/space-reserve.ts";
import { openSqliteIndex } from "#recorder/recording/index/sqlite-index.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";
import { smallDisk } from "#test/support/machine/small-disk.ts";

const watchTiming = { everyMs: 40, stuckMs: 2000, waitingMs: 500 };
let house: TestHouse | null = null;
afterEach(async () => {
  await house?.recorder.close();
  house = null;
});

async function open(folder: string): Promise<{ house: TestHouse; pushed: string[]; streamId: string }> {
  const made = await TestHouse.open({}, folder, { watchTiming });
  house = made;
  const { stream } = await made.addCamera("Yard");
  const pushed: string[] = [];
  const identity = await made.services.sessions.byUserId((await made.services.users.list())[0]?.id ?? "");
  if (!identity) throw new Error("no administrator");
  made.services.hub.add({
    identity: () => identity,
    send: ({ type, id, streamState }) => pushed.push([type, id, streamState].filter(Boolean).join(" ")),
    end: () => undefined,
  });
  await made.recorder.listen();
  return { house: made, pushed, streamId: stream.id };
}
const checks = async (of: TestHouse): Promise<Record<string, string>> =>
  (await of.ask("GET", "/readyz")).json<{ checks: Record<string, string> }>().checks;
const codes = async (of: TestHouse): Promise<(string | undefined)[]> =>
  (await of.services.journal.events({ startMs: 0, stopMs: 1e14, count: 50 })).map(({ code }) => code);

let fillers = 0;
function fillUp(dir: string): void {
  for (const bytes of [512 * 1024, 4096])
    for (;;)
      try {
        writeFileSync(join(dir, `filler-${(fillers += 1)}`), Buffer.alloc(bytes));
      } catch {
        break;
      }
}

const freeUp = (dir: string): void => {
  for (const name of readdirSync(dir)) if (name.startsWith("filler-")) rmSync(join(dir, name));
};

/** Room inside the database (recorder/store/spare-pages.ts): it is made after the reserve. */
async function spareBytes({ services: { store } }: TestHouse): Promise<number> {
  const [free] = (await sql<{ freelist_count: number }>`pragma freelist_count`.execute(store)).rows;
  const [page] = (await sql<{ page_size: number }>`pragma page_size`.execute(store)).rows;
  return (free?.freelist_count ?? 0) * (page?.page_size ?? 0);
}

const disk = smallDisk(32);
afterEach(() => disk && freeUp(disk.dir));
afterAll(() => disk?.remove());

describe.skipIf(!disk)("a disk that others fill", () => {
  it("is not ready, is told to pages, and still takes sign-ins and events; then all is well again", async () => {
    const dir = disk?.dir ?? "";
    const { house: of, pushed } = await open(dir);
    await expect.poll(() => readdirSync(dir).includes(RESERVE_FILE)).toBe(true);
    await expect.poll(() => spareBytes(of)).toBeGreaterThan(3 * 1024 * 1024);
    fillUp(dir);
    await expect.poll(async () => (await checks(of)).database).toBe("is full");
    expect(pushed).toContain("server-modified 1");
    expect((await of.signIn("admin", of.adminPassword)).statusCode).toBe(200);
    // Somebody takes what the reserve has given up as well: the database has room inside itself.
    fillUp(dir);
    for (let round = 0; round < 20; round += 1) {
      expect((await of.signIn("admin", of.adminPassword)).statusCode).toBe(200);
      const body = { name: `stage ${round}` };
      expect((await of.ask("POST", "/service/stages", { as: "admin", body })).statusCode).toBe(201);
    }
    fillUp(dir);
    await of.services.journal.event("Test", failure("event/license-valid"));
    await expect.poll(() => codes(of)).toEqual(expect.arrayContaining(["event/data-full", "event/license-valid"]));
    freeUp(dir);
    await expect.poll(async () => (await checks(of)).database).toBe("ok");
    expect(await codes(of)).toContain("event/data-ok");
  });
});

describe("a disk that does not answer", () => {
  it("is told apart from a process that hangs: not ready, and trouble of each stream, until it answers", async () => {
    const dir = mkdtempSync(join(tmpdir(), "storage-"));
    // Opening a pipe that nobody reads waits in the kernel, as a write to a dead disk does.
    const pipe = join(dir, "recordings", PROBE_FILE);
    mkdirSync(dirname(pipe));
    execFileSync("mkfifo", [pipe]);
    const { house: of, pushed, streamId } = await open(dir);
    await expect.poll(async () => (await checks(of)).storage, { timeout: 5000 }).toBe("does not answer");
    expect(await codes(of)).toContain("event/storage-stuck");
    expect(pushed).toContain(`stream-status ${streamId} starting`);
    closeSync(openSync(pipe, "r"));
    await expect.poll(async () => (await checks(of)).storage, { timeout: 5000 }).toBe("ok");
  });
});

describe("folders that are taken away", () => {
  it("the recordings': not ready, trouble of each stream that is recorded, pushed to pages, and well when it is back", async () => {
    const dir = mkdtempSync(join(tmpdir(), "storage-"));
    const { house: of, pushed, streamId } = await open(dir);
    const recordings = join(dir, "recordings");
    renameSync(recordings, `${recordings}-away`);
    await expect.poll(async () => (await checks(of)).storage).toBe("is gone");
    expect(await codes(of)).toContain("event/storage-gone");
    await expect.poll(() => pushed).toContain(`stream-status ${streamId} starting`);
    renameSync(`${recordings}-away`, recordings);
    await expect.poll(async () => (await checks(of)).storage).toBe("ok");
    expect(await codes(of)).toContain("event/storage-ok");
  });

  it("the recordings' as another folder with the same mark: a disk that was mounted again is used by itself", async () => {
    const dir = mkdtempSync(join(tmpdir(), "storage-"));
    const { house: of, streamId } = await open(dir);
    const recordings = join(dir, "recordings");
    const row = { streamId, startMs: 1000, endMs: 2000, bytes: 10, frames: 1, file: "1/1.mp4" };
    await of.services.index.insertClosed(row, new Uint8Array());
    renameSync(recordings, `${recordings}-away`);
    await expect.poll(async () => (await checks(of)).storage).toBe("is gone");
    // Not with another disk, which somebody has to take over.
    mkdirSync(recordings);
    await expect.poll(async () => (await checks(of)).storage).toBe("is gone");
    cpSync(`${recordings}-away`, recordings, { recursive: true });
    rmSync(`${recordings}-away`, { recursive: true });
    await expect.poll(async () => (await checks(of)).storage).toBe("ok");
    expect(await of.services.index.segmentAt(streamId, 1500)).toMatchObject({ file: "1/1.mp4" });
    await of.services.index.insertClosed({ ...row, startMs: 3000, endMs: 4000, file: "1/3.mp4" }, new Uint8Array());
    const again = await openSqliteIndex(recordings);
    expect(await again.segmentAt(streamId, 3500)).toMatchObject({ file: "1/3.mp4" });
    await again.close();
  });

  it("the settings': nothing is written into files that nobody finds, and what happened is written when it is back", async () => {
    const above = mkdtempSync(join(tmpdir(), "storage-"));
    const dir = join(above, "data");
    const { house: of } = await open(dir);
    renameSync(dir, `${dir}-away`);
    mkdirSync(dir);
    await expect.poll(async () => (await checks(of)).database).toBe("is gone");
    const refused = await of.signIn("admin", of.adminPassword);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([507, "server/folder-gone"]);
    expect(await codes(of)).not.toContain("event/data-gone");
    rmSync(dir, { recursive: true });
    renameSync(`${dir}-away`, dir);
    await expect.poll(async () => (await checks(of)).database).toBe("ok");
    expect((await of.signIn("admin", of.adminPassword)).statusCode).toBe(200);
    await expect.poll(() => codes(of), { timeout: 3000 }).toContain("event/data-gone");
  });
});
