/** Permission groups of an aggregator. */
import { refused, trouble } from "./row.ts";

export const permission = {
  "permission/unknown": refused({ status: 404 }),
  "permission/too-many": trouble({ status: 409 }),
  "permission/last-administrator": refused({ status: 409 }),
} as const;
