import { afterAll, beforeAll, expect, it } from "vitest";
import { motionHistogram } from "#protocol/rest/recordings/motion.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const START = Date.UTC(2026, 5, 1, 12);
let house: TestHouse;
let streamId = "";
beforeAll(async () => {
  house = await TestHouse.open();
  streamId = (await house.addCamera("Gate")).stream.id;
  const { index } = house.services;
  await index.putEvent({ streamId, startMs: START - 500, stopMs: START + 500, score: 1 });
  await index.putEvent({ streamId, startMs: START + 1500, stopMs: START + 1700, score: 1 });
});
afterAll(() => house.close());

const ask = (query: string) =>
  house.ask("GET", `/service/events/camera-stream/histogram?${query.replaceAll("STREAM", streamId)}`, { as: "admin" });
const times = (lengthMs: number): string => `start=${START}&stop=${START + lengthMs}`;
/** STREAM stands for the stream's id, which is known once the tests run. */
const ids = (count: number): string => `id=${Array.from({ length: count }, () => "STREAM").join(",")}`;
async function bins(query: string) {
  const answer = await ask(query);
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
  const { segment, streams } = motionHistogram.parse(answer.json());
  return { segment, counts: streams.find(({ id }) => id === streamId)?.counts ?? [] };
}

it.each([
  ["a single ms", times(1), 1000, 1],
  ["bins of nothing", `${times(3000)}&minSegment=0`, 1000, 3],
  ["bins below a second", `${times(3000)}&minSegment=999`, 1000, 3],
  ["bins of a second", `${times(3000)}&minSegment=1000`, 1000, 3],
  ["a last bin that is not whole", `${times(3001)}&minSegment=1000`, 1000, 4],
  ["as many bins as there may be", times(10_000_000), 1000, 10_000],
  ["a ms more than that: longer bins", times(10_000_001), 1001, 9991],
  ["a bin longer than all", `${times(3000)}&minSegment=999999999`, 999_999_999, 1],
  ["the longest time of all", "start=0&stop=999999999999999", 100_000_000_000, 10_000],
  ["a hundred streams have as many bins", `${times(10_000_000)}&${ids(100)}`, 1000, 10_000],
  ["two hundred have half of them each", `${times(10_000_000)}&${ids(200)}`, 2000, 5000],
  ["as many streams as there may be", `${times(10_000_000)}&${ids(1000)}`, 10_000, 1000],
])("%s", async (_name, query, segment, count) => {
  const answer = await bins(query);
  expect([answer.segment, answer.counts.length]).toEqual([segment, count]);
});

it("counts what the bins touch, from the first one to the last", async () => {
  expect((await bins(times(3000))).counts).toEqual([1, 1, 0]);
  expect((await bins(times(1500))).counts).toEqual([1, 0]);
  expect((await bins(`start=${START + 500}&stop=${START + 1501}`)).counts).toEqual([0, 1]);
});

it.each([
  ["an end at the start", times(0), "stop: must be after start"],
  ["an end before the start", times(-1), "stop: must be after start"],
  ["no end", `start=${START}`, /^stop: /],
  ["no start", `stop=${START}`, /^start: /],
  ["a time with more than 15 digits", "start=0&stop=1000000000000000", /^stop: /],
  ["a time before all time", "start=-1&stop=1000", /^start: /],
  ["a bin of more than 9 digits", `${times(3000)}&minSegment=1000000000`, /^minSegment: /],
  ["a bin that is no whole number", `${times(3000)}&minSegment=1.5`, /^minSegment: /],
  ["more streams than there may be", `${times(3000)}&${ids(1001)}`, "id: at most 1000 identifiers"],
])("refuses %s, and says why", async (_name, query, reason) => {
  const answer = await ask(query);
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: "request/invalid" }]);
  const told = answer.json<{ reason: string }>().reason;
  if (typeof reason === "string") expect(told).toBe(reason);
  else expect(told).toMatch(reason);
});
