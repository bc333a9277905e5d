/** German. Failures of any call, and texts of other programs. */
import type { general as rows } from "../rows/general.ts";
import type { TextsOf } from "../texts-of.ts";

export const general: TextsOf<typeof rows> = {
  "network/no-response": "keine Antwort vom Server",
  "network/aborted": "keine Antwort vom Server",
  "network/unreadable": "unbekannter Fehler",
  "network/unreachable": "{message}",
  "server/failed": "unerwarteter Fehler",
  "network/unexpected": "unerwarteter Fehler",
  "server/unexpected": "Ein unerwarteter Fehler ist aufgetreten.",
  "server/busy": "Der Server ist ausgelastet. Versuchen Sie es erneut.",
  "server/database-away":
    "Die Datenbank des Servers antwortet nicht: Bis sie es tut, lässt sich nichts ändern, und niemand kann sich anmelden. Videos laufen weiter.",
  "server/folder-gone":
    "Der Ordner der Einstellungen des Servers wurde gelöscht oder sein Datenträger entfernt: Nichts kann geändert werden, und niemand kann sich anmelden. Stellen Sie den Ordner wieder her und starten Sie den Server neu.",
  "server/disk-full":
    "Der Datenträger des Servers ist voll: Bis wieder Platz ist, lässt sich nichts ändern, und niemand kann sich anmelden.",
  "server/too-many-requests": "Zu viele Anfragen. Versuchen Sie es in {count} s erneut.",
  "other/message": "{message}",
};
