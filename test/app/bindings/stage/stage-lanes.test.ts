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

const lane = (...streams: string[]) => ({ streamId: streams[0] ?? "", streams });

test("lanes of their own become one of what any of them has, and lanes of their own again", () => {
  const { has, client } = stage();
  let isOne = false;
  const lanes = new StageLanes(client, () => isOne);
  lanes.set("a", laneData([[0, 10]]));
  lanes.set("b", laneData([[5, 20]]));
  expect(lanes.keep([lane("a"), lane("b")])).toEqual([{ id: "a" }, { id: "b" }]);
  expect(Object.fromEntries(has)).toEqual({ a: [[0, 10]], b: [[5, 20]] });

  isOne = true;
  const [one, ...others] = lanes.keep([lane("a"), lane("b")]);
  expect(others).toEqual([]);
  expect([...has]).toEqual([[one?.id, [[0, 20]]]]);
  lanes.set("b", laneData([[15, 30]]));
  expect(has.get(one?.id ?? "")).toEqual([
    [0, 10],
    [15, 30],
  ]);
  // A camera leaves the stage: its recordings leave the lane.
  lanes.keep([lane("a")]);
  expect(has.get(one?.id ?? "")).toEqual([[0, 10]]);

  isOne = false;
  lanes.keep([lane("a")]);
  expect(Object.fromEntries(has)).toEqual({ a: [[0, 10]] });
});

test("a lane has what any stream of its camera has, also when another one becomes the primary one", () => {
  const { has, client } = stage();
  const lanes = new StageLanes(client, () => false);
  lanes.keep([lane("main", "small")]);
  lanes.set("main", laneData([[20, 30]]));
  lanes.set("small", laneData([[0, 20]]));
  expect(Object.fromEntries(has)).toEqual({ main: [[0, 30]] });

  lanes.keep([lane("small", "main")]);
  expect(Object.fromEntries(has)).toEqual({ small: [[0, 30]] });
  // The second stream is removed, with its recordings.
  lanes.keep([lane("small")]);
  expect(Object.fromEntries(has)).toEqual({ small: [[0, 20]] });
});

test("a second stream without recordings sends nothing again", () => {
  const { client } = stage();
  const sent: string[] = [];
  const lanes = new StageLanes(
    { setTimelineLane: (id, data) => (sent.push(id), client.setTimelineLane(id, data)) },
    () => false,
  );
  lanes.keep([lane("main", "small")]);
  lanes.set("main", laneData([[20, 30]]));
  lanes.set("small", laneData([]));
  expect(sent).toEqual(["main"]);
});
