import { expect, test, vi } from "vitest";
import { ThumbnailFeed } from "#actions/timeline/thumbnail-feed.ts";
import { ok, fail } from "#base/result.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";

const missing: Failure = { ...failure("archive/none"), status: 404 };

function rig() {
  const asked: number[] = [];
  const answers: ((picture: Blob | null) => void)[] = [];
  const blob = (call: { query?: Readonly<Record<string, unknown>> }) => {
    asked.push(Number(call.query?.time));
    return new Promise<ReturnType<typeof ok<Blob>> | ReturnType<typeof fail<Failure>>>((resolve) =>
      answers.push((picture) => resolve(picture ? ok(picture) : fail(missing))),
    );
  };
  let addresses = 0;
  vi.stubGlobal("URL", { createObjectURL: () => `blob:${++addresses}`, revokeObjectURL: () => undefined });
  const clock = { nowMs: 0 };
  return { feed: new ThumbnailFeed({ blob }, undefined, () => clock.nowMs), asked, answers, clock };
}
const picture = new Blob(["x"]);
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test("one picture is on its way, the newest wish wins, and what is known is not asked for again", async () => {
  const { feed, asked, answers } = rig();
  let came = 0;
  const onCame = () => (came += 1);
  for (const time of [1000, 2000, 3000]) feed.want("s", time, onCame);
  expect(asked).toEqual([1000]);
  answers[0]?.(picture);
  await settled();
  expect(asked).toEqual([1000, 3000]);
  answers[1]?.(picture);
  await settled();
  expect([feed.get("s", 1000), feed.get("s", 2000), feed.get("s", 3000)]).toEqual(["blob:1", undefined, "blob:2"]);
  feed.want("s", 3000, onCame);
  expect(asked).toHaveLength(2);
  expect(came).toBe(2);
});

test("where nothing is recorded it remembers that for a while: what is recorded just now comes later", async () => {
  const { feed, asked, answers, clock } = rig();
  feed.want("s", 1000, () => undefined);
  answers[0]?.(null);
  await settled();
  expect(feed.get("s", 1000)).toBeNull();
  feed.want("s", 1000, () => undefined);
  expect(asked).toHaveLength(1);
  clock.nowMs += 10_000;
  expect(feed.get("s", 1000)).toBeUndefined();
  feed.want("s", 1000, () => undefined);
  expect(asked).toHaveLength(2);
  answers[1]?.(picture);
  await settled();
  expect(feed.get("s", 1000)).toBe("blob:1");
});

test("a picture that comes after the sign-out is not kept, and does not hold up the next", async () => {
  const { feed, asked, answers } = rig();
  const came = vi.fn<() => void>();
  feed.want("s", 1000, came);
  feed.clear();
  answers[0]?.(picture);
  await settled();
  expect(feed.get("s", 1000)).toBeUndefined();
  expect(came).not.toHaveBeenCalled();
  feed.want("s", 1000, came);
  expect(asked).toEqual([1000, 1000]);
  answers[1]?.(picture);
  await settled();
  expect(feed.get("s", 1000)).toBe("blob:1");
  expect(came).toHaveBeenCalledTimes(1);
});

test("a list comes two at a time, in order, from the first stream that has a picture; the pointer's goes before, and another list replaces it", async () => {
  const { feed, asked, answers } = rig();
  const stills = [1000, 2000, 3000, 4000].map((timeMs) => ({ streamIds: ["small", "large"], timeMs }));
  let came = 0;
  feed.wantAll(stills, () => (came += 1));
  expect(asked).toEqual([1000, 2000]);
  // The small stream has none there: the large one is asked.
  answers[0]?.(null);
  await settled();
  expect(asked).toEqual([1000, 2000, 1000]);
  answers[2]?.(picture);
  answers[1]?.(picture);
  await settled();
  expect(asked).toEqual([1000, 2000, 1000, 3000, 4000]);
  const [first, second, third] = stills;
  expect([first, second, third].map((still) => still && feed.still(still))).toEqual(["blob:1", "blob:2", undefined]);
  expect(came).toBe(3);
  feed.wantAll([{ streamIds: ["small"], timeMs: 9000 }], () => undefined);
  answers[3]?.(picture);
  answers[4]?.(picture);
  await settled();
  expect(asked.slice(5)).toEqual([9000]);
});

/** A recorder that answers every request at once, as one that is away does. */
function answered(answer: (asked: number) => ReturnType<typeof ok<Blob>> | ReturnType<typeof fail<Failure>>) {
  let asked = 0;
  const clock = { nowMs: 0 };
  vi.stubGlobal("URL", { createObjectURL: () => "blob:1", revokeObjectURL: () => undefined });
  const blob = () => Promise.resolve(answer((asked += 1)));
  // One that asks without end would never let this test go on.
  const bounded = () => (asked < 5_000 ? blob() : new Promise<never>(() => undefined));
  return { feed: new ThumbnailFeed({ blob: bounded }, undefined, () => clock.nowMs), asked: () => asked, clock };
}

test("a picture that was missing, and that the recorder does not answer for now, is asked for once for each list", async () => {
  let isAway = false;
  const { feed, asked, clock } = answered(() => fail(isAway ? failure("network/no-response") : missing));
  const list = [1000, 2000].map((timeMs) => ({ streamIds: ["s"], timeMs }));
  feed.wantAll(list, () => undefined);
  await settled();
  expect(asked()).toBe(2);
  clock.nowMs += 10_000;
  isAway = true;
  feed.wantAll(list, () => undefined);
  await settled();
  expect(asked()).toBe(4);
  feed.wantAll(list, () => undefined);
  await settled();
  expect(asked()).toBe(6);
});

test("a list of more pictures than are kept ends", async () => {
  const { feed, asked } = answered(() => ok(picture));
  feed.wantAll(
    Array.from({ length: 400 }, (_, index) => ({ streamIds: ["s"], timeMs: index * 1000 })),
    () => undefined,
  );
  await settled();
  expect(asked()).toBe(400);
});
