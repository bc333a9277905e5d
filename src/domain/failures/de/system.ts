/** German. License and activation, an uploaded client, how long recordings are kept. */
import type { system as rows } from "../rows/system.ts";
import type { TextsOf } from "../texts-of.ts";

export const system: TextsOf<typeof rows> = {
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
  "client/no-file": "keine Datei angegeben",
  "client/none": "Es wurde kein Client hochgeladen.",
  "client/bad-file": "Die Datei ist kein Client: {cause}.",
  "client/no-page": "sie enthält keine index.html",
  "client/other-page": "ihre Seite ist keine dieses Produkts",
  "client/no-zip": "sie ist kein ZIP-Archiv",
  "client/many-files": "sie enthält mehr als {count} Dateien",
  "client/links": "sie enthält Verknüpfungen oder Geräte",
  "client/file-name": "sie enthält einen Dateinamen, der nicht erlaubt ist",
  "client/file-twice": "sie enthält eine Datei zweimal",
  "client/large": "sie ist entpackt zu groß",
  "client/damaged": "das Archiv ist beschädigt",
  "client/empty": "sie ist leer",
  "retention/fetch-failed": "Die Aufbewahrungsregeln konnten nicht abgerufen werden: {cause}",
  "retention/save-failed": "Die Aufbewahrungsregeln konnten nicht gespeichert werden: {cause}",
  "retention/required": "Geben Sie eine Zahl von Tagen zwischen 0 und 10000 ein.",
  "retention/not-possible":
    "Die aktuelle Konfiguration ist bis zur höchsten Schwelle nicht möglich. Sie können sie auf eigene Gefahr speichern.",
  "retention/not-possible-trial":
    "Die aktuelle Konfiguration ist bis zur höchsten Schwelle nicht möglich. Aktivieren Sie Ihre Lizenz für längere Aufbewahrung. Sie können sie auf eigene Gefahr speichern.",
};
