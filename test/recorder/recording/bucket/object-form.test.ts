import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bodyRange,
  freshSalt,
  HEAD_BYTES,
  headText,
  type ObjectHead,
  type ObjectList,
  objectBytes,
  objectRange,
  PhraseKeys,
  readHead,
  readList,
  writeList,
} from "#recorder/recording/bucket/object-form.ts";

const bodyOf = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) % 251));
const keys = new PhraseKeys("a passphrase of some length");
const sealed = { phraseSalt: freshSalt(), salt: freshSalt() };
/** Made in parts of any size, as an upload does. */
async function made(head: ObjectHead, key: Buffer | null, body: Buffer, partBytes: number): Promise<Buffer> {
  const read = (from: number, to: number) => Promise.resolve(body.subarray(from, to));
  const parts: Buffer[] = [];
  for (let from = 0; from < objectBytes(head); from += partBytes)
    parts.push(await objectRange(head, key, read, from, Math.min(objectBytes(head), from + partBytes)));
  return Buffer.concat(parts);
}
const reader = (object: Buffer) => (from: number, to: number) => Promise.resolve(object.subarray(from, to));

describe("an object of the bucket", () => {
  it.each([
    ["in clear", null],
    ["sealed", sealed],
  ])(
    "%s is the same whatever parts it is made in, and any range of its body can be read alone",
    { timeout: 30_000 },
    async (_, seal) => {
      const key = seal && (await keys.of(seal));
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 200_000 }),
          fc.integer({ min: 1000, max: 90_000 }),
          fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
          fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
          async (length, partBytes, one, other) => {
            const body = bodyOf(length);
            const head: ObjectHead = { listBytes: 1, bodyBytes: length, sealed: seal };
            const object = await made(head, key, body, partBytes);
            expect(object.length).toBe(objectBytes(head));
            expect(object.equals(await made(head, key, body, 1_000_000))).toBe(true);
            expect(readHead(object.subarray(0, HEAD_BYTES))).toEqual(head);
            const [from = 0, to = 0] = [one, other].map((share) => Math.floor(share * length)).sort((a, b) => a - b);
            expect((await bodyRange(head, key, reader(object), from, to + 1)).equals(body.subarray(from, to + 1))).toBe(
              true,
            );
          },
        ),
        { numRuns: 20 },
      );
    },
  );

  it("sealed does not open where a byte is another, a piece stands elsewhere, its end is missing, or by another passphrase", async () => {
    const head: ObjectHead = { listBytes: 1, bodyBytes: 200_000, sealed };
    const key = await keys.of(sealed);
    const object = await made(head, key, bodyOf(200_000), 1_000_000);
    const opens = (changed: Buffer, by = key, of = head) =>
      bodyRange(of, by, reader(changed), 0, of.bodyBytes).then(
        () => true,
        () => false,
      );
    expect(await opens(object)).toBe(true);
    const flipped = Buffer.from(object);
    flipped.writeUInt8(flipped.readUInt8(HEAD_BYTES + 70_000) ^ 1, HEAD_BYTES + 70_000);
    expect(await opens(flipped)).toBe(false);
    const piece = 65_552;
    const swapped = Buffer.concat([
      object.subarray(0, HEAD_BYTES),
      object.subarray(HEAD_BYTES + piece, HEAD_BYTES + 2 * piece),
      object.subarray(HEAD_BYTES, HEAD_BYTES + piece),
      object.subarray(HEAD_BYTES + 2 * piece),
    ]);
    expect(await opens(swapped)).toBe(false);
    // As if it had ended after two pieces.
    expect(await opens(object.subarray(0, HEAD_BYTES + 2 * piece), key, { ...head, bodyBytes: 2 * 65_536 })).toBe(
      false,
    );
    expect(await opens(object, await new PhraseKeys("another passphrase").of(sealed))).toBe(false);
  });

  it("says what it holds", () => {
    const list: ObjectList = {
      streamId: "12-0",
      cameraId: "12",
      members: [{ file: "12-0/a.mp4", startMs: 1.25, endMs: 2, bytes: 3, frames: 4, sha256: "00", fragments: "AA==" }],
    };
    expect(readList(writeList(list))).toEqual(list);
    expect(() => readList(Buffer.from("nothing of ours"))).toThrow();
  });

  it("is not taken for one of ours when it is none, and its head is read as the index keeps it", () => {
    const head: ObjectHead = { listBytes: 10, bodyBytes: 100, sealed };
    expect(readHead(Buffer.from(headText(head)))).toEqual(head);
    expect(readHead(Buffer.from("PNG"))).toBeNull();
    expect(readHead(Buffer.from("proscenium-archive-1\n{"))).toBeNull();
    expect(readHead(Buffer.from("proscenium-archive-2\n{}"))).toBeNull();
  });
});
