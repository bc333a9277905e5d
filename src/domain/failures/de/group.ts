/** German. Camera groups. */
import type { group as rows } from "../group.ts";
import type { TextsOf } from "../texts-of.ts";

export const group: TextsOf<typeof rows> = {
  "group/unknown": "Diese Kameragruppe gibt es nicht.",
  "group/inside-itself": "Eine Kameragruppe kann nicht in sich selbst stehen.",
  "group/too-deep": "Kameragruppen lassen sich höchstens {count}-fach verschachteln.",
  "group/too-many": "Es gibt schon zu viele Kameragruppen.",
};
