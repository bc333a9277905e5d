import { describe, expect, it } from "vitest";
import { databases, START, testIndex } from "./databases.ts";

const NOW = START + 5000.5;
const one = (byte: number): Buffer => Buffer.alloc(32, byte);

describe.each(databases)("digests in $name", (database) => {
  const own = testIndex(database);
  const { skip } = database;

  it.skipIf(skip)(
    "are kept with a closed file, learned where there is none, and never replaced by another reading",
    async () => {
      const id = await own.index.createSegment({ streamId: "a", startMs: START, file: "a/whole.mp4" });
      expect(await own.index.filesToCheck(0, 10)).toEqual([]);
      const fragments = new Uint8Array([1]);
      await own.index.closeSegment({
        id,
        startMs: START,
        endMs: START + 1,
        bytes: 9,
        frames: 1,
        fragments,
        sha256: one(1),
      });
      const unknown = await own.closed("a", 1);
      const digests = async () =>
        (await own.index.filesToCheck(0, 10)).map(({ id: of, sha256 }) => [of, sha256 && Buffer.from(sha256)]);
      expect(await digests()).toEqual([
        [id, one(1)],
        [unknown, null],
      ]);
      for (const byte of [2, 3]) for (const of of [id, unknown]) await own.index.setDigest(of, one(byte));
      expect(await digests()).toEqual([
        [id, one(1)],
        [unknown, one(2)],
      ]);
      expect(await own.index.filesAfter(id)).toBe(1);
      expect((await own.index.filesToCheck(id, 10)).map((file) => file.id)).toEqual([unknown]);
      await own.index.removeSegments([id, unknown]);
    },
  );

  it.skipIf(skip)("what is damaged is known until it is whole or removed, and when that was found", async () => {
    const [first, second] = [await own.closed("b", 0), await own.closed("b", 1)];
    await own.index.setDamage(first, "different", NOW);
    await own.index.setDamage(first, "short", NOW + 1000);
    await own.index.setDamage(second, "unreadable", NOW);
    expect(await own.index.damaged(1)).toMatchObject({ count: 2, files: [{ id: second, damage: "unreadable" }] });
    expect((await own.index.damaged(9)).files[1]).toMatchObject({ id: first, damage: "short", foundMs: NOW });
    expect((await own.index.filesToCheck(0, 9)).map(({ damage }) => damage)).toEqual(["short", "unreadable"]);
    await own.index.setDamage(first, null, NOW);
    await own.index.removeSegments([second]);
    expect(await own.index.damaged(9)).toEqual({ count: 0, files: [] });
    await own.index.setDamage(second, "short", NOW);
    expect((await own.index.damaged(9)).count).toBe(0);
    await own.index.removeSegments([first]);
  });

  it.skipIf(skip)("how index and disks agreed last is kept", async () => {
    expect(await own.index.comparison()).toBeNull();
    const comparison = { atMs: NOW + 0.5, files: 9, adopted: 1, dropped: 2, unreadable: 0 };
    await own.index.setComparison({ ...comparison, files: 3 });
    await own.index.setComparison(comparison);
    expect(await own.index.comparison()).toEqual(comparison);
  });

  it.skipIf(skip)("how far the scrub is outlives the process", async () => {
    expect(await own.index.scrubState()).toBeNull();
    const state = { afterId: 7, beganMs: NOW, checked: 5, endedMs: null };
    await own.index.setScrubState(state);
    await own.index.setScrubState({ ...state, checked: 6, endedMs: NOW + 1 });
    expect(await (await own.openAgain()).scrubState()).toEqual({ ...state, checked: 6, endedMs: NOW + 1 });
    await own.index.setScrubState({ ...state, isHurried: true });
    expect(await own.index.scrubState()).toEqual({ ...state, isHurried: true });
  });
});
