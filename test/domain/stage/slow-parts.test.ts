import { expect, test } from "vitest";
import { noteSlow, SLOW_NAMED_MS, type SlowPart, slowParts, type WallLoad } from "#domain/stage/slow-parts.ts";

const well: WallLoad = {
  slowLines: 0,
  duePerSecond: 60,
  decodeQueue: 4,
  copyMs: 3,
  wantedHz: 20,
  tickHz: 20,
  pageLateMs: 4,
};

test.each<[string, Partial<WallLoad>, readonly SlowPart[]]>([
  ["a wall that keeps up", {}, []],
  ["a line that is too slow", { slowLines: 1 }, ["network"]],
  ["decoders that have a third of a second before them", { decodeQueue: 20 }, ["decode"]],
  ["a frame or two before a decoder of a still wall", { duePerSecond: 0, decodeQueue: 1 }, []],
  ["copies that take longer than a tick", { copyMs: 60 }, ["copy"]],
  ["copies that take as long on a wall that ticks slowly", { copyMs: 60, wantedHz: 10, tickHz: 10 }, []],
  ["fewer presents than frames ask for", { tickHz: 15 }, ["present"]],
  ["nothing moves", { wantedHz: 0, tickHz: 0, copyMs: 60 }, []],
  ["a page with long tasks", { pageLateMs: 80 }, ["page"]],
  [
    "everything",
    { slowLines: 2, decodeQueue: 90, copyMs: 90, tickHz: 4, pageLateMs: 200 },
    ["network", "decode", "copy", "present", "page"],
  ],
])("%s", (_, change, parts) => {
  expect(slowParts(noteSlow({}, { ...well, ...change }, 1000), 1000)).toEqual(parts);
});

test("a part stays named for a while, and is named anew when it is slow again", () => {
  let since = noteSlow({}, { ...well, copyMs: 80 }, 0);
  since = noteSlow(since, well, 1000);
  expect(slowParts(since, SLOW_NAMED_MS - 1)).toEqual(["copy"]);
  expect(slowParts(since, SLOW_NAMED_MS)).toEqual([]);
  since = noteSlow(since, { ...well, copyMs: 80 }, SLOW_NAMED_MS);
  expect(slowParts(since, SLOW_NAMED_MS + 10)).toEqual(["copy"]);
});
