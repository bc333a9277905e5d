import { describe, expect, test } from "vitest";
import { failureText } from "#actions/failure-text.ts";
import { foreignFailure } from "#domain/failures/failure.ts";
import { errors, say } from "#domain/errors.ts";
import { errorText } from "#domain/first-errors.ts";

describe("error texts", () => {
  test.each([
    ["E12", "camera is asleep", "E12: camera is asleep"],
    [42, "camera is asleep", "42: camera is asleep"],
    [null, "camera is asleep", "camera is asleep"],
    ["", " camera is asleep ", "camera is asleep"],
    ["E12", "", "unexpected error occurred"],
    [undefined, undefined, "unexpected error occurred"],
  ])("%s and %s", (code, reason, text) => {
    expect(errorText(code, reason)).toBe(text);
  });

  test.each([
    [{ kind: "no-response", status: -1, code: null, reason: null }, "no response from server"],
    [{ kind: "aborted", status: -1, code: null, reason: null }, "no response from server"],
    [{ kind: "unreadable", status: 500, code: null, reason: null }, "unknown error occurred"],
    [{ kind: "refused", status: 500, code: null, reason: null }, "unexpected error occurred"],
    [{ kind: "refused", status: 409, code: "taken", reason: "name is taken" }, "taken: name is taken"],
    [{ kind: "refused", status: 409, code: null, reason: "no" }, "no"],
  ] as const)("of %j", (failed, text) => {
    expect(failureText({ ...failed, failure: foreignFailure("", "") })).toBe(text);
  });

  test("parameters", () => {
    expect(say("camera_limit", { n: 16 })).toBe(
      "You cannot view more than 16 players at a time. Please remove a player first and try again.",
    );
    expect(say("camera_remove_failed", { name: "Yard" })).toBe("failed to remove camera Yard");
    expect(say("camera_remove_failed")).toBe("failed to remove camera {name}");
    expect(say("unknown_recording_style", { VALUE: "x" })).toBe("unknown recording style chosen: x");
  });

  test("nothing in the catalogue is empty", () => {
    for (const entry of Object.values(errors)) expect(entry.text.trim()).not.toBe("");
  });
});
