/** German. License and activation, an uploaded client, how long recordings are kept and on which volumes. */
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
  "volume/bad-name":
    "1 bis 40 Buchstaben, Ziffern, Leerzeichen, Punkte, - und _, am Anfang ein Buchstabe oder eine Ziffer.",
  "volume/bad-path": "Ein vollständiger Pfad, etwa /mnt/disk2/recordings.",
  "volume/bad-reserve": "0 oder mehr.",
  "volume/bad-days": "Eine Zahl von Tagen über 0, höchstens 3650, oder nichts.",
  "volume/bad-weight": "Eine Zahl über 0, höchstens 1000.",
  "volume/unknown": "Es gibt kein Volume {name}.",
  "volume/name-taken": "Ein anderes Volume heißt schon {name}.",
  "volume/former-name":
    "Von einem früheren Volume {name} sind noch Aufzeichnungen bekannt, und dies ist eine andere Platte. Wählen Sie einen anderen Namen.",
  "volume/path-taken": "Das Volume {name} hat diesen Ordner, oder einer der beiden liegt im anderen.",
  "volume/is-volume": "Dies ist die Platte des Volumes {name}.",
  "volume/in-use": "{path} wird von einem anderen Server benutzt.",
  "volume/no-folder": "Es gibt keinen Ordner {path} und keinen darüber, in dem er angelegt werden könnte.",
  "volume/not-folder": "{path} ist kein Ordner.",
  "volume/not-writable": "In {path} kann nicht geschrieben werden: {reason}",
  "volume/no-answer": "Die Platte von {path} antwortet nicht.",
  "volume/full": "Die Platte von {path} hat über die Reserve hinaus keinen Platz.",
  "volume/same-disk":
    "Es liegt auf derselben Platte wie das Volume {name}: Beide gehen zusammen verloren, und Platz kommt nicht hinzu.",
  "volume/foreign":
    "{path} wurde von einem anderen Recorder benutzt: Dessen Aufzeichnungen würden übernommen und wie eigene bereinigt.",
  "volume/reachable": "Das Volume {name} ist erreichbar: Vergessen wird nur, was verloren ist.",
  "volume/last": "Ohne {name} könnte nichts aufgezeichnet werden: Erst muss ein anderes Volume aufzeichnen.",
};
