/** An owner and its mirror tell each other what they know beside recordings, over HTTP, and both keep it. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { bookmarkList, lockList, type Mark } from "#protocol/rest/recordings/mark.ts";
import { eventsAbout, takeInEvent } from "#recorder/core/journal-notes.ts";
import { pairKey } from "#recorder/core/pair-proof.ts";
import { BorrowedCameras } from "#recorder/standby/borrowed-cameras.ts";
import { cardOf } from "#recorder/standby/camera-card.ts";
import type { FillOrder, PeerAddress } from "#recorder/ipc/standby-contract.ts";
import { GapFilling } from "#recorder/standby/gap-filling.ts";
import { LateFiles } from "#recorder/standby/late-files.ts";
import { MirrorNotes } from "#recorder/standby/mirror-notes.ts";
import { NoteTaking } from "#recorder/standby/note-taking.ts";
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
const MINUTE = 60_000;
const SINCE = Date.now() - 20 * MINUTE;
/** What was made just now is told. */
const soon = (): number => Date.now() + 10_000;

class House {
  readonly test: TestHouse;
  readonly door: FrontDoor;
  readonly told: string[] = [];
  readonly warned: string[] = [];
  notes: MirrorNotes;
  #taking: NoteTaking;

  private constructor(test: TestHouse, door: FrontDoor) {
    [this.test, this.door] = [test, door];
    [this.#taking, this.notes] = this.#begun(soon);
  }

  static async open(role: string): Promise<House> {
    const test = await TestHouse.open(group(role));
    await test.recorder.listen();
    return new House(test, await FrontDoor.open(test.recorder.url));
  }

  /** As after a restart. */
  begin(now = soon): void {
    this.#taking.close();
    [this.#taking, this.notes] = this.#begun(now);
  }

  #begun(now: () => number): [NoteTaking, MirrorNotes] {
    const { services } = this.test;
    const hub = {
      origin: {},
      relay: ({ type }: { type: string }) => void this.told.push(type),
      publish: (type: string, _resource: string, id: string) => void this.told.push(`${type} ${id}`),
    };
    const log = { ...services.log, warn: (_about: object, words: string) => void this.warned.push(words) };
    const taking = new NoteTaking({ ...services, hub });
    return [taking, new MirrorNotes({ ...services, log: log as typeof services.log, taking, now })];
  }

  take(other: House): Promise<void> {
    const peer = { id: other.test.services.uuid, name: "the other one", address: other.door.url };
    const at = this.at(other);
    const stream = { cameraId, sinceMs: SINCE, isWatched: true };
    return this.notes.take(peer, at, new Map([[streamId, stream]]));
  }

  at(other: House): PeerAddress {
    const [from, id] = [this.test.services.uuid, other.test.services.uuid];
    return { url: other.door.url, from, key: pairKey(SECRET, from, id) };
  }

  async marks(kind: "bookmarks" | "locks"): Promise<readonly Mark[]> {
    const body = (await this.test.ask("GET", `/service/${kind}`, { as: "admin" })).json<unknown>();
    return kind === "locks" ? lockList.parse(body).locks : bookmarkList.parse(body).bookmarks;
  }

  async mark(kind: "bookmarks" | "locks", text: string): Promise<void> {
    const body = { streams: [streamId], start: SINCE, stop: SINCE + MINUTE, text };
    expect((await this.test.ask("POST", `/service/${kind}`, { as: "admin", body })).statusCode).toBe(201);
  }

  async remove(kind: "bookmarks" | "locks", text: string): Promise<void> {
    const mark = (await this.marks(kind)).find((one) => one.text === text);
    expect((await this.test.ask("DELETE", `/service/${kind}/${mark?.id}`, { as: "admin" })).statusCode).toBe(204);
  }

  async rename(text: string, to: string): Promise<void> {
    const mark = (await this.marks("bookmarks")).find((one) => one.text === text);
    const path = `/service/bookmarks/${mark?.id}`;
    expect((await this.test.ask("PATCH", path, { as: "admin", body: { text: to } })).statusCode).toBe(204);
  }

  texts = async (kind: "bookmarks" | "locks") => (await this.marks(kind)).map(({ text }) => text).toSorted();

  /** in minutes */
  async motion(): Promise<number[][]> {
    const rows = await this.test.services.index.events([streamId], 0, Number.MAX_SAFE_INTEGER);
    return rows.map(({ startMs, stopMs }) => [startMs, stopMs ?? 0].map((ms) => (ms - SINCE) / MINUTE));
  }
  moved = (from: number, to: number) =>
    this.test.services.index.putEvent({
      streamId,
      startMs: SINCE + from * MINUTE,
      stopMs: SINCE + to * MINUTE,
      score: 0.5,
    });
  watched = (from: number, to: number) =>
    this.test.services.index.putWatched({ streamId, startMs: SINCE + from * MINUTE, stopMs: SINCE + to * MINUTE });

  event = (key: string, whenMs: number, type = "Stream Lost") =>
    takeInEvent(this.test.services.store, {
      id: key,
      type,
      message: `${key} happened`,
      told: "",
      when_ms: whenMs,
      stream_id: streamId,
      camera_id: cameraId,
    });
  events = async () =>
    (await eventsAbout(this.test.services.store, [cameraId], { take: 100, skip: 0 })).map(({ id }) => id);

  async close(): Promise<void> {
    this.#taking.close();
    await this.test.close();
    await this.door.close();
  }
}

let owner: House;
let mirror: House;
let cameraId = "";
let streamId = "";
beforeEach(async () => {
  [owner, mirror] = [await House.open("owner"), await House.open("mirror")];
  const { camera, stream } = await owner.test.addCamera("Gate");
  [cameraId, streamId] = [camera.id, stream.id];
  const { cameras, uuid } = owner.test.services;
  const vault = Vault.ofText("of the mirror", "test");
  const login = { username: "", password: "" };
  const cards = cameras.all().map((row) => cardOf(row, cameras.streamsOf(row.id), login));
  await new BorrowedCameras({ ...mirror.test.services, vault }).take(uuid, cards);
});
afterEach(async () => {
  await owner?.close();
  await mirror?.close();
});

/** Each from the other. */
const both = async (): Promise<void> => {
  await owner.take(mirror);
  await mirror.take(owner);
};

it("marks are at both, once, whoever they were made at; and what is removed at one of them is gone at both", async () => {
  await owner.mark("bookmarks", "red car");
  await owner.mark("locks", "case 7");
  await mirror.mark("bookmarks", "van");
  for (let times = 0; times < 3; times++) await both();
  for (const one of [owner, mirror]) {
    expect(await one.texts("bookmarks")).toEqual(["red car", "van"]);
    expect(await one.texts("locks")).toEqual(["case 7"]);
    expect((await one.marks("locks"))[0]?.createdBy).toBe("admin");
    expect(one.told.splice(0).filter((type) => type === "marks-modified")).not.toEqual([]);
  }

  await mirror.remove("bookmarks", "red car");
  await owner.remove("locks", "case 7");
  await both();
  mirror.begin();
  await both();
  for (const one of [owner, mirror]) {
    expect([await one.texts("bookmarks"), await one.texts("locks")]).toEqual([["van"], []]);
    expect(one.told).toEqual(["marks-modified"]);
  }
});

it("a bookmark has the text that was given to it last, and is removed by who may remove it where it is", async () => {
  await owner.mark("bookmarks", "red car");
  await both();
  // Each changes it while the other one is away.
  await mirror.rename("red car", "blue car");
  await owner.rename("red car", "green car");
  await both();
  await both();
  for (const one of [owner, mirror]) expect(await one.texts("bookmarks")).toEqual(["green car"]);
  await mirror.rename("green car", "white car");
  await both();
  expect(await owner.texts("bookmarks")).toEqual(["white car"]);

  for (const one of [owner, mirror]) await one.test.addUser("vera", "Viewer");
  const [copy] = await mirror.marks("bookmarks");
  const asked = await mirror.test.ask("DELETE", `/service/bookmarks/${copy?.id}`, { as: "vera" });
  expect(asked.statusCode).toBeGreaterThanOrEqual(403);
  await both();
  expect(await owner.texts("bookmarks")).toEqual(["white car"]);
  // It was renamed at one after it was removed at the other: it stays.
  await owner.remove("bookmarks", "white car");
  await mirror.rename("white car", "black car");
  await both();
  await both();
  for (const one of [owner, mirror]) expect(await one.texts("bookmarks")).toEqual(["black car"]);
});

it("what a standby has handed back to the owner goes on to the mirror, and its removal, too", async () => {
  const { index } = owner.test.services;
  await owner.mark("bookmarks", "van");
  await both();
  const made = { streamId, createdMs: SINCE, createdBy: "u", author: "mona" };
  await index.giveBookmark({ ...made, timeMs: SINCE, text: "of the standby" }, "standby 5 1");
  await index.giveLock({ ...made, fromMs: SINCE, toMs: SINCE + MINUTE, note: "case 8" }, "standby 6 1");
  await both();
  expect([await mirror.texts("bookmarks"), await mirror.texts("locks")]).toEqual([
    ["of the standby", "van"],
    ["case 8"],
  ]);
  expect((await mirror.marks("locks"))[0]?.createdBy).toBe("mona");
  await mirror.remove("locks", "case 8");
  await both();
  expect(await owner.texts("locks")).toEqual([]);
});

it("a mirror fetches files that came to the owner after it has looked for them, and the motion of that time", async () => {
  const { index } = owner.test.services;
  const file = (from: number, to: number, name: string) =>
    index.insertClosed(
      { streamId, startMs: SINCE + from * MINUTE, endMs: SINCE + to * MINUTE, file: name, bytes: 1, frames: 1 },
      new Uint8Array(),
      { sha256: new Uint8Array(32), seamMs: 0 },
    );
  const asked: number[][] = [];
  const fetching = {
    address: () => mirror.at(owner),
    some: (_peer: unknown, { range }: Pick<FillOrder, "range">) => {
      if (range) asked.push([range.from, range.to].map((ms) => Math.round((ms - SINCE) / MINUTE)));
      return Promise.resolve({ files: 0, bytes: 0, streams: [], left: 0, failure: null });
    },
  };
  const stream = { cameraId, sinceMs: SINCE, isWatched: true };
  const { services } = mirror.test;
  const peer = { id: owner.test.services.uuid, name: "the owner", address: owner.door.url };
  const gaps = new GapFilling({
    peers: () => Promise.resolve([peer]),
    streams: () => new Map([[streamId, stream]]),
    index: services.index,
    fetching,
    notes: mirror.notes,
    late: new LateFiles(Date.now),
    now: Date.now,
    log: services.log,
  });
  await file(15, 16, "newest.mp4");
  await mirror.watched(0, 2);
  await gaps.look();
  asked.splice(0);
  await gaps.look();
  // Only what may have been away then is looked for again.
  expect(asked.flat().filter((minute) => minute < 8)).toEqual([]);
  asked.splice(0);
  await owner.watched(0, 6);
  await owner.moved(3, 4);
  for (const minute of [3, 4]) await file(minute, minute + 1, `late-${minute}.mp4`);
  await gaps.look();
  expect(asked[0]).toEqual([3, 5]);
  expect(await mirror.motion()).toEqual([[3, 4]]);
  asked.splice(0);
  await gaps.look();
  expect(asked.flat().filter((minute) => minute < 8)).toEqual([]);
  gaps.close();
});

it("motion of the time in which one was away is at both, and only of that time", async () => {
  await owner.watched(0, 18);
  await mirror.watched(0, 2);
  await mirror.watched(6, 18);
  // Both looked for it, and each has seen it otherwise.
  await owner.moved(1, 1.5);
  await mirror.moved(1.8, 2);
  await owner.moved(1.9, 3);
  await owner.moved(4, 5);
  await both();
  await both();
  expect(await mirror.motion()).toEqual([
    [1.8, 2],
    [2, 3],
    [4, 5],
  ]);
  expect(await owner.motion()).toEqual([
    [1, 1.5],
    [1.9, 3],
    [4, 5],
  ]);
  const watched = await mirror.test.services.index.watched([streamId], 0, Number.MAX_SAFE_INTEGER);
  expect(Math.max(...watched.map(({ stopMs }) => stopMs)) - SINCE).toBe(18 * MINUTE);
  expect(watched.reduce((sum, one) => sum + one.stopMs - one.startMs, 0)).toBeCloseTo(18 * MINUTE, -1);
  // Open pages ask for it, those of the mirror alone.
  expect([new Set(mirror.told), owner.told]).toEqual([new Set([`recordings-modified ${streamId}`]), []]);
});

it("events of the time in which one was away are in the journals of both, and no others", async () => {
  const now = Math.floor(Date.now() - 10 * MINUTE);
  mirror.begin(() => now);
  await mirror.take(owner);
  // From here on it is away.
  await owner.event("before", now - 5 * MINUTE);
  await owner.event("both", now + MINUTE);
  await mirror.event("ours", now + MINUTE + 3000);
  await owner.event("away", now + 4 * MINUTE);
  await owner.event("back", now + 7 * MINUTE);
  mirror.begin(() => now + 6 * MINUTE);
  await mirror.take(owner);
  expect(await mirror.events()).toEqual(["ours", "away"]);
  await both();
  expect([await mirror.events(), await owner.events()]).toEqual([
    ["ours", "away"],
    ["before", "both", "away", "back"],
  ]);
  // A standby hands back what it knows of that time, with files of it; and of a later time, in which the mirror was there.
  for (const [name, minute] of [
    ["handed", 2.5],
    ["later", 9],
  ] as const) {
    await owner.event(name, now + minute * MINUTE);
    mirror.notes.again(owner.test.services.uuid, {
      streamId,
      startMs: now + minute * MINUTE,
      endMs: now + (minute + 1) * MINUTE,
    });
    await both();
  }
  expect(await mirror.events()).toEqual(["ours", "handed", "away"]);
});

it("what cannot be fetched is said once, and fetched later", async () => {
  await owner.mark("bookmarks", "red car");
  await owner.event("away", Date.now() - 1000);
  mirror.begin(() => Date.now() - 5 * MINUTE);
  await mirror.take(owner);
  mirror.begin();
  owner.door.misbehave = (path, response) => {
    if (!path.includes("kind=events")) return false;
    response.writeHead(500).end();
    return true;
  };
  for (let times = 0; times < 2; times++) await mirror.take(owner);
  expect([mirror.warned, await mirror.events()]).toEqual([
    ["what a mirror has beside recordings cannot be fetched"],
    [],
  ]);
  owner.door.misbehave = () => false;
  await mirror.take(owner);
  expect([await mirror.events(), await mirror.texts("bookmarks")]).toEqual([["away"], ["red car"]]);
});

it("nobody hears of what is not shared", async () => {
  const own = await mirror.test.addCamera("Own");
  await mirror.test.services.index.putEvent({ streamId: own.stream.id, startMs: SINCE, stopMs: SINCE + 1, score: 0 });
  const { standby, index } = mirror.test.services;
  const of = owner.test.services.uuid;
  expect(await standby?.notes.list(of, "motion", 0, { stream: own.stream.id })).toEqual([]);
  await mirror.moved(0, 1);
  expect(await standby?.notes.list(of, "motion", 0, {})).toMatchObject([{ streamId }]);
  expect(await standby?.notes.taken(of, "motion", ["1", "2"])).toBe(0);
  expect(await index.events(null, 0, Number.MAX_SAFE_INTEGER)).toHaveLength(2);
});
