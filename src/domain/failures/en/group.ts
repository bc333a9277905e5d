/** English. Camera groups. */
import type { group as rows } from "../group.ts";
import type { TextsOf } from "../texts-of.ts";

export const group: TextsOf<typeof rows> = {
  "group/unknown": "There is no such camera group.",
  "group/inside-itself": "A camera group cannot stand inside itself.",
  "group/too-deep": "Camera groups can be nested {count} deep.",
  "group/too-many": "There are too many camera groups already.",
};
