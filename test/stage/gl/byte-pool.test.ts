import { expect, test } from "vitest";
import { BytePool } from "#stage/gl/byte-pool.ts";

const PICTURE_BYTES = 320 * 180 * 4;

test("a wall of 64 tiles gets the buffers of its last tick again, all of them", () => {
  const pool = new BytePool();
  const first = Array.from({ length: 64 }, () => pool.take(PICTURE_BYTES));
  for (const buffer of first) pool.give(buffer);
  const second = Array.from({ length: 64 }, () => pool.take(PICTURE_BYTES));
  expect(new Set(second)).toEqual(new Set(first));
});

test("a buffer serves its own length only", () => {
  const pool = new BytePool();
  const small = pool.take(100);
  pool.give(small);
  expect(pool.take(200)).toHaveLength(200);
  expect(pool.take(100)).toBe(small);
});

test("what is too much is let go at once", () => {
  const pool = new BytePool();
  const large = Array.from({ length: 4 }, () => pool.take(32 * 1024 * 1024));
  for (const buffer of large) pool.give(buffer);
  const again = Array.from({ length: 4 }, () => pool.take(32 * 1024 * 1024));
  expect(again.filter((buffer) => large.includes(buffer))).toHaveLength(3);
});

test("buffers that nobody has needed since the last look are let go, those in use stay", () => {
  const pool = new BytePool();
  const buffers = Array.from({ length: 3 }, () => pool.take(PICTURE_BYTES));
  for (const buffer of buffers) pool.give(buffer);
  pool.tidy();
  // One buffer is in use meanwhile: two are idle.
  const used = pool.take(PICTURE_BYTES);
  pool.give(used);
  pool.tidy();
  expect(pool.take(PICTURE_BYTES)).toBe(used);
  expect(buffers).not.toContain(pool.take(PICTURE_BYTES));
});
