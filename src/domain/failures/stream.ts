/** A camera's stream. */
import { refused, trouble } from "./row.ts";

export const stream = {
  "stream/unknown": refused({ status: 404, cause: "may" }),
  "stream/elsewhere": refused(),
  "stream/none": refused(),
  "stream/not-running": trouble({ status: 409, cause: "must" }),
  "stream/off": refused(),
  "stream/late": trouble(),
  "stream/no-picture": trouble({ status: 409 }),
} as const;
