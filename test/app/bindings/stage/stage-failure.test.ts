import { expect, test } from "vitest";
import { stageFailureText } from "#app/bindings/stage/stage-failure.ts";
import { errors } from "#domain/errors.ts";

test("a wall that cannot draw says why in the words of the catalogue; a browser's own words stand in it", () => {
  expect(stageFailureText({ cause: "no-webgl2", reason: "Error: CanvasRenderer" })).toBe(errors.stage_no_webgl2.text);
  expect(stageFailureText({ cause: "context-lost", reason: "" })).toBe(errors.stage_context_lost.text);
  expect(stageFailureText({ cause: "not-started", reason: "" })).toBe(errors.stage_not_started.text);
  expect(stageFailureText({ cause: "other", reason: "out of memory" })).toBe(
    "The stage cannot be drawn: out of memory",
  );
});
