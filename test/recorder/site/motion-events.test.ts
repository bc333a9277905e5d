import { afterAll, beforeAll, expect, it } from "vitest";
import { motionEventList } from "#protocol/rest/recordings/motion.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const START = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;
let house: TestHouse;
/** six cameras: five with motion for half an hour, and one whose motion starts at a quarter past */
const streams: string[] = [];
beforeAll(async () => {
  house = await TestHouse.open();
  const { index } = house.services;
  for (let i = 0; i < 6; i++) {
    const { stream } = await house.addCamera(`Gate ${i}`);
    streams.push(stream.id);
    const quiet = i === 5;
    await index.putEvent({
      streamId: stream.id,
      startMs: quiet ? START + 15 * MINUTE : START + i,
      stopMs: quiet ? null : START + 30 * MINUTE,
      score: 1,
    });
  }
});
afterAll(() => house.close());

const starts = async (query: string): Promise<number[]> => {
  const answer = await house.ask("GET", `/service/events/camera-stream?id=${streams.join(",")}&count=5&${query}`, {
    as: "admin",
  });
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
  return motionEventList.parse(answer.json()).events.map(({ start }) => start - START);
};
const from = (minutes: number): string => `start=${START + minutes * MINUTE}`;

it("of those that overlap, what went on before fills the count; `starting` leaves it out", async () => {
  expect(await starts(`${from(10)}&order=asc`)).toEqual([0, 1, 2, 3, 4]);
  expect(await starts(`${from(10)}&order=asc&starting=true`)).toEqual([15 * MINUTE]);
  expect(await starts(`${from(15)}&order=asc&starting=true`)).toEqual([15 * MINUTE]);
  expect(await starts(`${from(16)}&order=asc&starting=true`)).toEqual([]);
  expect(await starts(`${from(10)}&order=asc&starting=false`)).toEqual([0, 1, 2, 3, 4]);
});

it("backwards the newest that began comes first, whatever still goes on", async () => {
  expect(await starts(`stop=${START + 16 * MINUTE}&order=desc`)).toEqual([15 * MINUTE, 4, 3, 2, 1]);
});
