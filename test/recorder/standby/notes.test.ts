/** What is handed over beside recordings: motion, marks and events of the journal, between two recorders over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failure } from "#domain/failures/failure.ts";
import { bookmarkList, lockList, type Mark } from "#protocol/rest/recordings/mark.ts";
import { NOTE_KINDS, NOTES_AT_ONCE } from "#protocol/standby-notes.ts";
import { eventsAbout } from "#recorder/core/journal-notes.ts";
import { pairKey } from "#recorder/core/pair-proof.ts";
import { BorrowedCameras } from "#recorder/standby/borrowed-cameras.ts";
import { cardOf } from "#recorder/standby/camera-card.ts";
import { NoteTaking } from "#recorder/standby/note-taking.ts";
import type { Standby } from "#recorder/standby/standby.ts";
import { Vault } from "#recorder/store/vault.ts";
import { FrontDoor } from "#test/recorder/aggregator/support/front-door.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const SECRET = "a-secret-of-this-test-1234";
/** Nobody answers there: what is asked here needs no database. */
const group = (role: string) => ({
  "standby.role": role,
  "standby.database": "postgres://127.0.0.1:1/none",
  "standby.secret": SECRET,
  "standby.address": "http://127.0.0.1:1",
});
const DAY = 86_400_000;
const SINCE = Date.now() - DAY;

let owner: TestHouse;
let standby: TestHouse;
let door: FrontDoor;
let borrowed: BorrowedCameras;
let taking: NoteTaking;
let ownerId = "";
let cameraId = "";
let streamId = "";
let ownStreamId = "";
beforeAll(async () => {
  owner = await TestHouse.open(group("owner"));
  standby = await TestHouse.open(group("standby"));
  await standby.recorder.listen();
  door = await FrontDoor.open(standby.recorder.url);
  const { camera, stream } = await owner.addCamera("Gate");
  [ownerId, cameraId, streamId] = [owner.services.uuid, camera.id, stream.id];
  ownStreamId = (await standby.addCamera("Own")).stream.id;
  borrowed = new BorrowedCameras({ ...standby.services, vault: Vault.ofText("of the standby", "test") });
  taking = new NoteTaking({ ...owner.services, hub });
  for (const name of ["mona", "vera"]) await standby.addUser(name, "Manager");
  await owner.addUser("vera", "Manager");
});
afterAll(async () => {
  taking.close();
  await owner?.close();
  await standby?.close();
  await door?.close();
});

/** what its owner's pages hear */
const heard: string[] = [];
const hub = {
  origin: {},
  relay: ({ type }: { type: string }) => void heard.push(type),
  publish: (type: string, _resource: string, id: string) => void heard.push(`${type} ${id}`),
};
const streams = () => new Map([[streamId, cameraId]]);
const take = (of: ReadonlyMap<string, string> = streams(), from = standby.services.uuid, lateMs = 0) =>
  taking.take(from, { url: door.url, from: ownerId, key: pairKey(SECRET, ownerId, standby.services.uuid), lateMs }, of);
const here = (): Standby => {
  const { standby: one } = standby.services;
  if (!one) throw new Error("it is in no group");
  return one;
};
const stillThere = async (): Promise<number[]> =>
  Promise.all(NOTE_KINDS.map(async (kind) => (await here().notes.list(ownerId, kind, 0)).length));
