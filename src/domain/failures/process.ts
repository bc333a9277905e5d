/** The processes of a server. */
import { refused, trouble } from "./row.ts";

export const process = {
  "media/unavailable": trouble({ status: 503, cause: "may" }),
  "process/gone": trouble({ status: 503 }),
  "process/timeout": trouble({ status: 504, params: { name: "text" } }),
  "process/failed": trouble({ status: 500, params: { message: "text" } }),
  "process/unknown": refused({ status: 501, params: { name: "text" } }),
  "analysis/off": trouble(),
  "analysis/late": trouble(),
  "analysis/ended": trouble(),
} as const;
