import * as fc from "fast-check";
import { expect, it } from "vitest";
import { portsOfProcess } from "#recorder/config/rtc-ports.ts";

it.each([
  ["", 1, 4, ""],
  ["5000-5100", 0, 1, "5000-5100"],
  ["5000-5000", 0, 1, "5000-5000"],
  ["5000-5003", 0, 2, "5000-5001"],
  ["5000-5004", 1, 2, "5002-5004"],
  ["5000-5001", 1, 2, "5001-5001"],
  ["5000-5000", 0, 2, null],
])("of %s, the process %i of %i has %s", (range, at, processes, expected) => {
  expect(portsOfProcess(range, at, processes)).toBe(expected);
});

it("all ports are somebody's, and no port is that of two", () => {
  const port = fc.integer({ min: 1, max: 65_535 });
  fc.assert(
    fc.property(port, port, fc.integer({ min: 2, max: 64 }), (one, other, processes) => {
      const [first, last] = [Math.min(one, other), Math.max(one, other)];
      const all = Array.from({ length: processes }, (_, at) => portsOfProcess(`${first}-${last}`, at, processes));
      if (last - first + 1 < processes) {
        expect(new Set(all)).toEqual(new Set([null]));
        return;
      }
      const ends = all.map((range) => (range ?? "").split("-").map(Number));
      expect([ends[0]?.[0], ends.at(-1)?.[1]]).toEqual([first, last]);
      for (const [at, [begin = 0, end = 0]] of ends.entries()) {
        expect(begin).toBeLessThanOrEqual(end);
        if (at > 0) expect(begin).toBe((ends[at - 1]?.[1] ?? 0) + 1);
      }
    }),
  );
});
