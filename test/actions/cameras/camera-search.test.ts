import { expect, test } from "vitest";
import { createCameraSearch } from "#actions/cameras/camera-search.ts";
import { HttpClient } from "#transport/http.ts";

/** A server that answers one page after the other, and what it was asked. */
function serverOf(pages: readonly (object | number)[]) {
  const asked: URLSearchParams[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    asked.push(new URL(String(input instanceof Request ? input.url : input), "http://wall").searchParams);
    const page = pages[asked.length - 1] ?? 500;
    return typeof page === "number"
      ? new Response("{}", { status: page })
      : new Response(JSON.stringify(page), { headers: { "content-type": "application/json" } });
  };
  const http = new HttpClient({ origin: "http://wall", token: () => null, onUnauthorized: () => undefined, fetch });
  return { asked, search: createCameraSearch(http) };
}
const page = (ids: readonly string[], next: string | null) => ({
  cameras: ids.map((id) => ({ orchidId: "n", id })),
  next,
});

test("all pages of what is found are read, by ids", async () => {
  const { asked, search } = serverOf([page(["1", "2"], "there"), page(["3"], null)]);
  expect([...(await search("gate\nnorth", new AbortController().signal))]).toEqual(["n/1", "n/2", "n/3"]);
  expect(asked.map((query) => [query.get("text"), query.get("ids"), query.get("cursor")])).toEqual([
    ["gate\nnorth", "true", null],
    ["gate\nnorth", "true", "there"],
  ]);
});

test("a server that does not know the question, or fails in the middle, finds what it has said", async () => {
  expect(await serverOf([404]).search("gate", new AbortController().signal)).toEqual(new Set());
  expect(await serverOf([page(["1"], "there"), 500]).search("gate", new AbortController().signal)).toEqual(
    new Set(["n/1"]),
  );
});

test("a search that was cancelled asks nothing more", async () => {
  const ending = new AbortController();
  ending.abort();
  const { asked, search } = serverOf([page(["1"], null)]);
  expect(await search("gate", ending.signal)).toEqual(new Set());
  expect(asked).toEqual([]);
});
