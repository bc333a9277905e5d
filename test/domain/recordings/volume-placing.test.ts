import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PlaceableVolume, placeStream, WORTH_MOVING } from "#domain/recordings/volume-placing.ts";

const GB = 1024 ** 3;
const volume = (name: string, more: Partial<PlaceableVolume> = {}): PlaceableVolume => ({
  name,
  role: "record",
  isHealthy: true,
  roomBytes: 100 * GB,
  weight: 1,
  speed: null,
  streams: 0,
  ...more,
});

describe("the volume of a stream's next file", () => {
  it.each<[string, readonly PlaceableVolume[], string | null, string | null]>([
    ["the only one", [volume("a")], null, "a"],
    ["none where none records", [volume("a", { role: "keep" })], null, null],
    ["none where none is well", [volume("a", { isHealthy: false })], "a", null],
    ["none where none has room", [volume("a", { roomBytes: 0 })], "a", null],
    ["the one with more room", [volume("a"), volume("b", { roomBytes: 300 * GB })], null, "b"],
    ["the one of more weight", [volume("a"), volume("b", { weight: 2 })], null, "b"],
    ["the faster one", [volume("a", { speed: 10 }), volume("b", { speed: 100 })], null, "b"],
    ["the one with fewer streams", [volume("a", { streams: 3 }), volume("b", { streams: 1 })], null, "b"],
    ["the first of equal ones", [volume("a"), volume("b")], null, "a"],
    ["its own, although another is better", [volume("a", { streams: 2 }), volume("b", { streams: 1 })], "a", "a"],
    ["an empty one beside a laden one", [volume("a", { streams: 4 }), volume("b")], "a", "b"],
    ["another one when its own fails", [volume("a", { isHealthy: false }), volume("b")], "a", "b"],
    ["another one when its own keeps only", [volume("a", { role: "keep" }), volume("b")], "a", "b"],
    ["its own when the other one fails", [volume("a", { streams: 9 }), volume("b", { isHealthy: false })], "a", "a"],
  ])("is %s", (_, volumes, current, expected) => {
    expect(placeStream(volumes, current)).toBe(expected);
  });

  const anyVolumes = fc.uniqueArray(
    fc.record({
      name: fc.constantFrom("a", "b", "c", "d"),
      role: fc.constantFrom("record" as const, "keep" as const),
      isHealthy: fc.boolean(),
      roomBytes: fc.integer({ min: 0, max: 4000 }).map((gigabytes) => gigabytes * GB),
      weight: fc.integer({ min: 1, max: 10 }),
      speed: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: null }),
      streams: fc.constant(0),
    }),
    { selector: ({ name }) => name, maxLength: 4 },
  );
  const isAble = ({ role, isHealthy, roomBytes }: PlaceableVolume): boolean =>
    role === "record" && isHealthy && roomBytes > 0;

  /** Places each stream again and again, as files end one after the other. */
  function spread(volumes: readonly PlaceableVolume[], streams: number, rounds: number) {
    const at: (string | null)[] = Array.from({ length: streams }, () => null);
    let moves = 0;
    for (let round = 0; round < rounds; round++) {
      moves = 0;
      for (let stream = 0; stream < streams; stream++) {
        const now = volumes.map((one) => ({ ...one, streams: at.filter((name) => name === one.name).length }));
        const next = placeStream(now, at[stream] ?? null);
        if (next !== at[stream]) moves += 1;
        at[stream] = next;
      }
    }
    return { at, moves };
  }

  it("is always one that can take it, if there is one", () => {
    fc.assert(
      fc.property(anyVolumes, fc.option(fc.constantFrom("a", "b", "c", "d"), { nil: null }), (volumes, current) => {
        const name = placeStream(volumes, current);
        expect(name === null).toBe(!volumes.some(isAble));
        if (name !== null) expect(volumes.filter(isAble).map((one) => one.name)).toContain(name);
      }),
    );
  });

  it("comes to rest: streams do not go to and fro", () => {
    fc.assert(
      fc.property(anyVolumes, fc.integer({ min: 1, max: 12 }), (volumes, streams) => {
        expect(spread(volumes, streams, 8).moves).toBe(0);
      }),
    );
  });

  it("spreads streams by room, so that volumes hold about as many days", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), (times) => {
        const volumes = [volume("a"), volume("b", { roomBytes: times * 100 * GB })];
        const { at } = spread(volumes, 36, 3);
        const share = at.filter((name) => name === "b").length / 36;
        expect(Math.abs(share - times / (times + 1))).toBeLessThan(0.05);
      }),
    );
  });

  it("a volume that was added gets its part, and not more than that", () => {
    const laden = [volume("a", { streams: 8 }), volume("b")];
    const at: string[] = Array.from({ length: 8 }, () => "a");
    for (let round = 0; round < 8; round++)
      for (let stream = 0; stream < 8; stream++)
        at[stream] =
          placeStream(
            laden.map((one) => ({ ...one, streams: at.filter((name) => name === one.name).length })),
            at[stream] ?? null,
          ) ?? "";
    const moved = at.filter((name) => name === "b").length;
    expect(moved).toBeGreaterThanOrEqual(8 / (1 + WORTH_MOVING) - 1);
    expect(moved).toBeLessThanOrEqual(4);
  });
});
