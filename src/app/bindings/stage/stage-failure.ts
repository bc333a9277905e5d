/** Why the wall cannot draw, in the words of the error catalogue. */
import { type ErrorCode, say } from "#domain/errors.ts";
import type { StageFailure } from "#protocol/stage-worker.ts";

const codes: Readonly<Record<StageFailure["cause"], ErrorCode>> = {
  "no-webgl2": "stage_no_webgl2",
  "context-lost": "stage_context_lost",
  "not-started": "stage_not_started",
  other: "stage_not_drawn",
};

export const stageFailureText = ({ cause, reason }: StageFailure): string => say(codes[cause], { reason });
