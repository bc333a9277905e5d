/** Who may what. */
import { refused } from "./row.ts";

export const access = {
  "access/denied": refused({ status: 403, cause: "may" }),
  "access/origin": refused({ status: 403 }),
  "access/no-live": refused(),
  "access/no-playback": refused(),
  "access/other-ticket": refused(),
  "access/ticket-for-ticket": refused(),
} as const;
