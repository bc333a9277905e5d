import { foreignFailure } from "#domain/failures/failure.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chartBins } from "#domain/servers/report.ts";
import { serverEventList } from "#protocol/rest/recordings/motion.ts";
import { report } from "#protocol/rest/server/server.ts";
import { newId } from "#recorder/store/ids.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const START = Date.UTC(2026, 5, 1, 12);
const STOP = START + 3_600_000;
let house: TestHouse;
let streamId = "";
beforeAll(async () => {
  house = await TestHouse.open();
  streamId = (await house.addCamera("Gate")).stream.id;
  const event = (message: string, when_ms: number, stream_id: string | null = null) => ({
    id: newId(),
    type: "Edge",
    message,
    when_ms,
    stream_id,
    camera_id: null,
  });
  await house.services.store
    .insertInto("server_events")
    .values([
      event("before", START - 1),
      event("first", START),
      event("between", START + 1, streamId),
      event("last", STOP - 1, streamId),
      event("next", STOP),
    ])
    .execute();
});
afterAll(() => house.close());

const get = async (path: string): Promise<unknown> => {
  const answer = await house.ask("GET", path, { as: "admin" });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const reported = async (start: number, stop: number) => {
  const { orchidEvents, streamEvents } = report.parse(await get(`/service/server/report?start=${start}&stop=${stop}`));
  return [...orchidEvents, ...streamEvents];
};
const messages = (events: readonly { message: string }[]): string[] => events.map(({ message }) => message);

it("report, list of events and chart have the same ones: from the start on, and before the end", async () => {
  const events = await reported(START, STOP);
  expect(messages(events)).toEqual(["first", "between", "last"]);
  expect(chartBins(events, START, STOP, 4)).toEqual([2, 0, 0, 1]);
  const query = `start=${START}&stop=${STOP}&eventType=Edge`;
  const listed = serverEventList.parse(await get(`/service/events/server?${query}`)).events;
  expect(messages(listed)).toEqual(["last", "between", "first"]);
  // Adjacent ranges count nothing twice and lose nothing.
  expect(messages(await reported(START - 1000, START))).toEqual(["before"]);
  expect(messages(await reported(STOP, STOP + 1000))).toEqual(["next"]);
  expect(await reported(START, START)).toEqual([]);
});

it("what happens now is in a list without an end", async () => {
  await house.services.journal.event("Now", foreignFailure("", "just now"));
  const { events } = serverEventList.parse(await get("/service/events/server?eventType=Now"));
  expect(messages(events)).toEqual(["just now"]);
});

it("a report with more events than it holds has the newest and says so", async () => {
  const day = Date.UTC(2026, 6, 1);
  const most = 10_000;
  const rows = Array.from({ length: most + 1 }, (_, i) => ({
    id: newId(),
    type: "Edge",
    message: "",
    when_ms: day + i,
    stream_id: null,
    camera_id: null,
  }));
  for (let i = 0; i < rows.length; i += 1000)
    await house.services.store
      .insertInto("server_events")
      .values(rows.slice(i, i + 1000))
      .execute();
  const asked = async (from: number) => {
    const url = `/service/server/report?start=${from}&stop=${day + rows.length}`;
    const { orchidEvents, truncated } = report.parse(await get(url));
    return [orchidEvents.length, orchidEvents[0]?.when, truncated];
  };
  expect(await asked(day)).toEqual([most, day + 1, true]);
  expect(await asked(day + 1)).toEqual([most, day + 1, false]);
});

it("what somebody may see is listed, however much that they may not see is newer", async () => {
  const { journal, store } = house.services;
  const newer = Array.from({ length: 5 }, (_, i) => ({
    id: newId(),
    type: "Edge",
    message: "",
    when_ms: Date.UTC(2026, 6, 1, 12) + i,
    stream_id: null,
    camera_id: null,
  }));
  await store.insertInto("server_events").values(newer).execute();
  const all = { startMs: Date.UTC(2026, 6, 1), stopMs: Date.UTC(2026, 6, 2), count: 10 };
  const isShown = ({ when }: { when: number }) => when < all.startMs + 2;
  expect((await journal.events({ ...all, isShown })).map(({ when }) => when - all.startMs)).toEqual([1, 0]);
  expect((await journal.events({ ...all, isShown, count: 1 })).map(({ when }) => when - all.startMs)).toEqual([1]);
});

it("counts what was recorded within its time, not the whole minutes that begin in it", async () => {
  const { index } = house.services;
  const begin = Date.UTC(2026, 7, 1, 12, 0, 30);
  for (const minute of [0, 1, 2]) {
    const startMs = begin + minute * 60_000;
    const file = `${streamId}/${startMs}.mp4`;
    await index.insertClosed(
      { streamId, startMs, endMs: startMs + 60_000, file, bytes: 6000, frames: 900 },
      new Uint8Array(),
    );
  }
  const recordedIn = async (fromS: number, toS: number) => {
    const url = `/service/server/report?start=${begin + fromS * 1000}&stop=${begin + toS * 1000}`;
    const { cameras } = report.parse(await get(url));
    const own = cameras[0]?.streams.find(({ id }) => id === streamId);
    return [own?.secondsRecorded, own?.bytesRecorded];
  };
  expect(await recordedIn(0, 180)).toEqual([180, 18_000]);
  expect(await recordedIn(-60, 600)).toEqual([180, 18_000]);
  expect(await recordedIn(15, 45)).toEqual([30, 3000]);
  expect(await recordedIn(30, 90)).toEqual([60, 6000]);
  expect(await recordedIn(150, 210)).toEqual([30, 3000]);
  expect(await recordedIn(180, 240)).toEqual([0, 0]);
  expect(await recordedIn(60, 60)).toEqual([0, 0]);
});