/** It stands in, and does something then. */
async function away(work: () => Promise<unknown>): Promise<void> {
  const { cameras } = owner.services;
  const cards = cameras.all().map((row) => cardOf(row, cameras.streamsOf(row.id), { username: "", password: "" }));
  await borrowed.take(ownerId, cards);
  await work();
  expect(await stillThere()).toEqual([0, 0, 0, 0, 0]);
  expect(await here().notes.taken(ownerId, "bookmarks", ["1 1"])).toBe(0);
  await borrowed.giveBack(ownerId);
}
const marks = async (house: TestHouse, kind: "bookmarks" | "locks", as = "admin"): Promise<readonly Mark[]> => {
  const body = (await house.ask("GET", `/service/${kind}`, { as })).json<unknown>();
  return kind === "locks" ? lockList.parse(body).locks : bookmarkList.parse(body).bookmarks;
};
const motion = async (house: TestHouse, of = streamId) =>
  (await house.services.index.events([of], 0, Number.MAX_SAFE_INTEGER)).map(({ startMs, stopMs }) => [
    startMs - SINCE,
    (stopMs ?? 0) - SINCE,
  ]);
const mark = (as: string, kind: "bookmarks" | "locks", atMs: number, text: string, of = streamId) =>
  standby.ask("POST", `/service/${kind}`, {
    as,
    body: { streams: [of], start: SINCE + atMs, stop: SINCE + atMs + 60_000, text },
  });

