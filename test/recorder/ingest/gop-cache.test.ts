import { describe, expect, test } from "vitest";
import type { AccessUnit } from "#recorder/formats/access-unit.ts";
import { GopCache } from "#recorder/ingest/gop-cache.ts";

const unit = (key: boolean): AccessUnit => ({
  kind: "video",
  key,
  pts90k: 0,
  wallMs: 0,
  nals: [Buffer.alloc(10)],
  broken: false,
});

/** A camera that sends a picture every `everyMs`, starting with a key frame. */
function sending(everyMs: number, count: number) {
  let nowMs = 1000;
  const cache = new GopCache(() => nowMs);
  for (let i = 0; i < count; i++) {
    cache.push(unit(i === 0));
    if (i < count - 1) nowMs += everyMs;
  }
  return {
    cache,
    after: (ms: number) => {
      nowMs += ms;
      return cache.units.length;
    },
    push: (key: boolean) => cache.push(unit(key)),
  };
}

describe("a camera that stops", () => {
  test("has no pictures for who comes then", () => {
    const { after } = sending(40, 25);
    expect(after(1400)).toBe(25);
    expect(after(200)).toBe(0);
  });

  test("a slow one is given four of its pauses", () => {
    const { after } = sending(2000, 5);
    expect(after(7900)).toBe(5);
    expect(after(200)).toBe(0);
  });

  test("one that goes on gives the whole group again", () => {
    const { after, push } = sending(40, 25);
    expect(after(5000)).toBe(0);
    push(false);
    expect(after(0)).toBe(26);
  });

  test("a pause of once is forgotten", () => {
    const { after, push } = sending(40, 25);
    after(5000);
    for (let i = 0; i < 50; i++) {
      after(40);
      push(false);
    }
    expect(after(1600)).toBe(0);
  });

  test("after a new connection nothing is known of its pauses", () => {
    const { cache, after, push } = sending(40, 25);
    cache.clear();
    expect(after(60_000)).toBe(0);
    push(true);
    expect(after(1400)).toBe(1);
    expect(after(200)).toBe(0);
  });
});

test("pictures before the first key frame are not kept", () => {
  const cache = new GopCache(() => 0);
  cache.push(unit(false));
  expect(cache.units).toEqual([]);
  cache.push(unit(true));
  cache.push(unit(false));
  expect(cache.units.map(({ key }) => key)).toEqual([true, false]);
  cache.push(unit(true));
  expect(cache.units.map(({ key }) => key)).toEqual([true]);
});
