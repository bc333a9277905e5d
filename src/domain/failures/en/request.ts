/** English. Refusals that only programs get: for requests that no screen of ours sends. */
import type { request as rows } from "../rows/request.ts";
import type { TextsOf } from "../texts-of.ts";

export const request: TextsOf<typeof rows> = {
  "request/invalid": "{cause}",
  "request/unreadable": "The request is not valid.",
  "request/not-utf8": "The request's JSON is not in UTF-8. Send it in UTF-8.",
  "request/not-json":
    "The request's body is no valid JSON, or has a member named __proto__ or constructor. Correct it and send it again.",
  "request/content-encoding":
    "Bodies in the encoding {encoding} are not taken. Send the body as it is, without Content-Encoding.",
  "request/bad-path": "The path cannot be read.",
  "request/two-hosts": "The request names its host more than once.",
  "request/no-host": "The request does not name its host.",
  "request/headers": "The address and headers of the request are too long.",
  "request/method": "Expected {allowed}.",
  "request/media-type": "{cause}",
  "request/expected": "Expected {expected}.",
  "request/no-body": "Expected no body.",
  "request/timeout": "The request took too long to come.",
  "request/413": "Request body is too large",
  "route/unknown": "There is no {method} {path}.",
  "field/invalid": "{field}: {message}",
  "field/too-long": "{field}: at most {most} characters",
  "field/one-line": "{field}: no control characters or line breaks",
  "field/not-of-path": "{field}: not the path's",
  "field/fixed": "{field}: cannot be changed",
  "field/by-role": "{field}: is said by the role",
  "field/at-most": "{field}: at most {most}",
  "field/not-known": "{field}: not known",
  "field/after": "{field}: must be after {other}",
  "field/not-before": "{field}: must not be before {other}",
  "field/not-after": "{field}: must not be after {other}",
  "field/no-such-time": "no such time or speed",
  "proxy/bad-path": "Only /service/ and /ping of a server can be reached.",
  "app/unknown": "There is no such app.",
  "app/no-file": "There is no such file.",
};
