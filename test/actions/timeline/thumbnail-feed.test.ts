import { expect, test, vi } from "vitest";
import { ThumbnailFeed } from "#actions/timeline/thumbnail-feed.ts";
import { ok, fail } from "#base/result.ts";
import { foreignFailure } from "#domain/failures/failure.ts";
import type { HttpFailure } from "#transport/http-failure.ts";

const missing: HttpFailure = {
  kind: "refused",
  status: 404,
  code: "archive/none",
  reason: "",
  failure: foreignFailure("", ""),
};

function rig() {
  const asked: number[] = [];
  const answers: ((picture: Blob | null) => void)[] = [];
  const blob = (call: { query?: Readonly<Record<string, unknown>> }) => {
    asked.push(Number(call.query?.time));
    return new Promise<ReturnType<typeof ok<Blob>> | ReturnType<typeof fail<HttpFailure>>>((resolve) =>
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
