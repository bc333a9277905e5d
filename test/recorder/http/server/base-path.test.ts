import { expect, test } from "vitest";
import { withoutBasePath } from "#recorder/http/server/base-path.ts";

test.each([
  ["/wall/service/cameras?take=2", "/service/cameras?take=2"],
  ["/wall/", "/"],
  ["/wall", "/"],
  ["/wall?stage=1", "/?stage=1"],
  // Another path that only begins alike, and requests that did not come through the proxy.
  ["/wallpaper/x", "/wallpaper/x"],
  ["/readyz", "/readyz"],
])("below /wall, %s is %s", (url, expected) => expect(withoutBasePath(url, "/wall")).toBe(expected));

test("without a path nothing changes", () => expect(withoutBasePath("/wall/x", "")).toBe("/wall/x"));
