/** An owner and its mirror, with a camera of the owner, at an address of their own each. */
import { afterEach, beforeEach, expect } from "vitest";
import { bookmarkList, lockList, type Mark } from "#protocol/rest/recordings/mark.ts";
import { eventsAbout, takeInEvent } from "#recorder/core/journal-notes.ts";
import { pairKey } from "#recorder/core/pair-proof.ts";
import { BorrowedCameras } from "#recorder/standby/borrowed-cameras.ts";
import { cardOf } from "#recorder/standby/camera-card.ts";
import type { PeerAddress } from "#recorder/ipc/standby-contract.ts";
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
export const MINUTE = 60_000;
export const SINCE = Date.now() - 20 * MINUTE;
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

export let owner: House;
export let mirror: House;
export let cameraId = "";
export let streamId = "";

/** A new pair for each test. */
export function eachWithPair(): void {
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
}

/** Each from the other. */
export const both = async (): Promise<void> => {
  await owner.take(mirror);
  await mirror.take(owner);
};
