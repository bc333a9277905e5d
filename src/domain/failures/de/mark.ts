/** German. Bookmarks and evidence locks. */
import type { mark as rows } from "../mark.ts";
import type { TextsOf } from "../texts-of.ts";

export const mark: TextsOf<typeof rows> = {
  "mark/unknown": "Dieses Lesezeichen oder diese Beweissperre gibt es nicht.",
  "mark/lock-too-long": "Eine Beweissperre endet höchstens {count} Tage nach ihrem Beginn.",
  "mark/too-many": "Es gibt schon zu viele Lesezeichen oder Beweissperren. Entfernen Sie zuerst einige.",
};
