import { expect, test } from "vitest";
import { RelayWays } from "#app/bindings/players/relay-ways.ts";
import { AVOIDED_RELAYS_MAX } from "#protocol/relay-names.ts";

test("a relay that was never reached is avoided for ten minutes, one that ended for half a minute", () => {
  const ways = new RelayWays();
  ways.failed("far", false, 1000);
  ways.failed("ended", true, 1000);
  expect(ways.avoided(1000)).toEqual(["ended", "far"]);
  expect(ways.avoided(30_999)).toEqual(["ended", "far"]);
  expect(ways.avoided(31_000)).toEqual(["far"]);
  // It is no nearer for having ended once more.
  ways.failed("far", true, 31_000);
  expect(ways.avoided(600_999)).toEqual(["far"]);
  expect(ways.avoided(601_000)).toEqual([]);
});

test("another network may reach it, and no call names more of them than a recorder reads", () => {
  const ways = new RelayWays();
  for (let at = 0; at < AVOIDED_RELAYS_MAX + 5; at += 1) ways.failed(`r${at}`, false, 0);
  expect(ways.avoided(1)).toHaveLength(AVOIDED_RELAYS_MAX);
  expect(ways.avoided(1)[0]).toBe(`r${AVOIDED_RELAYS_MAX + 4}`);
  ways.forget();
  expect(ways.avoided(1)).toEqual([]);
});
