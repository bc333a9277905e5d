/** German. Licence and activation. */
import type { license as rows } from "../license.ts";
import type { TextsOf } from "../texts-of.ts";

export const license: TextsOf<typeof rows> = {
  "license/none": "Es gibt keine Lizenz.",
  "license/invalid": "{cause}",
  "license/no-storage":
    "Es gibt keinen Speicher, der beschreibbar ist: Schließen Sie ihn an, und versuchen Sie es erneut.",
  "license/no-key": "Das ist kein Lizenzschlüssel.",
  "license/not-genuine": "Der Lizenzschlüssel ist nicht echt.",
  "license/unreadable": "Der Lizenzschlüssel ist nicht lesbar.",
  "license/other-machine": "Die Lizenz gilt für einen anderen Computer.",
  "license/expired": "Die Lizenz ist abgelaufen.",
  "license/covers": "Die Lizenz gilt für {cameras} Kameras, es gibt {count}.",
  "license/no-service": "Es ist kein Aktivierungsdienst eingerichtet.",
  "activation/unreachable": "{cause}",
  "activation/silent": "Der Aktivierungsdienst antwortet nicht.",
  "activation/unreadable": "Die Antwort des Aktivierungsdienstes ist nicht lesbar.",
  "activation/refused": "{message}",
  "license/code": "Geben Sie vier Gruppen aus fünf Buchstaben oder Ziffern ein, getrennt durch Bindestriche.",
  "license/location-blank": "Der Standort darf nicht nur aus Leerzeichen bestehen.",
  "license/remove-failed": "Die Lizenz konnte nicht entfernt werden.",
  "license/detach-failed": "Ein unerwarteter Fehler ist aufgetreten.",
};
