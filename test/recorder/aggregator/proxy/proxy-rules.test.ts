import { describe, expect, test } from "vitest";
import {
  headersForBrowser,
  headersForServer,
  locationForBrowser,
  pathForServer,
  withoutProofs,
} from "#recorder/aggregator/proxy/proxy-rules.ts";

const path = (behind: string, isAdministrator = false) => {
  const answer = pathForServer(behind, isAdministrator);
  return answer.ok ? answer.value : answer.error.code;
};

describe("which paths of a server can be reached", () => {
  test.each([
    "/ping",
    "/service/cameras",
    "/service/streams/ab-c_1/export?start=1&stop=2&format=mkv",
    "/service/stages/a%20b",
    "/service/sessionsandmore",
    "/service/version?all=true",
  ])("%s", (good) => expect(path(good)).toBe(good));

  test.each([
    "",
    "/",
    "/service",
    "/service/",
    "/service/cameras/",
    "/ping/",
    "/livez",
    "/metrics",
    "/index.html",
    "/SERVICE/cameras",
    "//service/cameras",
    "/service//cameras",
    "/service/../metrics",
    "/service/./cameras",
    "/service/%2e%2e/metrics",
    "/service/%2E%2E%2Fmetrics",
    "/service/..%2fmetrics",
    "/service/a%2fb",
    "/service/a%5cb",
    "/service/a\\b",
    "/service/%252e%252e/metrics",
    "/service/%00",
    "/service/a%0d%0ab",
    "/service/%zz",
    "/service/%ff",
    "/service/caméras",
    "/service/a b",
    "/service/a#b",
    "/service/cameras?a=b c",
    "/service/cameras?a#b",
    "http://elsewhere/service/cameras",
    "@elsewhere/service/cameras",
    "/ping?\u0000",
    `/service/${"x".repeat(20_000)}`,
    `/service/x?a=${"x".repeat(20_000)}`,
  ])("not %s", (bad) => expect(path(bad, true)).toBe("proxy/bad-path"));

  test.each([
    "/service/trusted/issuer",
    "/service/trusted/issuer?version=2",
    "/service/trusted",
    "/service/%74rusted/issuer",
    "/service/Trusted/Issuer",
    "/service/trusted;x/issuer",
    "/service/trusted%3bx/issuer",
    "/service/sessions",
    "/service/sessions/me",
    "/service/sessions/user",
    "/service/%73essions/user",
    "/service/events/socket",
    "/service/events/%73ocket",
  ])("%s is nobody's", (closed) =>
    expect([path(closed), path(closed, true)]).toEqual(["access/denied", "access/denied"]),
  );

  test.each(["/service/users", "/service/users/1", "/service/%75sers/1", "/service/users;a"])(
    "%s is the administrators'",
    (users) => expect([path(users), path(users, true)]).toEqual(["access/denied", users]),
  );
});

describe("what proves who the caller is stays here", () => {
  test.each([
    ["sid=a&x=1&jwt=b", "x=1"],
    ["fsid=a&ticket=b", ""],
    ["SID=a&%73id=b&ji=c", "ji=c"],
    ["+sid=a&sid&x", "x"],
    ["sids=1&asid=2", "sids=1&asid=2"],
    ["%zz=1&x=%zz", "x=%zz"],
  ])("%s", (query, kept) => expect(withoutProofs(query)).toBe(kept));

  test("headers pass by name only", () => {
    const asked = {
      authorization: "Bearer x",
      cookie: "proscenium_sid=x",
      "x-confirm-password": "x",
      origin: "https://x",
      host: "x",
      range: "bytes=0-1",
      "content-type": "image/png",
    };
    expect(headersForServer(asked)).toEqual({ range: "bytes=0-1", "content-type": "image/png" });
    const answered = {
      "set-cookie": ["a=b"],
      "content-security-policy": "default-src *",
      "clear-site-data": '"*"',
      "access-control-allow-origin": "*",
      "transfer-encoding": "chunked",
      connection: "keep-alive",
      "content-range": "bytes 0-1/5",
      link: ["<a>", "<b>"],
    };
    expect(headersForBrowser(answered)).toEqual({ "content-range": "bytes 0-1/5", link: "<a>, <b>" });
  });

  test.each([
    ["/service/streams/a/whep/b", 201, "/service/streams/a/whep/b"],
    ["/service/x", 302, "/fusion/orchid-proxy/s1/service/x"],
    ["https://elsewhere/", 302, null],
    ["//elsewhere/", 201, null],
    ["/\\elsewhere/", 302, null],
    ["javascript:alert(1)", 201, null],
  ])("Location %s with %i", (location, status, shown) =>
    expect(locationForBrowser(location, status, "s1")).toBe(shown),
  );
});
