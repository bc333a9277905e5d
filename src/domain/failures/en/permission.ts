/** English. Permission groups of an aggregator. */
import type { permission as rows } from "../permission.ts";
import type { TextsOf } from "../texts-of.ts";

export const permission: TextsOf<typeof rows> = {
  "permission/unknown": "There is no such permission group.",
  "permission/too-many": "There are too many permission groups already.",
  "permission/last-administrator": "Then nobody would be an administrator any more.",
};
