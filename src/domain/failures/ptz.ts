/** Moving a camera. */
import { input, refused, trouble } from "./row.ts";

export const ptz = {
  "ptz/unsupported": refused({ status: 409, cause: "may" }),
  "ptz/no-centre": refused(),
  "preset/unknown": refused({ status: 404 }),
  "ptz/too-many-presets": refused({ status: 409, params: { count: "number" } }),
  "preset/unnamed": trouble(),
  "preset/failed": trouble({ cause: "must" }),
  "preset/name-required": input(),
  "preset/name-too-long": input(),
  "preset/name-characters": input(),
} as const;
