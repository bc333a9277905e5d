import { describe, expect, test } from "vitest";
import {
  concerns,
  type Condition,
  conditionsOf,
  dayOf,
  digestIsDue,
  type Incident,
  mailDueMs,
  retryAfterMs,
  type Rule,
  type ServerSight,
  step,
  type Subject,
} from "#domain/notifications.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";

const S = 1000;
const camera = { trigger: "camera-unreachable", orchidId: "o1", serverName: "North" } as const;
const gate = { ...camera, camera: { id: "c1", name: "Gate" }, reason: "no answer" };
const seen = (state: Condition["state"], subject: Subject = gate): Condition => ({ ...subject, state });

/** What is told and what is over, of a row of looks: [second, state]. */
function play(looks: readonly (readonly [number, Condition["state"] | "removed"])[], subject: Subject = gate) {
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
        [29, "bad"],
        [30, "bad"],
        [31, "bad"],
        [900, "bad"],
      ],
      [30],
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
        [20, "unknown"],
        [40, "bad"],
        [60, "bad"],
        [70, "bad"],
      ],
      [70],
      [],
    ],
    [
      "a removed camera has no incident",
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

  test("an error that a server tells of is told at once, silence after 15 s", () => {
    const of = (trigger: Subject["trigger"]): Subject => ({ ...gate, trigger, camera: null });
    expect(play([[0, "bad"]], of("server-error")).told).toEqual([0]);
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
    const first = step([], [seen("bad")], 0);
    const then = step(first.open, [seen("bad", { ...gate, reason: "401" })], 30 * S);
    expect(then.began).toEqual([{ ...gate, reason: "401", sinceMs: 0, toldMs: 30 * S, goodSinceMs: null }]);
  });
});

describe("what is seen of a server", () => {
  const server = (part: Partial<ServerSight>): ServerSight => ({
    orchidId: "o1",
    name: "North",
    reachable: true,
    reason: "",
    trouble: "",
    cameras: [
      { id: "c1", name: "Gate", running: true, reason: "" },
      { id: "c2", name: "Yard", running: false, reason: "no answer" },
      { id: "c3", name: "Roof", running: null, reason: "" },
    ],
    ...part,
  });
  test.each([
    ["well", {}, ["good", "good", "good", "bad", "unknown"]],
    ["not looked at yet", { reachable: null }, ["unknown", "unknown", "unknown", "unknown", "unknown"]],
    ["away: its cameras are not told too", { reachable: false }, ["bad", "unknown", "unknown", "unknown", "unknown"]],
    [
      "in trouble: it stopped its cameras itself",
      { trouble: "storage" },
      ["good", "bad", "unknown", "unknown", "unknown"],
    ],
  ] as const)("%s", (_name, part, states) => {
    expect(conditionsOf([server(part)]).map(({ state }) => state)).toEqual(states);
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
  const server: Subject = { ...gate, trigger: "server-unreachable", camera: null };
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
    expect(concerns(given as Rule, subject)).toBe(expected);
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
    ["before its time", "2026-11-22T06:59:59Z", "08:00", "2026-11-21", false],
    ["at its time of the server's zone", "2026-11-22T07:00:00Z", "08:00", "2026-11-21", true],
    ["once a day", "2026-11-22T12:00:00Z", "08:00", "2026-11-22", false],
    ["later, when nobody ran at its time", "2026-11-22T20:00:00Z", "08:00", "2026-11-20", true],
    ["midnight of the zone begins the day", "2026-11-21T23:00:00Z", "00:00", "2026-11-21", true],
    // 29 March 2026: 02:00 becomes 03:00
    ["a time that the clock skips", "2026-03-29T01:00:00Z", "02:30", "2026-03-28", true],
    ["not before that", "2026-03-29T00:59:00Z", "02:30", "2026-03-28", false],
    // 25 October 2026: 02:30 comes twice
    ["a time that comes twice: the first", "2026-10-25T00:30:00Z", "02:30", "2026-10-24", true],
    ["and not the second", "2026-10-25T01:30:00Z", "02:30", "2026-10-25", false],
  ] as const)("%s", (_name, now, time, lastDay, expected) => {
    expect(digestIsDue(time, lastDay, Date.parse(now), berlin)).toBe(expected);
  });

  test("knows the zone's day", () => expect(dayOf(Date.parse("2026-11-21T23:30:00Z"), berlin)).toBe("2026-11-22"));
});
