import { errorText } from "#domain/first-errors.ts";
import type { HttpFailure } from "#transport/http-failure.ts";

/** What is shown for a failed call (document 2, section 8). */
export const failureText = (failure: HttpFailure): string =>
  failure.kind === "no-response" || failure.kind === "aborted"
    ? errorText(null, null, "no_response")
    : errorText(failure.code, failure.reason, failure.kind === "unreadable" ? "unknown" : "unexpected");
