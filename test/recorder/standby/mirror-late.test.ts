/** What an owner or its mirror has of the time in which the other one was away, or gets later, comes to both. */
import { expect, it } from "vitest";
import type { FillOrder } from "#recorder/ipc/standby-contract.ts";
import { GapFilling } from "#recorder/standby/gap-filling.ts";
import { LateFiles } from "#recorder/standby/late-files.ts";
import { both, cameraId, eachWithPair, MINUTE, mirror, owner, SINCE, streamId } from "./mirror-pair.ts";

eachWithPair();

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
