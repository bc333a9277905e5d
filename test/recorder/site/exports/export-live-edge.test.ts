import { expect, test } from "vitest";
import { TestHouse } from "#test/recorder/support/test-house.ts";

test("an export that is asked for beyond now ends now, in what is made and in the audit", async () => {
  const house = await TestHouse.open();
  const { camera, stream } = await house.addCamera("Gate");
  const { index, exports } = house.services;
  const nowMs = Math.floor(house.services.now());
  await index.insertClosed(
    { streamId: stream.id, startMs: nowMs - 60_000, endMs: nowMs, file: "x.mp4", bytes: 1000, frames: 1 },
    new Uint8Array(),
  );
  const body = { streams: [stream.id], start: nowMs - 30_000, stop: nowMs + 3_600_000, format: "mkv" };
  const answer = await house.ask("POST", "/service/exports", { as: "admin", body });
  expect(answer.statusCode).toBe(201);
  const { id } = (await house.ask("GET", "/service/users/me", { as: "admin" })).json<{ id: string }>();
  const [job] = exports.jobs.of(id);
  expect(job?.ask.startMs).toBe(nowMs - 30_000);
  expect(job?.ask.stopMs).toBeGreaterThanOrEqual(nowMs);
  expect(job?.ask.stopMs).toBeLessThanOrEqual(Math.ceil(house.services.now()));
  // The file name uses the zone of the caller; without a zone it uses UTC, and says so.
  const nameOf = async (more: object): Promise<string> => {
    const range = { start: nowMs - 30_000, stop: nowMs };
    const ask = { as: "admin", body: { ...body, ...range, ...more } };
    return (await house.ask("POST", "/service/exports", ask)).json<{ name: string }>().name;
  };
  expect(await nameOf({})).toMatch(/^Gate \d{4}-\d\d-\d\d \d\d-\d\d-\d\dZ\.mkv$/);
  expect(await nameOf({ zone: "Asia/Tokyo" })).toMatch(/^Gate [\d-]{10} [\d-]{8} \+0900\.mkv$/);
  const streams = house.services.cameras.streamsOf(camera.id).map(({ id: each }) => each);
  expect(await nameOf({ streams, title: "2 Kameras" })).toMatch(/^2 Kameras .*Z\.zip$/);
  await house.close();
});

test("all cameras of a big recorder go into one zip", async () => {
  const house = await TestHouse.open();
  const { index } = house.services;
  const nowMs = Math.floor(house.services.now());
  const streams: string[] = [];
  for (let i = 0; i < 100; i += 1) streams.push((await house.addCamera(`Gate ${i}`)).stream.id);
  const range = { startMs: nowMs - 60_000, endMs: nowMs };
  await index.insertClosed(
    { streamId: streams.at(-1) ?? "", ...range, file: "x.mp4", bytes: 1000, frames: 1 },
    new Uint8Array(),
  );
  const body = { streams, start: nowMs - 30_000, stop: nowMs, format: "mkv" };
  const answer = await house.ask("POST", "/service/exports", { as: "admin", body });
  expect(answer.json()).toMatchObject({ name: expect.stringMatching(/^100 cameras .*\.zip$/) });
  await house.close();
});
