import { expect, test } from "vitest";
import { streamOptions } from "#app/bindings/players/stream-options.ts";

const stream = (id: string, heightPx: number | null, active = true) => ({
  id,
  name: id,
  active,
  widthPx: heightPx === null ? null : (heightPx * 16) / 9,
  heightPx,
  framesPerSecond: 15,
});
const ids = (streams: ReturnType<typeof stream>[], primaryStreamId: string | null): string[] =>
  streamOptions({ streams, primaryStreamId }).map(({ id }) => id);

test("the primary stream is first", () => {
  expect(ids([stream("small", 180), stream("main", 720)], "main")).toEqual(["main", "small"]);
});

test("a stream that is switched off is not chosen, whatever its size", () => {
  expect(ids([stream("main", 720), stream("small", 180, false)], "main")).toEqual(["main"]);
  expect(ids([stream("main", 720), stream("small", null, false)], "main")).toEqual(["main"]);
});

test("a primary stream that is switched off stays: its player says why there is no picture", () => {
  expect(ids([stream("main", 720, false), stream("small", 180)], "main")).toEqual(["main", "small"]);
});