describe("what a standby knows beside recordings", () => {
  it("is its owner's: with times, texts and authors, once, although receipts get lost; and goes from the standby", async () => {
    const { index, journal, store } = standby.services;
    await away(async () => {
      await index.putEvent({ streamId, startMs: SINCE + 1000, stopMs: SINCE + 5000, score: 0.5 });
      // A process that died has left it open.
      await index.putEvent({ streamId, startMs: SINCE + 9000, stopMs: null, score: 0 });
      await index.insertClosed(
        { streamId, startMs: SINCE, endMs: SINCE + 20_000, file: "one.mp4", bytes: 1, frames: 1 },
        new Uint8Array(),
      );
      await index.putEvent({ streamId: ownStreamId, startMs: SINCE, stopMs: SINCE + 1, score: 0 });
      for (const atMs of [SINCE, SINCE + 500]) await index.noteWatched([streamId, ownStreamId], atMs, 1000);
      for (const [as, text] of [
        ["mona", "red car"],
        ["vera", "van"],
      ] as const)
        expect((await mark(as, "bookmarks", 2000, text)).statusCode).toBe(201);
      expect((await mark("mona", "bookmarks", 2000, "of its own", ownStreamId)).statusCode).toBe(201);
      expect((await mark("mona", "locks", 30_000, "case 7")).statusCode).toBe(201);
      await journal.event("Stream Lost", failure("event/stream-running", { name: "Gate" }), { streamId, cameraId });
      await journal.event("Storage Ok", failure("event/storage-ok"));
    });
    expect(await stillThere()).toEqual([1, 2, 1, 2, 1]);

    // Each page comes, and no receipt arrives.
    door.misbehave = (path, response) => {
      if (!path.endsWith("/taken")) return false;
      response.writeHead(500).end();
      return true;
    };
    expect(await take()).toMatchObject({ left: 5, failure: { code: "standby/refused", params: { status: 500 } } });
    expect(await stillThere()).toEqual([1, 2, 1, 2, 1]);
    door.misbehave = () => false;
    expect(await take()).toEqual({ left: 0, failure: null });
    expect(await stillThere()).toEqual([0, 0, 0, 0, 0]);

    // Open pages have more to ask for.
    expect(new Set(heard)).toEqual(new Set(["marks-modified", `recordings-modified ${streamId}`]));
    expect(await motion(owner)).toEqual([
      [1000, 5000],
      [9000, 20_000],
    ]);
    const watched = { startMs: SINCE, stopMs: SINCE + 500 };
    expect(await owner.services.index.watched([streamId], 0, Number.MAX_SAFE_INTEGER)).toEqual([watched]);
    expect(await index.watched([streamId], 0, Number.MAX_SAFE_INTEGER)).toEqual([]);
    expect(await marks(owner, "bookmarks")).toMatchObject([
      { streamId, start: SINCE + 2000, stop: SINCE + 62_000, text: "red car", createdBy: "mona" },
      { streamId, text: "van", createdBy: "vera" },
    ]);
    expect(await marks(owner, "locks")).toMatchObject([
      { streamId, start: SINCE + 30_000, stop: SINCE + 90_000, text: "case 7", createdBy: "mona" },
    ]);
    const told = await owner.services.journal.events({
      startMs: 0,
      stopMs: Date.now() + 1,
      count: 10,
      types: ["Stream Lost"],
    });
    expect(told).toMatchObject([{ code: "event/stream-running", params: { name: "Gate" }, streamId, cameraId }]);
    expect(await eventsAbout(store, [cameraId], { take: 10, skip: 0 })).toEqual([]);

    // Of its own cameras all stays.
    expect(await motion(standby, ownStreamId)).toHaveLength(1);
    expect(await index.watched([ownStreamId], 0, Number.MAX_SAFE_INTEGER)).toEqual([watched]);
    expect((await marks(standby, "bookmarks")).map(({ text }) => text)).toEqual(["of its own"]);
    expect(
      await standby.services.journal.events({ startMs: 0, stopMs: Date.now() + 1, count: 10, types: ["Storage Ok"] }),
    ).toHaveLength(1);
    expect(await take()).toEqual({ left: 0, failure: null });
    expect(await motion(owner)).toHaveLength(2);
  });

  it("of somebody of the same name is not that one's to remove, and an owner's own motion is not there twice", async () => {
    const vera = await marks(owner, "bookmarks", "vera");
    expect(vera.map(({ createdBy }) => createdBy)).toEqual(["mona", "vera"]);
    const viewer = await owner.services.users.list();
    expect(viewer.filter(({ username }) => username === "vera")).toHaveLength(1);
    const rows = await owner.services.index.bookmarks(0, Number.MAX_SAFE_INTEGER);
    expect(rows.map(({ createdBy }) => viewer.some(({ id }) => id === createdBy))).toEqual([false, false]);

    await owner.services.index.putEvent({ streamId, startMs: SINCE + 100_500, stopMs: SINCE + 104_000, score: 0 });
    await away(() =>
      standby.services.index.putEvent({ streamId, startMs: SINCE + 100_000, stopMs: SINCE + 109_000, score: 0 }),
    );
    expect(await take()).toEqual({ left: 0, failure: null });
    expect((await motion(owner)).slice(2)).toEqual([
      [100_500, 104_000],
      [104_000, 109_000],
    ]);
  });

  it("of cameras that its owner does not know stays, and holds up nothing behind it, however much it is", async () => {
    const strange = `${streamId.slice(0, -1)}_`;
    await standby.services.store
      .insertInto("streams")
      .values({
        ...(await owner.services.store
          .selectFrom("streams")
          .selectAll()
          .where("id", "=", streamId)
          .executeTakeFirstOrThrow()),
        id: strange,
      })
      .execute();
    const { index } = standby.services;
    const put = (of: string, at: number) =>
      index.putEvent({ streamId: of, startMs: SINCE + at, stopMs: SINCE + at + 500, score: 0 });
    for (let n = 0; n < NOTES_AT_ONCE + 5; n++) await put(strange, n * 1000);
    for (let n = 0; n < NOTES_AT_ONCE + 5; n++) await put(streamId, 1_000_000 + n * 1000);
    const before = (await motion(owner)).length;
    expect(await take()).toEqual({ left: 0, failure: null });
    expect((await motion(owner)).length - before).toBe(NOTES_AT_ONCE + 5);
    expect(await motion(standby)).toEqual([]);
    expect(await motion(standby, strange)).toHaveLength(NOTES_AT_ONCE + 5);
    // No owner forgets what another one has here.
    const [first] = await index.events([ownStreamId], 0, Number.MAX_SAFE_INTEGER);
    expect(await here().notes.taken(ownerId, "motion", [String(first?.id)])).toBe(0);
    expect(await motion(standby, ownStreamId)).toHaveLength(1);
  });

  it("does not hold up recordings where a recorder is of a release that has none of it", async () => {
    door.misbehave = (path, response) => {
      if (!path.startsWith("/service/standby/notes")) return false;
      response.writeHead(404).end();
      return true;
    };
    expect(await take()).toEqual({ left: 0, failure: null });
    door.misbehave = () => false;
  });
});

