import { describe, expect, it } from "vitest";
import { LEASE_MS, mayTakeOver, recordsAgain, RENEW_MS, steadySince } from "#domain/standby/lease.ts";

describe("whether the database has answered all the time", () => {
  it.each([
    ["the first look begins it", null, { beganMs: 100, endedMs: 120 }, 100],
    ["the next ones go on with it", 100, { beganMs: 600, endedMs: 620 }, 100],
    ["a look that fails ends it", 100, { beganMs: 600, endedMs: null }, null],
    ["so does a slow one: others may have waited as long", 100, { beganMs: 600, endedMs: 2700 }, null],
  ])("%s", (_, before, look, since) => expect(steadySince(before, look)).toBe(since));
});

describe("who may stand in for an owner whose lease is over", () => {
  const LONG = LEASE_MS + RENEW_MS;
  it.each([
    ["one that has looked as long as every owner needs to renew", 0, LONG, 1e9, true],
    ["not one that has just come to the database", 1, LONG, 1e9, false],
    ["not one that the database does not answer", null, LONG, 1e9, false],
    ["nobody when the database has just been started: no owner could renew", 0, LONG, LONG - 1, false],
    ["and everybody once it has run for a while", 0, LONG, LONG, true],
  ])("%s", (_, since, nowMs, upMs, may) => expect(mayTakeOver(since, nowMs, upMs)).toBe(may));
});

describe("whether an owner that is back records again", () => {
  const stream = { isWanted: true, isRunning: true, isContinuous: true, archiveAgeMs: 500 };
  it.each([
    ["when all its cameras are recorded", [stream, stream], 0, true],
    ["when it has none", [], 0, true],
    ["not while one is still dialled", [stream, { ...stream, isRunning: false }], 59_999, false],
    ["but a camera that it cannot reach is not waited for for ever", [{ ...stream, isRunning: false }], 60_000, true],
    ["not before anything is written", [{ ...stream, archiveAgeMs: null }], 0, false],
    ["not when nothing is written any more", [{ ...stream, archiveAgeMs: 3001 }], 0, false],
    [
      "what is recorded by motion need not be written now",
      [{ ...stream, isContinuous: false, archiveAgeMs: null }],
      0,
      true,
    ],
    ["what is not recorded at all does not count", [{ ...stream, isWanted: false, isRunning: false }], 0, true],
  ])("%s", (_, streams, backMs, again) => expect(recordsAgain(streams, backMs)).toBe(again));
});
