import { describe, expect, test } from "vitest";
import { editNameError, errors, errorText, failedCallText, say } from "#domain/errors.ts";

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
    [{ status: -1 }, "no response from server"],
    [{ status: 500 }, "unknown error occurred"],
    [{ status: 500, body: "<html>" }, "unexpected error occurred"],
    [{ status: 409, body: { code: "taken", reason: "name is taken" } }, "taken: name is taken"],
    [{ status: 409, body: { error: { code: 7, reason: "name is taken" } } }, "7: name is taken"],
    [{ status: 409, body: { message: "no" } }, "no"],
  ])("of %j", (failed, text) => {
    expect(failedCallText(failed)).toBe(text);
  });

  test("edit name", () => {
    expect(editNameError({ status: 400, body: { reason: "too long" } })).toBe("too long");
    expect(editNameError({ status: -1 })).toBe("An unexpected error has occurred.");
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
