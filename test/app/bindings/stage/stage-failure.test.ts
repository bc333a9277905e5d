import { expect, test } from "vitest";
import { stageFailure } from "#app/bindings/stage/stage-failure.ts";
import { failure, inWords } from "#domain/failures/failure.ts";

test("a wall that cannot draw says why; a browser's own words stand in it", () => {
  expect(stageFailure({ cause: "no-webgl2", reason: "Error: CanvasRenderer" })).toEqual(failure("stage/no-webgl2"));
  expect(stageFailure({ cause: "context-lost", reason: "" })).toEqual(failure("stage/context-lost"));
  expect(stageFailure({ cause: "not-started", reason: "" })).toEqual(failure("stage/not-started"));
  expect(stageFailure({ cause: "other", reason: "out of memory" })).toEqual(
    failure("stage/not-drawn", { cause: inWords("out of memory") }),
  );
});
