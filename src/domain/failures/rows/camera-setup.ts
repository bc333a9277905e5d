/** A camera is registered, recovered, verified or removed. */
import { input, note, refused, trouble } from "./row.ts";

export const cameraSetup = {
  "camera/bad-uri": trouble({ status: 400, cause: "must" }),
  "uri/unreadable": refused(),
  "uri/scheme": refused({ params: { plain: "text", secure: "text" } }),
  "uri/no-host": refused(),
  "camera/unknown-host": trouble({ status: 400, params: { host: "text" } }),
  "camera/forbidden-address": refused({ status: 400, params: { name: "text" }, cause: "may" }),
  "camera/exists": refused({ status: 409, params: { name: "text" } }),
  "camera/password-required": trouble({ status: 422 }),
  "camera/nameless": trouble(),
  "camera/no-profile": refused(),
  "camera/no-primary": refused(),
  "camera/sends": note({ params: { name: "text", size: "text" } }),
  "license/cameras": refused({ status: 409, params: { count: "number" } }),
  "camera/name-required": input(),
  "camera/remove-failed": trouble({ params: { name: "text" } }),
  "camera/verify-failed": trouble({ cause: "must" }),
  "camera/recover-unsupported": refused(),
  "copy/no-target": input(),
} as const;
