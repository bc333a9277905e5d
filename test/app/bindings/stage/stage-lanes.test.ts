import { expect, test } from "vitest";
import { StageLanes } from "#app/bindings/stage/stage-lanes.ts";
import type { TimelineLaneData } from "#protocol/timeline-view.ts";
import { laneData } from "#test/stage/support/timeline-views.ts";

/** What the stage's thread has at the end: recorded spans by lane. */
function stage() {
  const has = new Map<string, [number, number][]>();
  const client = {
    setTimelineLane(id: string, data: TimelineLaneData | null) {
      if (!data) return void has.delete(id);
      const { starts, stops } = data.recorded;
      has.set(
        id,
        Array.from(starts, (start, index) => [start, stops[index] ?? 0]),
      );
      // As a transfer does.
      for (const { buffer } of [starts, stops]) structuredClone(buffer, { transfer: [buffer] });
    },
  };
  return { has, client };
}

test("lanes of their own become one of what any of them has, and lanes of their own again", () => {
  const { has, client } = stage();
  let isOne = false;
  const lanes = new StageLanes(client, () => isOne);
  lanes.set("a", laneData([[0, 10]]));
  lanes.set("b", laneData([[5, 20]]));
  expect(lanes.keep(["a", "b"])).toEqual([{ id: "a" }, { id: "b" }]);
  expect(Object.fromEntries(has)).toEqual({ a: [[0, 10]], b: [[5, 20]] });

  isOne = true;
  const [one, ...others] = lanes.keep(["a", "b"]);
  expect(others).toEqual([]);
  expect([...has]).toEqual([[one?.id, [[0, 20]]]]);
  lanes.set("b", laneData([[15, 30]]));
  expect(has.get(one?.id ?? "")).toEqual([
    [0, 10],
    [15, 30],
  ]);
  // A camera leaves the stage: its recordings leave the lane.
  lanes.keep(["a"]);
  expect(has.get(one?.id ?? "")).toEqual([[0, 10]]);

  isOne = false;
  lanes.keep(["a"]);
  expect(Object.fromEntries(has)).toEqual({ a: [[0, 10]] });
});
