/** Bookmarks and evidence locks. */
import { refused, trouble } from "./row.ts";

export const mark = {
  "mark/unknown": refused({ status: 404 }),
  "mark/lock-too-long": refused({ params: { count: "number" } }),
  "mark/too-many": trouble({ status: 409 }),
} as const;
