import {
  bytesToFree,
  type Candidate,
  chooseSegments,
  type StreamCandidates,
} from "#recorder/recording/keeping/retention.ts";
import { DAY_MS } from "#domain/timeline/zone.ts";
import { describe, expect, it } from "vitest";

const NOW = Date.UTC(2026, 5, 30);
const MB = 1e6;

/** One segment of 1 MB per day, `days` days back. */
function stream(streamId: string, days: number, minimumDays: number | null = null, complete = true): StreamCandidates {
  const candidates = Array.from({ length: days }, (_, i): Candidate => {
    const startMs = NOW - (days - i) * DAY_MS;
    return { id: startMs, streamId, startMs, endMs: startMs + 60_000, bytes: MB, file: `${streamId}/${i}` };
  });
  return { streamId, minimumMs: minimumDays === null ? null : minimumDays * DAY_MS, candidates, complete };
}

function left(streams: readonly StreamCandidates[], removed: readonly Candidate[]): Record<string, number> {
  return Object.fromEntries(
    streams.map(({ streamId, candidates }) => [
      streamId,
      candidates.length - removed.filter((one) => one.streamId === streamId).length,
    ]),
  );
}

/** The oldest so many have copies in the bucket. */
const withCopies = (of: StreamCandidates, count: number): StreamCandidates => ({
  ...of,
  candidates: of.candidates.map((one, at) => ({ ...one, hasCopy: at < count })),
});

describe("choosing what goes", () => {
  const cases: [string, StreamCandidates[], number, boolean, Record<string, number>][] = [
    ["nothing wanted, nothing goes", [stream("a", 5)], 0, false, { a: 5 }],
    ["the oldest goes first", [stream("a", 10), stream("b", 4)], 4, false, { a: 6, b: 4 }],
    ["days become equal", [stream("a", 10), stream("b", 4)], 8, false, { a: 3, b: 3 }],
    ["an override keeps its days, others pay", [stream("a", 10, 8), stream("b", 10)], 6, false, { a: 8, b: 6 }],
    [
      "what has a copy goes before what is older and has none",
      [withCopies(stream("a", 4), 3), stream("b", 9)],
      3,
      false,
      { a: 1, b: 9 },
    ],
    ["then the oldest goes, as ever", [withCopies(stream("a", 4), 2), stream("b", 9)], 5, false, { a: 2, b: 6 }],
    [
      "what an override promises stays, on the disk or as its copy",
      [withCopies(stream("a", 4, 5), 2), stream("b", 9)],
      14,
      false,
      { a: 2, b: 0 },
    ],
    ["an override is a minimum, not a limit", [stream("a", 10, 2), stream("b", 10)], 4, false, { a: 8, b: 8 }],
    ["an override of 0 is automatic", [stream("a", 10, 0), stream("b", 10)], 4, false, { a: 8, b: 8 }],
    ["promises are kept although space is short", [stream("a", 10, 10), stream("b", 2)], 9, false, { a: 10, b: 0 }],
    ["on a full disk promises are broken last", [stream("a", 10, 10), stream("b", 2)], 4, true, { a: 8, b: 0 }],
    ["everything may go when all is wanted", [stream("a", 3), stream("b", 3)], 100, false, { a: 0, b: 0 }],
  ];
  for (const [name, streams, wantMb, emergency, expected] of cases)
    it(name, () => {
      const { remove, freedBytes, more } = chooseSegments(streams, wantMb * MB, NOW, emergency);
      expect(left(streams, remove)).toEqual(expected);
      expect(freedBytes).toBe(remove.length * MB);
      expect(more).toBe(false);
    });

  it("never chooses beyond what it knows of a stream", () => {
    const partly = stream("a", 10, null, false);
    const known = { ...partly, candidates: partly.candidates.slice(0, 3) };
    const { remove, more } = chooseSegments([known, stream("b", 9)], 9 * MB, NOW, false);
    expect(more).toBe(true);
    // a: 10, 9, 8 days old; b: 9, 8 days old; files that are 7 days old must wait for a's next page
    expect(remove.map((one) => `${one.streamId}${Math.round((NOW - one.startMs) / DAY_MS)}`)).toEqual([
      "a10",
      "a9",
      "b9",
      "a8",
      "b8",
    ]);
  });

  it("leaves the newest minutes to a full disk", () => {
    const fresh = { id: 1, streamId: "a", startMs: NOW - 120_000, endMs: NOW - 60_000, bytes: MB, file: "x" };
    const streams = [{ streamId: "a", minimumMs: null, candidates: [fresh], complete: true }];
    expect(chooseSegments(streams, MB, NOW, false).remove).toEqual([]);
    expect(chooseSegments(streams, MB, NOW, true).remove).toEqual([fresh]);
  });
});

describe("how much has to go", () => {
  const GB = 1e9;
  const space = (capacity: number, free: number, unavailable = 0) => ({
    capacityBytes: capacity * GB,
    freeBytes: free * GB,
    unavailableBytes: unavailable * GB,
  });
  it.each([
    ["below the threshold", space(100, 20), 70, 85, null, 0],
    ["at the threshold", space(100, 15), 70, 85, null, 0],
    ["above the threshold", space(100, 10), 70, 85, null, 5],
    ["reserved space does not count", space(105, 10, 5), 70, 85, null, 5],
    ["a limit of its own", space(100, 50), 50, 85, 40, 10],
    ["the larger of both", space(100, 5), 50, 85, 48, 10],
    ["a limit that is not reached", space(100, 50), 30, 85, 40, 0],
  ] as const)("%s", (_, disk, archives, thresholdPercent, maxGb, expected) => {
    const policy = { thresholdPercent, maxBytes: maxGb === null ? null : maxGb * GB };
    expect(bytesToFree(disk, archives * GB, policy)).toBe(expected * GB);
  });
});
