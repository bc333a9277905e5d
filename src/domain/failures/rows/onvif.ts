/** An ONVIF call that came to nothing: which one, why, and what to do. */
import { refused, trouble } from "./row.ts";

export const onvif = {
  "onvif/fault": refused({ cause: "must" }),
  "onvif/unreachable": trouble({ status: 422, cause: "must" }),
  "onvif/at-call": trouble({ params: { name: "text", address: "text" }, cause: "must" }),
  "onvif/unauthorized": refused({ status: 422, cause: "may" }),
  "onvif/login-wrong": refused({ params: { name: "text" } }),
  "onvif/login-rights": refused({ params: { name: "text" } }),
  "onvif/login-unanswerable": refused({ params: { name: "text" } }),
  "onvif/clock-off": trouble({ params: { name: "text", count: "number" } }),
  "onvif/clock-unknown": trouble({ params: { name: "text" } }),
  "onvif/clock-refused": trouble({ params: { name: "text" } }),
  "camera/said": trouble({ params: { name: "text", reason: "text" } }),
  "camera/declined": refused({ params: { name: "text", reason: "text" } }),
  "camera/not-supported": refused({ params: { name: "text", reason: "text" } }),
  "camera/no-message": trouble({ params: { name: "text", status: "number" } }),
  "camera/moved": refused({ params: { name: "text", address: "text" } }),
} as const;
