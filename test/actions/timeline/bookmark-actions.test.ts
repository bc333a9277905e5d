/** Bookmarks by one press: set on each stream or on none, named, and taken back. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type BookmarkActions, createBookmarkActions } from "#actions/timeline/bookmark-actions.ts";
import { MARK_STREAMS_MAX } from "#protocol/rest/recordings/mark.ts";
import { HttpClient } from "#transport/http.ts";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";

const marked = (id: number) => ({ id: String(id), streamId: "s", start: 5, stop: 5, text: "x", created: 9 });

let server: FakeServer;
let bookmarks: BookmarkActions;
let refreshed = 0;
/** the number of requests that are taken before one is refused */
let taken: number;
beforeEach(async () => {
  taken = Number.POSITIVE_INFINITY;
  refreshed = 0;
  let next = 0;
  server = await fakeServer({
    "POST /service/bookmarks": () =>
      taken-- > 0
        ? { status: 201, json: { bookmarks: [marked(++next)] } }
        : { status: 409, json: { code: "mark/too-many", reason: "Too many." } },
    "PATCH /service/bookmarks/1": { status: 204 },
    "PATCH /service/bookmarks/2": { status: 404, json: { code: "mark/unknown", reason: "Gone." } },
    "DELETE /service/bookmarks/1": { status: 204 },
  });
  const http = new HttpClient({ origin: server.origin, token: () => null, onUnauthorized: () => undefined });
  bookmarks = createBookmarkActions(http, () => void (refreshed += 1));
});
afterEach(() => server.close());

const asked = (method: string) =>
  server.asked.filter((each) => each.method === method).map(({ path, body }) => ({ path, body }));

test("an instant of each stream is marked, and what was made can be named and taken back", async () => {
  const made = await bookmarks.add(["a", "b"], 5, "Bookmark");
  expect(made).toEqual({ ok: true, value: [{ id: "1", orchidId: "" }] });
  expect(JSON.parse(asked("POST")[0]?.body ?? "")).toEqual({ streams: ["a", "b"], start: 5, text: "Bookmark" });
  if (!made.ok) return;
  expect(await bookmarks.rename(made.value, "Red car")).toEqual({ ok: true, value: null });
  expect(JSON.parse(asked("PATCH")[0]?.body ?? "")).toEqual({ text: "Red car" });
  expect(await bookmarks.remove(made.value)).toEqual({ ok: true, value: null });
  expect(refreshed).toBe(3);
});

test("when a part of a large wall is refused, what was made before is taken back", async () => {
  taken = 1;
  const streams = Array.from({ length: MARK_STREAMS_MAX + 1 }, (_, at) => `s${at}`);
  const answer = await bookmarks.add(streams, 5, "Bookmark");
  expect(answer.ok).toBe(false);
  expect(asked("DELETE").map(({ path }) => path)).toEqual(["/service/bookmarks/1"]);
});

test("a bookmark that is gone is said", async () => {
  const answer = await bookmarks.rename(
    [
      { id: "1", orchidId: "" },
      { id: "2", orchidId: "" },
    ],
    "x",
  );
  expect(answer.ok ? "" : answer.error.code).toBe("mark/unknown");
});