describe("a recording that was locked at a standby", () => {
  const DIGEST = new Uint8Array(32).fill(7);
  const sha256 = Buffer.from(DIGEST).toString("hex");

  it("stays there until its owner has the lock, too; then it goes, and the lock after it", async () => {
    const { index } = standby.services;
    const file = (at: number, name: string) =>
      index.insertClosed(
        { streamId, startMs: SINCE + at, endMs: SINCE + at + 60_000, file: name, bytes: 1, frames: 1 },
        new Uint8Array(),
        { sha256: DIGEST, seamMs: 0 },
      );
    const [before, locked] = [await file(3_600_000, "before.mp4"), await file(3_660_000, "locked.mp4")];
    const codeOf = async (id: number) => {
      const answer = await here().offers.taken(ownerId, id, sha256);
      return answer.ok ? "ok" : answer.error.code;
    };
    await away(() => mark("mona", "locks", 3_660_000, "case 8"));
    // No process of recordings runs here, that could remove it.
    expect(await codeOf(before)).toBe("media/unavailable");
    expect(await codeOf(locked)).toBe("archive/locked");
    expect(await take()).toEqual({ left: 1, failure: null });
    expect((await marks(owner, "locks")).map(({ text }) => text)).toEqual(["case 7", "case 8"]);
    expect(await codeOf(locked)).toBe("media/unavailable");
    // What it holds is not cleaned there meanwhile.
    expect((await index.oldestSegments(streamId, 10)).map(({ id }) => id)).not.toContain(locked);
    expect(await index.locks()).toHaveLength(1);
    await index.removeSegments([locked]);
    expect(await take()).toEqual({ left: 0, failure: null });
    expect(await index.locks()).toEqual([]);
    expect(await marks(owner, "locks")).toHaveLength(2);
  });
});

describe("what a standby knows whose clock was ahead", () => {
  it("has the times that it should have", async () => {
    const { index, journal } = standby.services;
    const AHEAD_MS = 3_600_000;
    const began = Date.now();
    await away(async () => {
      await index.putEvent({ streamId, startMs: SINCE + 5 * AHEAD_MS, stopMs: SINCE + 5 * AHEAD_MS + 2000, score: 0 });
      await index.noteWatched([streamId], SINCE + 5 * AHEAD_MS, 1000);
      for (const kind of ["bookmarks", "locks"] as const)
        expect((await mark("mona", kind, 5 * AHEAD_MS, "by a clock that was ahead")).statusCode).toBe(201);
      await journal.event("Stream Lost", failure("event/stream-running", { name: "late" }), { streamId, cameraId });
    });
    expect(await take(streams(), standby.services.uuid, AHEAD_MS)).toEqual({ left: 0, failure: null });
    expect(await motion(owner)).toContainEqual([4 * AHEAD_MS, 4 * AHEAD_MS + 2000]);
    for (const kind of ["bookmarks", "locks"] as const)
      expect(await marks(owner, kind)).toContainEqual(
        expect.objectContaining({ start: SINCE + 4 * AHEAD_MS, text: "by a clock that was ahead" }),
      );
    const told = await owner.services.journal.events({
      startMs: 0,
      stopMs: Date.now() + 1,
      count: 100,
      types: ["Stream Lost"],
    });
    const [late] = told.filter(({ params }) => params?.name === "late");
    expect(began - (late?.when ?? 0)).toBeGreaterThan(AHEAD_MS - 60_000);
    expect(began - (late?.when ?? 0)).toBeLessThanOrEqual(AHEAD_MS);
  });
});
