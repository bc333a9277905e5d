/** English. Bookmarks and evidence locks. */
import type { mark as rows } from "../mark.ts";
import type { TextsOf } from "../texts-of.ts";

export const mark: TextsOf<typeof rows> = {
  "mark/unknown": "There is no such mark.",
  "mark/lock-too-long": "An evidence lock ends at most {count} days after its start.",
  "mark/too-many": "There are too many marks already. Remove some first.",
};
