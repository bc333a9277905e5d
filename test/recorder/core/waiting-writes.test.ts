import { afterEach, beforeEach, expect, it } from "vitest";
import { WaitingWrites } from "#recorder/core/waiting-writes.ts";
import { eventually } from "#test/support/eventually.ts";

let isFull: boolean;
let written: number[];
let waiting: WaitingWrites;
beforeEach(() => {
  isFull = false;
  written = [];
  waiting = new WaitingWrites({ onTrouble: () => undefined, retryMs: 10, most: 3 });
});
afterEach(() => waiting.close());

const put = (value: number): Promise<void> =>
  waiting.put(async () => {
    if (isFull) throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
    written.push(value);
  });

it("what a full disk refuses is written later, in its order", async () => {
  await put(1);
  isFull = true;
  await put(2);
  await put(3);
  expect(written).toEqual([1]);
  isFull = false;
  await eventually(() => written.length === 3, "written");
  await put(4);
  expect(written).toEqual([1, 2, 3, 4]);
});

it("memory is bounded: the oldest are given up", async () => {
  isFull = true;
  for (const value of [1, 2, 3, 4, 5]) await put(value);
  expect(waiting.waiting).toBe(3);
  isFull = false;
  await waiting.flush();
  expect(written).toEqual([3, 4, 5]);
});

it("what can never be written holds nothing up", async () => {
  await waiting.put(() => Promise.reject(new Error("no such column")));
  await put(1);
  expect(written).toEqual([1]);
});
