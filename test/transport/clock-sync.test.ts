import { afterEach, expect, test } from "vitest";
import { ok } from "#base/result.ts";
import { probeClock } from "#transport/clock-sync.ts";
import { HttpClient } from "#transport/http.ts";
import { type Call } from "#transport/http-call.ts";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";

let server: FakeServer | undefined;
afterEach(async () => server?.close());

async function probe(answer: string, times = [1_000, 1_100]) {
  server = await fakeServer({ "GET /service/time": { text: answer } });
  const http = new HttpClient({ origin: server.origin, token: () => null, onUnauthorized: () => undefined });
  const [startedMs = 0, endedMs = 0] = times;
  let asked = 0;
  return probeClock(http, { nowMs: () => (asked++ === 0 ? startedMs : endedMs) });
}

test("half of the round trip is taken off", async () => {
  expect(await probe("7050\n")).toEqual({ ok: true, value: { skewMs: 6_000, roundTripMs: 100 } });
});

test.each([
  ["slept", 1_000, 7_201_000],
  ["set back", 7_201_000, 1_000],
])("a machine that was %s meanwhile has measured nothing", async (_name, startedMs, endedMs) => {
  expect((await probe("7050", [startedMs, endedMs])).ok).toBe(false);
});

test.each(["", "soon", "1e999"])("'%s' is no time", async (text) => {
  const answer = await probe(text);
  expect(answer.ok ? null : answer.error.code).toBe("network/unreadable");
});

test("it waits 5000 ms, or as long as is asked for", async () => {
  const waits: unknown[] = [];
  const text = ({ timeoutMs }: Call) => {
    waits.push(timeoutMs);
    return Promise.resolve(ok("1000"));
  };
  await probeClock({ text });
  await probeClock({ text }, { timeoutMs: 2_000 });
  expect(waits).toEqual([5_000, 2_000]);
});
