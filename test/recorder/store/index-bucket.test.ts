import { describe, expect, it } from "vitest";
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";
import type { NewObject } from "#recorder/recording/index/bucket/bucket-index.ts";
import { databases, MINUTE, START, testIndex } from "./databases.ts";

const DIGEST = new Uint8Array(32).fill(7);

describe.each(databases)("what an index in $name knows of the bucket", (database) => {
  const own = testIndex(database);
  const { skip } = database;
  const at = (minute: number): number => START + minute * MINUTE;
  const put = (streamId: string, minute: number, volume = ""): Promise<number> =>
    own.index.insertClosed(
      {
        volume,
        streamId,
        startMs: at(minute),
        endMs: at(minute + 1),
        file: `${streamId}/${minute}.mp4`,
        bytes: 100,
        frames: 1,
      },
      new Uint8Array([0]),
    );
  const object = (
    key: string,
    streamId: string,
    from: number,
    to: number,
    more: Partial<NewObject> = {},
  ): NewObject => ({
    key,
    version: "v",
    streamId,
    startMs: at(from),
    endMs: at(to),
    bytes: 1000,
    files: to - from,
    head: "{}",
    isHeld: false,
    ...more,
  });
  const due = async (
    streamId: string,
    fromMinute: number,
    beforeMinute: number,
    motionOf: readonly string[] | null = null,
  ): Promise<number[]> =>
    (await own.index.filesToCopy({ streamId, fromMs: at(fromMinute), beforeMs: at(beforeMinute), motionOf }, 99)).map(
      ({ startMs }) => (startMs - START) / MINUTE,
    );
  const keys = (objects: readonly { readonly key: string }[]): string[] => objects.map(({ key }) => key).toSorted();

  it.skipIf(skip)(
    "copies what has ended and has no copy; a file that goes from its disk lies in the bucket only",
    async () => {
      const ids = [await put("a", 0), await put("a", 1), await put("a", 2, "disk2"), await put("a", 3)];
      expect(await due("a", 0, 3)).toEqual([0, 1, 2]);
      expect(await due("a", 1, 3)).toEqual([1, 2]);
      expect(await own.index.sumToCopy({ streamId: "a", fromMs: at(0), beforeMs: at(3), motionOf: null })).toEqual({
        files: 3,
        bytes: 300,
        oldestMs: at(0),
        isMore: false,
      });
      await own.index.setUpload({ key: "k1", uploadId: "u", plan: "p" });
      expect(await own.index.keptUpload()).toEqual({ key: "k1", uploadId: "u", plan: "p" });
      const copies = [
        { segment: ids[0]!, offset: 10 },
        { segment: ids[1]!, offset: 110 },
        { segment: 999_999, offset: 210 },
      ];
      await own.index.addObject(object("k1", "a", 0, 2), copies);
      expect(await own.index.keptUpload()).toBeNull();
      expect(await due("a", 0, 9)).toEqual([2, 3]);
      expect(await own.index.copyOf(ids[1]!)).toMatchObject({
        offset: 110,
        bytes: 100,
        sha256: null,
        object: { key: "k1", version: "v", isHeld: false, startMs: at(0) },
      });
      expect(await own.index.copyOf(ids[3]!)).toBeNull();

      await own.index.filesGone([ids[0]!, ids[3]!]);
      expect((await own.index.segment(ids[0]!))?.volume).toBe(BUCKET_VOLUME);
      expect(await own.index.segment(ids[3]!)).toBeNull();
      expect(await own.index.volumesInUse()).toEqual(["", "disk2"]);
      expect(await own.index.usageOf("")).toMatchObject([{ streamId: "a", segments: 1 }]);
      expect(await own.index.bucketSums()).toEqual({
        objects: 1,
        held: 0,
        found: 0,
        stored: { files: 2, bytes: 1000, oldestMs: at(0) },
        only: { files: 1, bytes: 100 },
      });
      // It is played like any other, as long as the bucket can be reached.
      expect((await own.index.segmentAt("a", at(0.5)))?.id).toBe(ids[0]);
      expect(await own.index.segmentAt("a", at(0.5), [BUCKET_VOLUME])).toBeNull();
    },
  );

  it.skipIf(skip)("what lies on a volume that is away is in reach where it has a copy that can be read", async () => {
    const ids: number[] = [];
    for (const minute of [100, 101, 102, 103, 104]) ids.push(await put("r", minute, minute === 101 ? "" : "gone"));
    const copies = [ids[2]!, ids[3]!].map((segment, offset) => ({ segment, offset }));
    await own.index.addObject(object("r1", "r", 102, 104), copies);
    const rows = await own.index.segmentsBetween("r", at(100), at(105));
    const minute = (ms: number): number => (ms - START) / MINUTE;
    const facts = async (away: readonly string[]) => ({
      out:
        rows.filter(({ volume }) => away.includes(volume)).length === 0
          ? []
          : [...(await own.index.outOfReach(rows, away))],
      last: minute((await own.index.segmentAt("r", at(104), away))?.startMs ?? 0),
      next: minute((await own.index.segmentAfter("r", at(99), away))?.startMs ?? 0),
      runs: (await own.index.archivesBefore("r", at(200), 9, at(99), away)).map((run) => [
        minute(run.startMs),
        minute(run.endMs),
        run.isAway ?? false,
      ]),
    });
    expect((await facts([])).runs).toEqual([[100, 105, false]]);
    expect(await facts(["gone"])).toEqual({
      out: [ids[0], ids[1], ids[4]],
      last: 103,
      next: 101,
      runs: [
        [104, 105, true],
        [101, 104, false],
        [100, 101, true],
      ],
    });
    expect(await facts(["gone", BUCKET_VOLUME])).toEqual({
      out: ids,
      last: 101,
      next: 101,
      runs: [
        [102, 105, true],
        [101, 102, false],
        [100, 101, true],
      ],
    });
    await own.index.removeSegments(ids);
    for (const { id } of await own.index.emptyObjects(9, [])) await own.index.dropObject(id);
  });

  it.skipIf(skip)("knows the sums of what is there, while objects come, change and go", async () => {
    const before = await own.index.bucketSums();
    const one = await put("z", 300);
    await own.index.addObject(object("z1", "z", 300, 302, { bytes: 70 }), [{ segment: one, offset: 0 }]);
    await own.index.addObject(object("z2", "z", 302, 303, { bytes: 5 }), []);
    // The same object, uploaded again.
    await own.index.addObject(object("z1", "z", 300, 303, { bytes: 90 }), [{ segment: one, offset: 0 }]);
    const [z1] = (await own.index.objectsAfter("z0", 1)).map(({ id }) => id);
    await own.index.setHeld(z1!, true);
    const { oldestMs } = before.stored;
    expect(await own.index.bucketSums()).toMatchObject({
      objects: before.objects + 2,
      held: before.held + 1,
      stored: {
        files: before.stored.files + 4,
        bytes: before.stored.bytes + 95,
        oldestMs: oldestMs === 0 ? at(300) : Math.min(oldestMs, at(300)),
      },
    });
    // Taken in with a hold on: it is let go when somebody says so, and not before.
    await own.index.adoptObject({ ...object("z3", "z", 305, 306), isFoundHeld: true }, []);
    const z3 = async (isHeld: boolean) => keys(await own.index.objectsToHold(isHeld, 99)).includes("z3");
    expect([(await own.index.bucketSums()).found, await z3(true), await z3(false)]).toEqual([1, false, false]);
    expect(await own.index.ownFoundHolds()).toBe(1);
    expect([(await own.index.bucketSums()).found, await z3(true), await z3(false)]).toEqual([0, false, true]);
    expect(await own.index.ownFoundHolds()).toBe(0);
    await own.index.removeSegments([one]);
    for (const { id, key } of await own.index.emptyObjects(99, []))
      if (key.startsWith("z")) await own.index.dropObject(id);
    expect(await own.index.bucketSums()).toEqual(before);
  });

  it.skipIf(skip)(
    "evidence is copied whatever its age, and objects that it touches are to be held until it is let go",
    async () => {
      const ids = [await put("e", 0), await put("e", 1), await put("e", 2), await put("f", 1)];
      const mark = { note: "", createdMs: 0, fromMs: at(1.2), toMs: at(1.5) };
      const lock = await own.index.addLock({ ...mark, streamId: "e" });
      const locked = async () => (await own.index.lockedToCopy(9)).map(({ id }) => id);
      expect(await locked()).toEqual([ids[1]]);
      const everywhere = await own.index.addLock({ ...mark, streamId: null });
      expect(new Set(await locked())).toEqual(new Set([ids[1], ids[3]]));
      await own.index.removeLock(everywhere);

      await own.index.addObject(object("e1", "e", 0, 1), [{ segment: ids[0]!, offset: 0 }]);
      await own.index.addObject(object("e2", "e", 1, 3), [
        { segment: ids[1]!, offset: 0 },
        { segment: ids[2]!, offset: 100 },
      ]);
      expect(await locked()).toEqual([]);
      const toHold = await own.index.objectsToHold(true, 9);
      expect(keys(toHold)).toEqual(["e2"]);
      await own.index.setHeld(toHold[0]!.id, true);
      expect(await own.index.objectsToHold(true, 9)).toEqual([]);
      expect(await own.index.objectsToHold(false, 9)).toEqual([]);
      // What is held is not too old either.
      expect(
        keys((await own.index.objectsBefore({ beforeMs: at(90) }, 9, [])).filter(({ streamId }) => streamId === "e")),
      ).toEqual(["e1"]);
      await own.index.removeLock(lock);
      expect(keys(await own.index.objectsToHold(false, 9))).toEqual(["e2"]);
      await own.index.setHeld(toHold[0]!.id, false);
      expect(
        keys((await own.index.objectsBefore({ beforeMs: at(90) }, 9, [])).filter(({ streamId }) => streamId === "e")),
      ).toEqual(["e1", "e2"]);
      const some = async (ask: { readonly of?: string[]; readonly notOf?: string[] }) =>
        (await own.index.objectsBefore({ beforeMs: at(90), ...ask }, 9, [])).map(({ streamId }) => streamId);
      expect(new Set(await some({ of: ["e"] }))).toEqual(new Set(["e"]));
      expect(await some({ notOf: ["e"] })).not.toContain("e");
      expect((await some({ notOf: ["e"] })).length + (await some({ of: ["e"] })).length).toBe((await some({})).length);
    },
  );

  it.skipIf(skip)(
    "an object without recordings is empty; one that is dropped takes what lay there only with it",
    async () => {
      const ids = [await put("d", 0), await put("d", 1), await put("d", 2)];
      await own.index.addObject(object("d1", "d", 0, 2), [
        { segment: ids[0]!, offset: 0 },
        { segment: ids[1]!, offset: 100 },
      ]);
      await own.index.addObject(object("d2", "d", 2, 3), [{ segment: ids[2]!, offset: 0 }]);
      expect(keys(await own.index.emptyObjects(9, []))).toEqual([]);
      await own.index.removeSegments([ids[2]!]);
      const empty = await own.index.emptyObjects(9, []);
      expect(keys(empty)).toEqual(["d2"]);
      expect(await own.index.emptyObjects(9, [empty[0]!.id])).toEqual([]);
      expect(await own.index.dropObject(empty[0]!.id)).toBe(0);
      await own.index.filesGone([ids[0]!]);
      const [d1] = (await own.index.objectsAfter("d0", 9)).filter(({ key }) => key === "d1");
      expect(await own.index.dropObject(d1!.id)).toBe(1);
      expect(await own.index.segment(ids[0]!)).toBeNull();
      expect((await own.index.segment(ids[1]!))?.volume).toBe("");
      expect(await due("d", 0, 9)).toEqual([1]);
    },
  );

  it.skipIf(skip)(
    "what is found in the bucket is taken in: unknown recordings lie there only, known ones have a copy",
    async () => {
      const known = await put("r", 0);
      const file = (minute: number, offset: number) => ({
        row: {
          streamId: "r",
          startMs: at(minute),
          endMs: at(minute + 1),
          file: `r/${minute}.mp4`,
          bytes: 100,
          frames: 1,
        },
        fragments: new Uint8Array([0]),
        sha256: DIGEST,
        offset,
      });
      expect(await own.index.adoptObject(object("r1", "r", 0, 2), [file(0, 5), file(1, 105)])).toBe(1);
      expect(await own.index.adoptObject(object("r1", "r", 0, 2), [file(0, 5), file(1, 105)])).toBe(0);
      expect((await own.index.segment(known))?.volume).toBe("");
      expect((await own.index.copyOf(known))?.offset).toBe(5);
      const taken = await own.index.segmentAt("r", at(1.5));
      expect(taken).toMatchObject({ volume: BUCKET_VOLUME, closed: true });
      expect(Buffer.from((await own.index.copyOf(taken!.id))?.sha256 ?? [])).toEqual(Buffer.from(DIGEST));
      await own.index.forgetBucket();
      expect(await own.index.segment(taken!.id)).toBeNull();
      expect(await own.index.copyOf(known)).toBeNull();
      expect(await own.index.bucketSums()).toMatchObject({ objects: 0, only: { files: 0, bytes: 0 } });
    },
  );
});
