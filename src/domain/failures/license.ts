/** Licence and activation. */
import { input, note, refused, trouble } from "./row.ts";

export const license = {
  "license/none": refused({ status: 404 }),
  "license/invalid": refused({ status: 422, cause: "must" }),
  "license/no-storage": trouble({ status: 503 }),
  "license/no-key": refused(),
  "license/not-genuine": refused(),
  "license/unreadable": refused(),
  "license/other-machine": note(),
  "license/expired": note(),
  "license/covers": note({ params: { cameras: "number", count: "number" } }),
  "license/no-service": refused({ status: 503 }),
  "activation/unreachable": trouble({ status: 502, cause: "must" }),
  "activation/silent": trouble(),
  "activation/unreadable": trouble(),
  "activation/refused": trouble({ status: 422, params: { message: "text" } }),
  "license/code": input({ status: 400 }),
  "license/location-blank": input(),
  "license/remove-failed": trouble(),
  "license/detach-failed": trouble(),
} as const;
