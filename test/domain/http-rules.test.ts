import { describe, expect, test } from "vitest";
import { basePathOf, pingSaysDead, reloadsOn401, wantsBearer, wantsCacheBust } from "#domain/http-rules.ts";

describe("calls", () => {
  const get = (path: string, sameOrigin = true) => ({ method: "get", path, sameOrigin });
  test("headers", () => {
    expect(
      [
        get("/service/cameras"),
        get("/service/sessions/user"),
        get("/fusion/orchid-proxy/1/service/x"),
        get("/service/x", false),
      ].map(wantsBearer),
    ).toEqual([true, false, false, false]);
    expect([
      wantsCacheBust(get("/service/x")),
      wantsCacheBust({ ...get("/service/x"), method: "POST" }),
      wantsCacheBust(get("/ping")),
    ]).toEqual([true, false, false]);
  });
  test.each([
    ["/", ""],
    ["/index.html", ""],
    ["/wall/", "/wall"],
    ["/wall/index.html", "/wall"],
    ["/a/b/", "/a/b"],
    ["", ""],
  ])("the page at %s is below the path %j", (pagePath, expected) => expect(basePathOf(pagePath)).toBe(expected));
  test("401, ping, death", () => {
    expect([
      reloadsOn401("standalone", "/service/cameras"),
      reloadsOn401("standalone", "/service/version"),
      reloadsOn401("standalone", "/service/sessions/me"),
      reloadsOn401("aggregator", "/service/cameras"),
    ]).toEqual([true, false, false, false]);
    expect([undefined, 500, 502, 504, 505, 200].map(pingSaysDead)).toEqual([true, false, true, true, false, false]);
  });
});
