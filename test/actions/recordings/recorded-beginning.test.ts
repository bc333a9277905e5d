import { expect, test } from "vitest";
import type { ArchiveAt } from "#actions/recordings/archive-lookup.ts";
import { recordedBeginning } from "#actions/recordings/recorded-beginning.ts";

const none: ArchiveAt = { kind: "none" };
const later = (startMs: number): ArchiveAt => ({ kind: "later", startMs });

/** Two servers with a stream each: their answers for the time before 1000, and for the time after it. */
const beginning = (before: readonly ArchiveAt[], after: readonly ArchiveAt[]) =>
  recordedBeginning(
    {
      at: ([streamId], timeMs, rate) => {
        expect(timeMs).toBe(1000);
        return Promise.resolve((rate < 0 ? before : after)[Number(streamId)] ?? none);
      },
    },
    [["0"], ["1"]],
    1000,
  );

test.each([
  ["the first recording of all", [none, none], [later(7000), later(5000)], { kind: "begins", startMs: 5000 }],
  ["one of them has none", [none, none], [none, later(7000)], { kind: "begins", startMs: 7000 }],
  ["one of them has something earlier", [none, later(900)], [later(7000), none], { kind: "earlier" }],
  ["one of them has a picture here", [none, { kind: "playable" }], [later(7000), none], { kind: "earlier" }],
  ["nobody has recorded anything", [none, none], [none, none], { kind: "nothing" }],
] as const)("%s", async (_, before, after, found) => {
  expect(await beginning(before, after)).toEqual(found);
});

test("a server that does not answer may have more", async () => {
  const silent = { at: () => Promise.reject(new Error("no answer about archives")) };
  await expect(recordedBeginning(silent, [["0"]], 1000)).rejects.toThrow("no answer");
});
