/** Failures of any call, and texts of other programs. */
import { refused, trouble } from "./row.ts";

export const general = {
  "network/no-response": trouble(),
  "network/aborted": trouble(),
  "network/unreadable": trouble(),
  "network/unreachable": trouble({ params: { message: "text" } }),
  "server/failed": trouble({ status: 500 }),
  "network/unexpected": trouble(),
  "server/unexpected": trouble(),
  "server/busy": trouble({ status: 503 }),
  "server/disk-full": trouble({ status: 507 }),
  "server/database-away": trouble({ status: 503 }),
  "server/folder-gone": trouble({ status: 507 }),
  "server/too-many-requests": trouble({ status: 429, params: { count: "number" } }),
  "other/message": refused({ params: { message: "text" } }),
} as const;
