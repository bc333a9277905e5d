import { afterEach, expect, test } from "vitest";
import { ArchiveLookup } from "#actions/recordings/archive-lookup.ts";
import { HttpClient } from "#transport/http.ts";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";

let server: FakeServer | undefined;
afterEach(async () => server?.close());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE_MS = 60_000;
const NOW = 100 * DAY;

/** A recorder that lists as ours does: newest first, backwards from start, without recordings that end before stop. */
async function lookup(recorded: readonly (readonly [from: number, to: number, reachable?: false])[]) {
  server = await fakeServer({
    "GET /service/archives": ({ query }) => {
      const start = Number(query.get("start") ?? 0) || NOW;
      const stop = Number(query.get("stop") ?? 0);
      const archives = recorded
        .filter(([from, to]) => from <= start && to >= stop)
        .sort((a, b) => b[0] - a[0])
        .slice(0, Math.min(1000, Number(query.get("take") ?? 100)))
        .map(([from, to, reachable]) => ({
          id: from,
          streamId: query.get("streamId"),
          start: from,
          end: to,
          reachable,
        }));
      return { json: { archives } };
    },
  });
  return new ArchiveLookup(
    new HttpClient({ origin: server.origin, token: () => null, onUnauthorized: () => undefined }),
  );
}

test("video at that time is playable", async () => {
  const archives = await lookup([[10 * DAY, 10 * DAY + HOUR]]);
  expect(await archives.at(["s"], 10 * DAY + 5, 1)).toEqual({ kind: "playable" });
});

test.each([60_000, 3 * HOUR, 5 * DAY])("the nearest later video is found %i ms ahead", async (ahead) => {
  const at = 10 * DAY;
  const archives = await lookup([
    [at - HOUR, at - 10],
    [at + ahead, at + ahead + HOUR],
    [at + ahead + 2 * DAY, at + ahead + 3 * DAY],
  ]);
  expect(await archives.at(["s"], at, 1)).toEqual({ kind: "later", startMs: at + ahead });
});

test.each([
  ["right away, and then motion every minute for a month", 60_000, 43_200],
  ["after three weeks, and then motion every minute for a week", 21 * DAY, 10_080],
  ["just as many as the recorder lists", 2 * DAY, 1000],
])("the nearest of many more runs than the recorder lists: %s", async (_name, ahead, runs) => {
  const at = 10 * DAY;
  const archives = await lookup(
    Array.from({ length: runs }, (_, n) => [at + ahead + n * 60_000, at + ahead + n * 60_000 + 20_000] as const),
  );
  expect(await archives.at(["s"], at, 1)).toEqual({ kind: "later", startMs: at + ahead });
  expect(server?.asked.length).toBeLessThan(20);
});

test("what is recorded and cannot be reached is passed over, and is not said to be missing", async () => {
  const at = 10 * DAY;
  const archives = await lookup([
    [at - 2 * HOUR, at - HOUR],
    [at - HOUR, at + HOUR, false],
    [at + HOUR, at + 2 * HOUR],
  ]);
  expect(await archives.at(["s"], at, 1)).toEqual({ kind: "later", startMs: at + HOUR, isAway: true });
  expect(await archives.at(["s"], at + 90 * MINUTE_MS, 1)).toEqual({ kind: "playable" });
  const alone = await lookup([[at - HOUR, at + HOUR, false]]);
  expect(await alone.at(["s"], at, 1)).toEqual({ kind: "none", isAway: true });
});

test("backwards it is the end of the video before", async () => {
  const archives = await lookup([[9 * DAY, 9 * DAY + HOUR]]);
  expect(await archives.at(["s"], 10 * DAY, -1)).toEqual({ kind: "later", startMs: 9 * DAY + HOUR });
  expect(await archives.at(["s"], 10 * DAY, 1)).toEqual({ kind: "none" });
});

test("a server that does not answer is no answer", async () => {
  const archives = await lookup([]);
  await server?.close();
  await expect(archives.at(["s"], 10 * DAY, 1)).rejects.toThrow("no answer about archives");
});

test("any of a camera's streams will do", async () => {
  const archives = await lookup([
    [10 * DAY, 10 * DAY + HOUR],
    [10 * DAY + 20_000, 10 * DAY + 30_000],
  ]);
  // The recording of another stream is newer and has ended; the older recording contains the time.
  expect(await archives.at(["small", "main"], 10 * DAY + 60_000, 1)).toEqual({ kind: "playable" });
  expect(await archives.at(["small", "main"], 10 * DAY + 2 * HOUR, -1)).toEqual({
    kind: "later",
    startMs: 10 * DAY + HOUR,
  });
});
