import * as fc from "fast-check";
import { expect, it } from "vitest";
import { changedAt, isLaterMark } from "#domain/standby/later-mark.ts";

it.each([
  ["a later change", { changedMs: 2, text: "a" }, { changedMs: 1, text: "b" }, true],
  ["an earlier one", { changedMs: 1, text: "b" }, { changedMs: 2, text: "a" }, false],
  ["a later removal", { changedMs: 2, text: null }, { changedMs: 1, text: "b" }, true],
  ["a change after a removal", { changedMs: 3, text: "b" }, { changedMs: 2, text: null }, true],
  ["a removal at the same moment", { changedMs: 2, text: null }, { changedMs: 2, text: "b" }, true],
  ["the greater text at the same moment", { changedMs: 2, text: "b" }, { changedMs: 2, text: "a" }, true],
  ["the same", { changedMs: 2, text: "a" }, { changedMs: 2, text: "a" }, false],
  ["the same removal", { changedMs: 2, text: null }, { changedMs: 2, text: null }, false],
])("%s takes the other one's place: or not", (_name, one, other, isLater) => {
  expect(isLaterMark(one, other)).toBe(isLater);
});

const version = fc.record({ changedMs: fc.nat(5), text: fc.option(fc.constantFrom("", "a", "b")) });

it("whichever of two recorders hears first, both keep the same in the end", () => {
  fc.assert(
    fc.property(fc.array(version, { minLength: 1 }), (all) => {
      const kept = (list: typeof all) => list.reduce((held, one) => (isLaterMark(one, held) ? one : held));
      expect(kept(all.toReversed())).toEqual(kept(all));
    }),
  );
});

it("a change is later than what it changes, also where the clock was set back", () => {
  expect([changedAt(5, 3), changedAt(5, 5), changedAt(5, 9)]).toEqual([5, 6, 10]);
});
