/** German. Permission groups of an aggregator. */
import type { permission as rows } from "../permission.ts";
import type { TextsOf } from "../texts-of.ts";

export const permission: TextsOf<typeof rows> = {
  "permission/unknown": "Diese Berechtigungsgruppe gibt es nicht.",
  "permission/too-many": "Es gibt schon zu viele Berechtigungsgruppen.",
  "permission/last-administrator": "Dann wäre niemand mehr Administrator.",
};
