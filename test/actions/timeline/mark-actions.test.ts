import { afterEach, beforeEach, expect, test } from "vitest";
import { createMarkActions, type MarkActions } from "#actions/timeline/mark-actions.ts";
import { MARK_STREAMS_MAX } from "#protocol/rest/recordings/mark.ts";
import { createTimelineStore } from "#state/timeline-store.ts";
import { HttpClient } from "#transport/http.ts";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";

const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => `s${at}`);
const range = { startMs: 10, stopMs: 20 };

let server: FakeServer;
let marks: MarkActions;
/** the number of requests for locks that are accepted before one is refused */
let taken: number;
beforeEach(async () => {
  taken = Number.POSITIVE_INFINITY;
  server = await fakeServer({
    "GET /service/bookmarks": { json: { bookmarks: [] } },
    "GET /service/locks": { json: { locks: [] } },
    "POST /service/locks": () =>
      taken-- > 0
        ? { status: 201, json: { locks: [] } }
        : { status: 409, json: { code: "mark/too-many", reason: "Too many." } },
  });
  const http = new HttpClient({ origin: server.origin, token: () => null, onUnauthorized: () => undefined });
  marks = createMarkActions({ http, timeline: createTimelineStore(0, 0, "UTC") });
  marks.show({ startMs: 0, stopMs: 100 });
});
afterEach(() => server.close());

const posted = (): string[][] =>
  server.asked.flatMap(({ method, body }) =>
    method === "POST" ? [(JSON.parse(body) as { streams: string[] }).streams] : [],
  );

test("a wall of more cameras than one question may name is locked in parts, none is left out", async () => {
  const all = ids(2 * MARK_STREAMS_MAX + 1);
  expect(await marks.add("lock", all, range, "Theft")).toEqual({ ok: true, value: null });
  expect(posted().map((part) => part.length)).toEqual([MARK_STREAMS_MAX, MARK_STREAMS_MAX, 1]);
  expect(posted().flat()).toEqual(all);
});

test("a part that is refused is told, and what was taken before it is shown", async () => {
  taken = 1;
  const asked = (): number =>
    server.asked.filter(({ method, path }) => method === "GET" && path.endsWith("locks")).length;
  await expect.poll(asked).toBe(1);
  const answer = await marks.add("lock", ids(MARK_STREAMS_MAX + 1), range, "");
  expect(answer.ok).toBe(false);
  await expect.poll(asked).toBe(2);
});
