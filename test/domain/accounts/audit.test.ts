import { expect, test } from "vitest";
import { AUDIT_ACTIONS, auditDaysOf, auditDetails, auditQueryOf, isAuditAction } from "#domain/accounts/audit.ts";

test("a filter becomes a query; what is not set is not in it", () => {
  expect(auditQueryOf({})).toEqual({});
  expect(auditQueryOf({ from: 1.4, to: 9, user: "uma", kind: "evidence", search: " x " })).toEqual({
    start: 1,
    stop: 9,
    user: "uma",
    action: "lock,unlock,bookmark-added,bookmark-changed,bookmark-removed",
    search: "x",
  });
  expect(auditQueryOf({ result: "refused", camera: "c", search: "  " })).toEqual({ result: "refused", camera: "c" });
});

test("an action that a later server writes is known as unknown", () => {
  expect(isAuditAction("export")).toBe(true);
  expect(isAuditAction("teleported")).toBe(false);
  expect(new Set(AUDIT_ACTIONS).size).toBe(AUDIT_ACTIONS.length);
});

test("details without what has columns of its own", () => {
  const detail = {
    start: 1,
    stop: 2,
    ok: true,
    changed: ["a", "b"],
    count: 3,
    empty: "",
    nothing: null,
    more: { x: 1 },
  };
  expect(auditDetails(detail)).toEqual([
    ["changed", "a, b"],
    ["count", "3"],
    ["more", '{"x":1}'],
  ]);
});

test.each([
  ["7", 7],
  [" 365 ", 365],
  ["3650", 3650],
  ["３６５", 365],
  ["6", null],
  ["3651", null],
  ["1.5", null],
  ["", null],
  ["many", null],
])("%j days: %s", (text, days) => expect(auditDaysOf(text)).toBe(days));
