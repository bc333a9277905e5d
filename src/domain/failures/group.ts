/** Camera groups. */
import { refused, trouble } from "./row.ts";

export const group = {
  "group/unknown": refused({ status: 404 }),
  "group/inside-itself": refused({ status: 400 }),
  "group/too-deep": refused({ status: 400, params: { count: "number" } }),
  "group/too-many": trouble({ status: 409 }),
} as const;
