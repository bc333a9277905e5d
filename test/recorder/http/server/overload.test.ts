import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open({ "http.overload-delay": "1" });
});
afterAll(() => house.close());
afterEach(() => vi.restoreAllMocks());

/** Blocks this process, as too much work blocks a recorder. */
const stall = async (): Promise<void> => {
  const untilMs = Date.now() + 40;
  while (Date.now() < untilMs);
  await new Promise((resolve) => setImmediate(resolve));
};

it("is told as busy, with the time to come back, once it lasts; health is told all the while", async () => {
  // Each request is a second later: only the process's own clock is advanced.
  const clock = performance.now.bind(performance);
  let laterMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => clock() + laterMs);
  const seen: number[] = [];
  for (let round = 0; round < 400 && seen.at(-1) !== 503; round += 1) {
    await stall();
    laterMs += 1000;
    seen.push((await house.ask("GET", "/service/cameras")).statusCode);
  }
  // One long stall does not count as overload: five seconds of stalls do.
  expect(seen.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 401));
  const busy = await house.ask("GET", "/service/cameras", { as: "admin" });
  expect(busy.statusCode).toBe(503);
  expect(busy.json()).toMatchObject({ code: "server/busy", reason: "The server is busy. Try again." });
  expect(busy.headers["retry-after"]).toBe("5");
  expect((await house.ask("GET", "/livez")).statusCode).toBe(200);
});
