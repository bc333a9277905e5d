/** An index that is lost is made anew from what lies in the bucket. */
import { need } from "#base/assert.ts";
import { describe, expect, it } from "vitest";
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";
import { freshSalt } from "#recorder/recording/bucket/object-form.ts";
import { whyNoS3Service } from "#test/support/machine/s3-service.ts";
import { archiveInBucket, eventually, START } from "./archive-in-bucket.ts";

describe.skipIf(whyNoS3Service !== null)("an archive in a bucket that is taken in anew", () => {
  const at = archiveInBucket();

  it.each([
    ["in clear", {}],
    ["sealed", { encryption: "own", passphrase: "nobody else knows this" }],
  ] as const)("alone makes the index anew, %s: another recorder plays what it holds", async (_, more) => {
    const held = at.spec(more);
    await at.start();
    await at.record("s", 32);
    const before = await at.frames("s");
    await at.one.bucket.set(held);
    await at.copied(16);
    await at.one.close();
    await at.start("b");
    await at.one.bucket.set({ ...held, phraseSalt: freshSalt(), afterDays: 9 });
    at.one.bucket.restore();
    await at.told({ restore: { isRunning: false, objects: 2, files: 16, reason: "" } });
    expect(await at.frames("s")).toEqual(before);
    expect((await at.one.index.usage())[0]).toMatchObject({ streamId: "s", cameraId: "7", segments: 16 });
    expect((await at.one.index.segmentAt("s", START + 5000))?.volume).toBe(BUCKET_VOLUME);
    // Once more changes nothing.
    at.one.bucket.restore();
    await at.told({ restore: { isRunning: false, objects: 2, files: 0, reason: "" } });
  });

  it("by another passphrase says so, and takes in nothing", async () => {
    await at.start();
    await at.record("s", 16);
    await at.one.bucket.set(at.spec({ encryption: "own", passphrase: "nobody else knows this" }));
    await at.copied(8);
    await at.one.close();
    await at.start("b");
    await at.one.bucket.set(at.spec({ encryption: "own", passphrase: "a guess of somebody" }));
    at.one.bucket.restore();
    await at.told({
      restore: { isRunning: false, objects: 1, files: 0, reason: expect.stringContaining("another passphrase") },
    });
  });

  it("holds of a lost index stay when it is taken in anew, until somebody lets them go", async () => {
    await at.makeLocked();
    await at.start();
    await at.record("s", 16);
    await at.one.index.addLock({ streamId: "s", fromMs: START, toMs: START + 60_000, note: "", createdMs: 1 });
    await at.one.bucket.set(at.spec({ holds: true }));
    await at.copied(8);
    await eventually(async () => expect((await at.sums()).held).toBe(1));
    const { key, version } = need((await at.one.index.objectsAfter("", 9))[0], "the object");
    const isHeld = async (): Promise<boolean> => {
      const url = `${at.service.endpoint}/${at.bucket}/${key}?legal-hold&versionId=${version}`;
      return (await (await at.client().fetch(url)).text()).includes("<Status>ON</Status>");
    };
    await at.one.close();
    await at.start("b");
    await at.one.bucket.set(at.spec({ holds: true }));
    at.one.bucket.restore();
    await at.told({ restore: { isRunning: false, objects: 1, files: 8, reason: "" } });
    expect(await at.sums()).toMatchObject({ held: 0, found: 1 });
    expect(await isHeld()).toBe(true);
    expect(await at.one.index.ownFoundHolds()).toBe(1);
    await eventually(async () => expect([(await at.sums()).held, await isHeld()]).toEqual([0, false]));
  });

  it("finds what somebody has deleted from a bucket with versions, and passes over what was put in its place", async () => {
    await at.makeLocked();
    await at.start();
    await at.record("s", 32);
    await at.one.bucket.set(at.spec());
    await at.copied(16);
    const keys = (await at.one.index.objectsAfter("", 9)).map(({ key }) => key);
    expect(keys).toHaveLength(2);
    const change = async (key: string, init: RequestInit): Promise<void> =>
      expect((await at.client().fetch(`${at.service.endpoint}/${at.bucket}/${key}`, init)).ok).toBe(true);
    await change(keys[0]!, { method: "DELETE" });
    await change(keys[1]!, { method: "PUT", body: "x".repeat(5000) });
    await at.one.close();
    await at.start("b");
    await at.one.bucket.set(at.spec());
    at.one.bucket.restore();
    await at.told({ restore: { isRunning: false, objects: 2, files: 16, reason: "" } });
    expect(await at.frames("s")).toHaveLength(480);
  });

  it("stops where it is told to: what lay there only is forgotten, and comes back when it is taken in again", async () => {
    await at.start();
    await at.record("s", 32);
    await at.one.bucket.set(at.spec());
    await at.copied(16);
    await at.clean();
    await at.one.bucket.forget();
    expect(await at.frames("s")).toEqual([]);
    await at.one.bucket.set(at.spec());
    at.one.bucket.restore();
    await at.told({ restore: { isRunning: false, objects: 2, files: 16, reason: "" } });
    expect(await at.frames("s")).toHaveLength(480);
  });
});
