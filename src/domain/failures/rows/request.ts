/** Refusals that only programs get: for requests that no screen of ours sends. */
import { refused, trouble } from "./row.ts";

export const request = {
  "request/invalid": refused({ status: 400, cause: "must" }),
  "request/unreadable": refused(),
  "request/bad-path": refused({ status: 400 }),
  "request/two-hosts": refused({ status: 400 }),
  "request/method": refused({ status: 405, params: { allowed: "list" } }),
  "request/media-type": refused({ status: 415, cause: "must" }),
  "request/expected": refused({ params: { expected: "list" } }),
  "request/no-body": refused(),
  "request/timeout": trouble({ status: 408 }),
  "request/413": refused({ status: 413 }),
  "route/unknown": refused({ status: 404, params: { method: "text", path: "text" } }),
  "field/invalid": refused({ params: { field: "text", message: "text" } }),
  "field/not-of-path": refused({ params: { field: "text" } }),
  "field/fixed": refused({ params: { field: "text" } }),
  "field/by-role": refused({ params: { field: "text" } }),
  "field/at-most": refused({ params: { field: "text", most: "number" } }),
  "field/not-known": refused({ params: { field: "text" } }),
  "field/after": refused({ params: { field: "text", other: "text" } }),
  "field/not-before": refused({ params: { field: "text", other: "text" } }),
  "field/not-after": refused({ params: { field: "text", other: "text" } }),
  "field/no-such-time": refused(),
  "proxy/bad-path": refused({ status: 400 }),
  "app/unknown": refused({ status: 404, cause: "may" }),
  "app/no-file": refused(),
} as const;
