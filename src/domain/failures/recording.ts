/** What is recorded. */
import { refused, trouble } from "./row.ts";

export const recording = {
  "archive/none": trouble({ status: 404, cause: "may" }),
  "archive/not-there": refused(),
  "archive/end": refused(),
  "archive/unreadable": trouble(),
} as const;
