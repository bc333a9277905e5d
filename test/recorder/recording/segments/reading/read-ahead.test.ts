import { expect, test } from "vitest";
import { ReadAhead } from "#recorder/recording/segments/reading/read-ahead.ts";
import type { SegmentAccess, SegmentView } from "#recorder/recording/segments/reading/segment-access.ts";

const view = (): SegmentView => ({ fragments: [] }) as unknown as SegmentView;

/** A file of so many fragments, of which two are read at once; `asked`: where reads began. */
function fileOf(count: number, failsAt = Number.POSITIVE_INFINITY) {
  const asked: number[] = [];
  const fragments = (_view: SegmentView, from: number) => {
    asked.push(from);
    if (from >= failsAt) return Promise.reject(new Error("the disk is broken"));
    return Promise.resolve([from, from + 1].filter((at) => at < count));
  };
  return { asked, ahead: new ReadAhead({ fragments } as unknown as SegmentAccess, Number.POSITIVE_INFINITY) };
}

test("each fragment is read once, and the next batch before anybody asks for it", async () => {
  const { asked, ahead } = fileOf(5);
  const segment = view();
  expect(await ahead.content(segment, 0)).toBe(0);
  expect(asked).toEqual([0, 2]);
  for (const at of [1, 2, 3, 4]) expect(await ahead.content(segment, at)).toBe(at);
  expect(asked).toEqual([0, 2, 4, 5]);
});

test("what was read ahead of one segment is not taken for another's", async () => {
  const { asked, ahead } = fileOf(4);
  await ahead.content(view(), 0);
  const other = view();
  expect(await ahead.content(other, 2)).toBe(2);
  expect(asked).toEqual([0, 2, 2, 4]);
});

test("a read that fails is told to whoever needs it, and not before", async () => {
  const { ahead } = fileOf(4, 2);
  const segment = view();
  expect(await ahead.content(segment, 0)).toBe(0);
  expect(await ahead.content(segment, 1)).toBe(1);
  await expect(ahead.content(segment, 2)).rejects.toThrow("the disk is broken");
});
