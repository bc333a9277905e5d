import { failure } from "#domain/failures/failure.ts";
import { describe, expect, test } from "vitest";
import {
  concerns,
  type Condition,
  type Conditions,
  heard,
  type Incident,
  lastDigestTime,
  mailDueMs,
  retryAfterMs,
  type Rule,
  settled,
  step,
  type Subject,
  type Trouble,
  visible,
} from "#domain/servers/notifications.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";

const S = 1000;
const gate = { trigger: "camera-unreachable", orchidId: "o1", cameraId: "c1", told: failure("camera/silent") } as const;
const north: Subject = { ...gate, trigger: "server-unreachable", cameraId: null };
const seen = (state: Condition["state"], subject: Subject = gate): Condition => ({ ...subject, state });

/** The notifications and their ends for a series of checks: [second, state]. */
function play(looks: readonly (readonly [number, Condition["state"] | "removed"])[], subject: Subject = north) {
  let open: readonly Incident[] = [];
  const told: number[] = [];
  const ended: number[] = [];
  for (const [second, state] of looks) {
    const next = step(open, state === "removed" ? [] : [seen(state, subject)], second * S);
    open = next.open;
    if (next.began.length > 0) told.push(second);
    if (next.ended.length > 0) ended.push(second);
  }
  return { told, ended };
}

describe("one mail per incident", () => {
  test.each([
    [
      "a blip is nothing",
      [
        [0, "bad"],
        [10, "good"],
        [100, "good"],
      ],
      [],
      [],
    ],
    [
      "one that stays away is told once",
      [
        [0, "bad"],
        [14, "bad"],
        [15, "bad"],
        [31, "bad"],
        [900, "bad"],
      ],
      [15],
      [],
    ],
    [
      "well again is over only after 60 s",
      [
        [0, "bad"],
        [30, "bad"],
        [40, "good"],
        [99, "good"],
        [100, "good"],
      ],
      [30],
      [100],
    ],
    [
      "one that flaps is told once",
      [
        [0, "bad"],
        [30, "bad"],
        [40, "good"],
        [80, "bad"],
        [120, "good"],
        [170, "bad"],
        [210, "bad"],
        [220, "good"],
        [280, "good"],
      ],
      [30],
      [280],
    ],
    [
      "after its recovery the next one is another incident",
      [
        [0, "bad"],
        [30, "bad"],
        [40, "good"],
        [100, "good"],
        [200, "bad"],
        [230, "bad"],
      ],
      [30, 230],
      [100],
    ],
    [
      "not knowing is no health",
      [
        [0, "bad"],
        [30, "bad"],
        [40, "good"],
        [60, "unknown"],
        [110, "good"],
        [169, "good"],
      ],
      [30],
      [],
    ],
    [
      "what was not told before nobody can tell is forgotten",
      [
        [0, "bad"],
        [10, "unknown"],
        [40, "bad"],
        [54, "bad"],
        [55, "bad"],
      ],
      [55],
      [],
    ],
    [
      "a removed server has no incident",
      [
        [0, "bad"],
        [30, "bad"],
        [40, "removed"],
        [50, "removed"],
      ],
      [30],
      [40],
    ],
  ] as const)("%s", (_name, looks, told, ended) => {
    expect(play(looks)).toEqual({ told, ended });
  });

  test("an error that a server tells of is told at once, and a camera that the watch gave up; silence after 15 s", () => {
    const of = (trigger: Subject["trigger"]): Subject => ({ ...gate, trigger, cameraId: null });
    expect(play([[0, "bad"]], of("server-error")).told).toEqual([0]);
    expect(play([[0, "bad"]], gate).told).toEqual([0]);
    expect(
      play(
        [
          [0, "bad"],
          [14, "bad"],
          [15, "bad"],
        ],
        of("server-unreachable"),
      ).told,
    ).toEqual([15]);
  });

  test("keeps since when, and the reason of now", () => {
    const first = step([], [seen("bad", north)], 0);
    const then = step(first.open, [seen("bad", { ...north, told: failure("server/status", { status: 401 }) })], 30 * S);
    expect(then.began).toEqual([
      { ...north, told: failure("server/status", { status: 401 }), sinceMs: 0, toldMs: 30 * S, goodSinceMs: null },
    ]);
  });
});

