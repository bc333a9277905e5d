import * as fc from "fast-check";
import { expect, it } from "vitest";
import { RELAY_FULL, relayFor } from "#domain/servers/relay-choice.ts";

const id = fc.uuid();
const relay = fc.record({ id, load: fc.double({ min: 0, max: 1, noNaN: true }) });
const relays = fc.uniqueArray(relay, { selector: (one) => one.id, maxLength: 8 });

it("the order of the list does not matter, and only who has room and is not avoided is chosen", () => {
  fc.assert(
    fc.property(id, relays, fc.nat(8), (stream, list, avoided) => {
      const avoid = list.slice(0, avoided).map((one) => one.id);
      const chosen = relayFor(stream, list, avoid);
      expect(relayFor(stream, list.toReversed(), avoid)).toEqual(chosen);
      const able = list.filter((one) => one.load < RELAY_FULL && !avoid.includes(one.id));
      expect(chosen === null).toBe(able.length === 0);
      if (chosen) expect(able).toContainEqual(chosen);
    }),
  );
});

it("a relay that goes moves its own streams only, one that comes takes some to itself only, and load moves none until it is full", () => {
  fc.assert(
    fc.property(id, relays, relay, (stream, list, other) => {
      const before = relayFor(stream, list, []);
      for (const gone of list) {
        const after = relayFor(
          stream,
          list.filter((one) => one !== gone),
          [],
        );
        if (before && gone !== before) expect(after).toBe(before);
      }
      const more = relayFor(stream, [...list.filter((one) => one.id !== other.id), other], []);
      if (before?.id !== other.id) expect([before?.id, other.id]).toContain(more?.id);
      const busier = list.map((one) => ({ ...one, load: one.load < RELAY_FULL ? RELAY_FULL - 0.001 : 1 }));
      expect(relayFor(stream, busier, [])?.id).toBe(before?.id);
    }),
  );
});

it("streams are spread evenly", () => {
  const list = ["a", "b", "c", "d"].map((one) => ({ id: one, load: 0 }));
  const counts = new Map<string, number>();
  for (let at = 0; at < 4000; at += 1) {
    const chosen = relayFor(`stream-${at}`, list, [])?.id ?? "";
    counts.set(chosen, (counts.get(chosen) ?? 0) + 1);
  }
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  expect(counts.size).toBe(4);
});
