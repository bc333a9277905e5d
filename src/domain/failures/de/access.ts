/** German. Who may what. */
import type { access as rows } from "../access.ts";
import type { TextsOf } from "../texts-of.ts";

export const access: TextsOf<typeof rows> = {
  "access/denied": "Sie haben keine Berechtigung dafür.",
  "access/origin": "Die Anfrage kommt von einer anderen Website.",
  "access/no-live": "Sie haben keine Berechtigung, diesen Stream live zu sehen.",
  "access/no-playback": "Sie haben keine Berechtigung, diesen Stream abzuspielen.",
  "access/other-ticket": "Das Ticket ist für eine andere Kamera.",
  "access/ticket-for-ticket": "Für ein Ticket gibt es kein Ticket.",
};