describe("what the watch tells", () => {
  const states = (told: readonly (readonly [Trouble["kind"], string | null])[]) => {
    const conditions = told.reduce<Conditions>(
      (known, [kind, cameraId]) => heard(known, { kind, orchidId: "o1", cameraId, told: failure("camera/silent") }),
      new Map(),
    );
    return visible(conditions).map(({ trigger, cameraId, state }) => `${trigger} ${cameraId ?? "-"} ${state}`);
  };
  test.each([
    ["a camera goes", [["camera-unreachable", "c1"]], ["camera-unreachable c1 bad"]],
    [
      "and is back",
      [
        ["camera-unreachable", "c1"],
        ["camera-back", "c1"],
      ],
      ["camera-unreachable c1 good"],
    ],
    [
      "its server goes too: nobody can tell",
      [
        ["camera-unreachable", "c1"],
        ["server-unreachable", null],
      ],
      ["camera-unreachable c1 unknown", "server-unreachable - bad"],
    ],
    [
      "and is back: it is as it was",
      [
        ["camera-unreachable", "c1"],
        ["server-unreachable", null],
        ["server-back", null],
      ],
      ["camera-unreachable c1 bad", "server-unreachable - good"],
    ],
    ["an error", [["server-error", null]], ["server-error - bad"]],
  ] as const)("%s", (_name, told, expected) => expect(states(told)).toEqual(expected));

  test("errors of a server that follow one another are one incident", () => {
    let conditions: Conditions = new Map();
    let open: readonly Incident[] = [];
    const told: number[] = [];
    for (let second = 0; second <= 200; second += 5) {
      if ([0, 50, 100, 200].includes(second))
        conditions = heard(conditions, {
          kind: "server-error",
          orchidId: "o1",
          cameraId: null,
          told: failure("trouble/storage", { name: "N" }),
        });
      const next = step(open, visible(conditions), second * S);
      conditions = settled(conditions);
      open = next.open;
      if (next.began.length > 0) told.push(second);
    }
    expect(told).toEqual([0, 200]);
  });
});

describe("whom an incident concerns", () => {
  const rule: Rule = {
    enabled: true,
    triggers: ["camera-unreachable", "server-unreachable"],
    scope: "all",
    orchids: [],
    cameras: [],
  };
  const server = north;
  const list = (part: Partial<Rule>): Rule => ({ ...rule, scope: "list", ...part });
  test.each([
    ["everything", rule, gate, true],
    ["not when it is off", { ...rule, enabled: false }, gate, false],
    ["not another trigger", { ...rule, triggers: ["server-error"] }, gate, false],
    ["nothing with an empty list", list({}), gate, false],
    ["a listed camera", list({ cameras: [{ orchidId: "o1", id: "c1" }] }), gate, true],
    ["not the same id of another server", list({ cameras: [{ orchidId: "o2", id: "c1" }] }), gate, false],
    ["not another camera", list({ cameras: [{ orchidId: "o1", id: "c9" }] }), gate, false],
    ["a camera of a listed server", list({ orchids: ["o1"] }), gate, true],
    ["a listed server", list({ orchids: ["o1"] }), server, true],
    ["the server of a listed camera", list({ cameras: [{ orchidId: "o1", id: "c9" }] }), server, true],
    ["not another server", list({ orchids: ["o2"] }), server, false],
  ] as const)("%s", (_name, given, subject, expected) => {
    expect(concerns(given, subject)).toBe(expected);
  });
});

test("mails gather for 5 s, go at most once a minute, and are tried again ever more slowly", () => {
  expect(mailDueMs(100 * S, null)).toBe(105 * S);
  expect(mailDueMs(100 * S, 90 * S)).toBe(150 * S);
  expect(mailDueMs(100 * S, 0)).toBe(105 * S);
  expect([1, 2, 3, 4, 5, 6].map((failures) => retryAfterMs(failures) / 60_000)).toEqual([1, 2, 4, 8, 15, 15]);
});

describe("the digest", () => {
  const berlin = namedZone("Europe/Berlin");
  test.each([
    ["before its time: yesterday's", "2026-11-22T06:59:59Z", "08:00", "2026-11-21T07:00:00Z"],
    ["at its time of the server's zone", "2026-11-22T07:00:00Z", "08:00", "2026-11-22T07:00:00Z"],
    ["later that day: the same", "2026-11-22T20:00:00Z", "08:00", "2026-11-22T07:00:00Z"],
    ["midnight", "2026-11-21T23:00:00Z", "00:00", "2026-11-21T23:00:00Z"],
    ["the first of a month", "2026-12-01T05:00:00Z", "08:00", "2026-11-30T07:00:00Z"],
    // 29 March 2026: 02:00 becomes 03:00
    ["a time that the clock skips: so much after the gap", "2026-03-29T01:30:00Z", "02:30", "2026-03-29T01:30:00Z"],
    ["not before that", "2026-03-29T01:29:00Z", "02:30", "2026-03-28T01:30:00Z"],
    // 25 October 2026: 02:30 comes twice
    ["a time that comes twice: the first", "2026-10-25T02:00:00Z", "02:30", "2026-10-25T00:30:00Z"],
  ] as const)("%s", (_name, now, time, expected) => {
    expect(new Date(lastDigestTime(time, Date.parse(now), berlin)).toISOString()).toBe(
      new Date(expected).toISOString(),
    );
  });
});
