/** Why the wall cannot draw. */
import { type Failure, failure, inWords } from "#domain/failures/failure.ts";
import type { StageFailure } from "#protocol/stage-worker.ts";

export function stageFailure({ cause, reason }: StageFailure): Failure {
  switch (cause) {
    case "no-webgl2":
      return failure("stage/no-webgl2");
    case "context-lost":
      return failure("stage/context-lost");
    case "not-started":
      return failure("stage/not-started");
    case "other":
      return failure("stage/not-drawn", { cause: inWords(reason) });
  }
}
