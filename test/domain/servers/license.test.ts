import { failure } from "#domain/failures/failure.ts";
import { describe, expect, test } from "vitest";
import {
  activationRequest,
  codeKind,
  expiryCountdown,
  licenseEnds,
  isActivated,
  licenseCovers,
  licenseFailure,
  licenseHealth,
  locationFault,
  mayActivate,
  portalLink,
} from "#domain/servers/license.ts";

describe("licence", () => {
  test.each([
    ["ABCDE-12345-fghij-67890", false, { ok: true, value: "activation" }],
    ["ABCDE-12345-fghij-67890", true, { ok: true, value: "activation" }],
    ["ABCD-1234-fghi-6789", true, { ok: true, value: "renewal" }],
    ["ABCD-1234-fghi-6789", false, { ok: false }],
    ["ABCDE-12345-fghij", true, { ok: false }],
    ["ABCDE-12345-fghij-6789_", true, { ok: false }],
  ])("%s, activated %s", (code, activated, answer) => {
    expect(codeKind(code, activated)).toMatchObject(answer);
  });
  test("requests", () => {
    const input = { code: " X ", machineId: "m 1", location: " here ", current: "C" };
    expect(activationRequest("activation", input)).toEqual({
      activation_code: "X",
      machine_id: "m 1",
      location_description: "here",
      headless: "1",
    });
    expect(activationRequest("renewal", input)).toEqual({
      action: "renew",
      renewal_code: "X",
      activation_code: "C",
      headless: "1",
    });
    expect(portalLink("https://portal.example/a", "m 1", "b&c")).toBe(
      "https://portal.example/a?machine_id=m%201&bid=b%26c",
    );
  });
  test("display", () => {
    expect([licenseCovers(0, 999), licenseCovers(4, 4), licenseCovers(4, 5)]).toEqual([true, true, false]);
    expect([licenseEnds(8_623_372_036_854_777), licenseEnds(8_623_372_036_854_776)]).toEqual([false, true]);
    expect([expiryCountdown(93_784_000, 0), expiryCountdown(5, 5)]).toEqual([{ days: 1, clock: "02:03:04" }, null]);
    expect([isActivated("trial"), isActivated("Trial"), isActivated(null), isActivated("pro")]).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect([mayActivate("", "", false), mayActivate("c", "", false), mayActivate("", "k", true)]).toEqual([
      false,
      true,
      false,
    ]);
    expect([locationFault(""), locationFault("x"), locationFault("  ") === null]).toEqual([null, null, false]);
  });
  test("degraded", () => {
    const state = (status: string, reason?: string) => ({ status, reason });
    expect(licenseFailure(state("normal"))).toBe(null);
    expect(licenseFailure(state("degraded", "storage"))).toEqual(failure("license/degraded-storage"));
    expect(licenseFailure(state("degraded", "expired"))).toEqual(failure("license/degraded"));
    expect([licenseHealth(state("pending_change")), licenseHealth(state("odd"))]).toEqual([
      "pending_change",
      "degraded",
    ]);
  });
});
