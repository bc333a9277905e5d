import { expect, test } from "vitest";
import { listsOutdatedBy } from "#domain/live-events.ts";

test.each([
  ["user-added", ["users"]],
  ["user-modified", ["users"]],
  ["user-removed", ["users"]],
  ["user-logged-out", []],
  ["permissions-changed", ["permission-groups", "users"]],
  ["camera-added", []],
])("%s", (type, lists) => expect(listsOutdatedBy(type)).toEqual(lists));
