import { expect, test } from "vitest";
import { KnownLenses } from "#actions/stage/known-lenses.ts";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";

const lens = { ...DEFAULT_LENS, centerX: 0.48, radius: 0.53 };
function storage(text: string | null = null) {
  const kept = { text };
  return {
    kept,
    read: () => kept.text,
    write: (_key: string, value: string) => {
      kept.text = value;
      return true;
    },
  };
}

test("a lens is known again in the next session, each stream's its own", () => {
  const place = storage();
  new KnownLenses(place).keep("a", lens);
  new KnownLenses(place).keep("b", DEFAULT_LENS);
  expect(new KnownLenses(place).get("a")).toEqual(lens);
  expect(new KnownLenses(place).get("b")).toEqual(DEFAULT_LENS);
  expect(new KnownLenses(place).get("c")).toBeNull();
});

test.each(["{", "[]", "null", '{"a":7}', '{"a":{"radius":-1}}', '{"a":{"projection":"cube"}}'])(
  "stored garbage is nothing, and is written over: %s",
  (text) => {
    const place = storage(text);
    expect(new KnownLenses(place).get("a")).toBeNull();
    new KnownLenses(place).keep("a", lens);
    expect(new KnownLenses(place).get("a")).toEqual(lens);
  },
);

test("the oldest goes when there are more than 200", () => {
  const place = storage();
  const lenses = new KnownLenses(place);
  for (let at = 0; at < 200; at += 1) lenses.keep(`s${at}`, lens);
  lenses.keep("s0", lens);
  lenses.keep("new", lens);
  expect(lenses.get("s0")).toEqual(lens);
  expect(lenses.get("s1")).toBeNull();
  expect(lenses.get("new")).toEqual(lens);
});
