import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ThinningSpec } from "#domain/recordings/thinning.ts";
import { thinningFaults, thinningForm, thinningRuleOf } from "#domain/recordings/thinning-form.ts";

const rule: ThinningSpec = { what: "motion", afterDays: 30, marginS: 10, cameras: null };

describe("the form of thinning out", () => {
  it("is off at first, and begins with a rule that may be set", () => {
    const form = thinningForm(null);
    expect(thinningFaults(form)).toEqual({ afterDays: null, marginS: null });
    expect(thinningRuleOf(form)).toEqual({ ...rule, what: "keys" });
  });

  it.each([
    ["a comma is a point", { afterDays: "0,5" }, { ...rule, afterDays: 0.5 }],
    ["digits in full width", { afterDays: "１２，５" }, { ...rule, afterDays: 12.5 }],
    ["no number", { afterDays: "soon" }, null],
    ["nothing", { afterDays: "" }, null],
    ["what was recorded just now", { afterDays: "0" }, null],
    ["too long ago", { afterDays: "3651" }, null],
    ["no margin", { marginS: "0" }, { ...rule, marginS: 0 }],
    ["a margin of many minutes", { marginS: "301" }, null],
    ["of key pictures there is none", { what: "keys" as const, marginS: "x" }, { ...rule, what: "keys" }],
    ["some cameras", { cameras: ["a"] }, { ...rule, cameras: ["a"] }],
    ["no camera", { cameras: [] }, null],
  ])("%s", (_, typed, expected) => expect(thinningRuleOf({ ...thinningForm(rule), ...typed })).toEqual(expected));

  it("gives back what was set, whatever that is", () => {
    const specs = fc.record({
      what: fc.constantFrom("keys" as const, "motion" as const),
      afterDays: fc.integer({ min: 1, max: 3650 }),
      marginS: fc.integer({ min: 0, max: 300 }),
      cameras: fc.option(fc.array(fc.uuid(), { minLength: 1 })),
    });
    fc.assert(
      fc.property(specs, (spec) => {
        const kept = thinningRuleOf(thinningForm(spec));
        expect(kept).toEqual(spec.what === "motion" ? spec : { ...spec, marginS: 10 });
      }),
    );
  });
});
