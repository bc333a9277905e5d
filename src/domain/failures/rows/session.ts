/** Signing in, its session, and permissions. */
import { input, refused, trouble } from "./row.ts";

export const session = {
  "session/credentials-required": input(),
  "session/domain-username": input(),
  "session/agreement-required": input(),
  "session/google-refused": trouble({ params: { reason: "text" } }),
  "session/wrong": trouble({ status: 401, cause: "may" }),
  "session/no-account": refused({ params: { name: "text" } }),
  "session/google-wrong": trouble(),
  "session/issuer-unreachable": trouble({ status: 502 }),
  "session/locked": trouble({ status: 429, params: { count: "number" } }),
  "session/required": trouble({ status: 401, cause: "may" }),
  "session/bad-ticket": refused(),
  "session/over": refused(),
  "session/unknown": trouble({ status: 404 }),
  "session/confirm": trouble({ status: 403, cause: "may" }),
  "session/not-confirmed": trouble(),
  "access/denied": refused({ status: 403, cause: "may" }),
  "access/all-cameras": refused(),
  "access/origin": refused({ status: 403 }),
  "access/no-live": refused(),
  "access/no-playback": refused(),
  "access/other-ticket": refused(),
  "access/ticket-for-ticket": refused(),
} as const;
