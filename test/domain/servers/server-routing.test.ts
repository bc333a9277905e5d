import { expect, test } from "vitest";
import { mergedAnswer, namedIds, type RoutableCall, routed } from "#domain/servers/server-routing.ts";

/** c1, s1, s2 belong to the first server; c9, s9 to the second. */
const owners: Readonly<Record<string, string>> = { c1: "north", s1: "north", s2: "north", c9: "south", s9: "south" };
const ownerOf = (id: string): string | null => owners[id] ?? null;

test.each<[string, RoutableCall, string[]]>([
  ["a camera's path", { path: "/service/cameras/c1/position/presets" }, ["c1"]],
  ["a stream's path with a query in it", { path: "/service/streams/s1/whep?time=5" }, ["s1"]],
  ["an escaped id", { path: "/service/streams/s%2F1/frame" }, ["s/1"]],
  ["archives", { path: "/service/archives", query: { streamId: "s1,s9", take: 5 } }, ["s1", "s9"]],
  ["archives per day", { path: "/service/archives/per-day", query: { ids: "s1,s9" } }, ["s1", "s9"]],
  ["events", { path: "/service/events/camera-stream", query: { id: "s2" } }, ["s2"]],
  ["histogram", { path: "/service/events/camera-stream/histogram", query: { id: "s2,s1" } }, ["s2", "s1"]],
  ["new bookmarks", { path: "/service/bookmarks", body: { streams: ["s1", "s9"] } }, ["s1", "s9"]],
  ["an export", { path: "/service/exports", body: { streams: ["s9"] } }, ["s9"]],
  ["the list of cameras", { path: "/service/cameras" }, []],
  ["a camera group", { path: "/service/groups", body: { streams: ["s1"] } }, []],
  ["nothing in the query", { path: "/service/archives", query: { streamId: "" } }, []],
])("%s names its cameras and streams", (_what, call, ids) => expect(namedIds(call)).toEqual(ids));

test.each<[string, RoutableCall, { orchidId: string | null; ids: string | undefined }[]]>([
  ["one owner", { path: "/service/archives", query: { streamId: "s1,s2" } }, [{ orchidId: "north", ids: "s1,s2" }]],
  [
    "two owners",
    { path: "/service/archives", query: { streamId: "s1,s9,s2" } },
    [
      { orchidId: "north", ids: "s1,s2" },
      { orchidId: "south", ids: "s9" },
    ],
  ],
  ["somebody gone", { path: "/service/archives", query: { streamId: "x,s9" } }, [{ orchidId: "south", ids: "s9" }]],
  ["no owner", { path: "/service/archives", query: { streamId: "x" } }, [{ orchidId: null, ids: "x" }]],
  ["a word in the place of an id", { path: "/service/cameras/disk-usage" }, [{ orchidId: null, ids: undefined }]],
])("a call goes where its streams are: %s", (_what, call, expected) =>
  expect(
    routed(call, ownerOf).map((part) => ({ orchidId: part.orchidId, ids: part.call.query?.["streamId"] })),
  ).toEqual(expected),
);

test("a body is narrowed to each server's own streams", () => {
  const parts = routed({ path: "/service/locks", body: { streams: ["s1", "s9"], text: "theft" } }, ownerOf);
  expect(parts.map(({ call }) => call.body)).toEqual([
    { streams: ["s1"], text: "theft" },
    { streams: ["s9"], text: "theft" },
  ]);
});

test("days add up, also where only one server has a day", () => {
  const answers = [
    { archivesPerDay: { "2026-03-01": 5 }, streamsCount: 2 },
    { archivesPerDay: { "2026-03-01": 7, "2026-03-02": 1 }, streamsCount: 1 },
  ];
  expect(mergedAnswer({ path: "/service/archives/per-day" }, answers)).toEqual({
    archivesPerDay: { "2026-03-01": 12, "2026-03-02": 1 },
    streamsCount: 3,
  });
});

test.each([
  { order: "desc", count: 2, starts: [9, 7] },
  { order: "asc", count: 3, starts: [1, 3, 7] },
  { order: undefined, count: 2, starts: [3, 9, 1, 7] },
])("events in $order order, $count of them", ({ order, count, starts }) => {
  const answers = [{ events: [{ start: 3 }, { start: 9 }] }, { events: [{ start: 1 }, { start: 7 }] }];
  const merged = mergedAnswer({ path: "/service/events/camera-stream", query: { order, count } }, answers);
  expect(merged).toEqual({ events: starts.map((start) => ({ start })) });
});

test("archives come newest first, histograms side by side where their bins are as long", () => {
  expect(
    mergedAnswer({ path: "" }, [{ archives: [{ start: 5 }, { start: 1 }] }, { archives: [{ start: 3 }] }]),
  ).toEqual({
    archives: [{ start: 5 }, { start: 3 }, { start: 1 }],
  });
  const bins = (segment: number, id: string) => ({ segment, streams: [{ id, counts: [] }] });
  expect(mergedAnswer({ path: "" }, [bins(1, "a"), bins(1, "b"), bins(2, "c")])).toEqual({
    segment: 1,
    streams: [
      { id: "a", counts: [] },
      { id: "b", counts: [] },
    ],
  });
  expect(mergedAnswer({ path: "" }, ["nonsense"])).toBeUndefined();
});
