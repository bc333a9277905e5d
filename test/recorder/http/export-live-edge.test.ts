import { expect, test } from "vitest";
import { TestHouse } from "./test-house.ts";

test("an export that is asked for beyond now ends now, in what is made and in the audit", async () => {
  const house = await TestHouse.open();
  const { stream } = await house.addCamera("Gate");
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
  await house.close();
});
