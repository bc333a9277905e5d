/** English. Who may what. */
import type { access as rows } from "../access.ts";
import type { TextsOf } from "../texts-of.ts";

export const access: TextsOf<typeof rows> = {
  "access/denied": "You do not have permission to do this.",
  "access/origin": "The request comes from another site.",
  "access/no-live": "You do not have permission to live stream this stream.",
  "access/no-playback": "You do not have permission to playback this stream.",
  "access/other-ticket": "The ticket is for another camera.",
  "access/ticket-for-ticket": "A ticket buys no ticket.",
};
