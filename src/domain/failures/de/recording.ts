/** German. Recordings, and exports of them. */
import type { recording as rows } from "../rows/recording.ts";
import type { TextsOf } from "../texts-of.ts";

export const recording: TextsOf<typeof rows> = {
  "archive/none": "keine Aufzeichnungen in diesem Bereich",
  "archive/not-there": "dort ist nichts aufgezeichnet",
  "archive/volume-not-reachable":
    "was dann aufgezeichnet wurde, liegt auf dem Volume {name}, das jetzt nicht erreichbar ist",
  "archive/bucket-not-reachable": "was dann aufgezeichnet wurde, liegt im Bucket, der jetzt nicht erreichbar ist",
  "archive/not-reachable": "was dann aufgezeichnet wurde, liegt auf einem Volume, das jetzt nicht erreichbar ist",
  "archive/end": "danach folgt nichts",
  "archive/locked": "die Aufzeichnung ist gesperrt, und ihr Besitzer hat die Sperre noch nicht",
  "archive/unreadable": "die Aufzeichnung war nicht lesbar",
  "export/too-short": "Ungültige Zeitauswahl. Der Beginn muss mindestens 10 Sekunden vor dem Ende liegen.",
  "export/too-long": "Die Zeitauswahl darf {hours} Stunden nicht überschreiten.",
  "export/unknown": "Diesen Export gibt es nicht.",
  "export/busy": "Es laufen zu viele Exporte. Versuchen Sie es später erneut.",
  "export/unsupported": "Das Format {name} erzeugt dieser Server nicht.",
  "recording/disk-full": "es wird nichts aufgezeichnet: Der Datenträger ist voll",
  "recording/disk-unwritable": "es wird nichts aufgezeichnet: Der Datenträger kann nicht beschrieben werden",
  "recording/disk-gone": "es wird nichts aufgezeichnet: Der Ordner der Aufzeichnungen fehlt",
  "recording/disk-stuck": "es wird nichts aufgezeichnet: Der Datenträger antwortet nicht",
  "recording/no-picture": "seit {count} s kein Bild",
  "recording/not-written": "seit {count} s wurde nichts aufgezeichnet",
  "export/disk": "Auf dem Datenträger des Servers ist für diesen Export nicht genug Platz.",
  "export/unavailable": "In diesem Build fehlen die Exporte.",
  "export/failed": "Fehler beim Exportieren des Videos",
  "export/busy-process": "ein Export je Prozess",
  "export/codec": "{cause}",
  "export/jpeg": "Motion JPEG lässt sich nicht in dieses Format exportieren ({camera}).",
  "export/codec-change":
    "Die Kamera hat um {time} ihren Codec gewechselt: Exportieren Sie, was davor und danach liegt, getrennt.",
  "export/masks-changed": "Die Privatzonen haben sich geändert, seit dieser Export gemacht wurde. Machen Sie ihn neu.",
  "export/view": "Nur von einem Fisheye lässt sich eine Ansicht exportieren, als MKV oder MOV.",
  "export/view-unknown":
    "Was diese Ansicht zeigt, ist gerade nicht bekannt: Die Kamera hat noch kein Bild geschickt, oder niemand hat ihr Objektiv gespeichert.",
  "export/too-large": "Der Bereich ist für eine Seite zu lang: Wählen Sie einen kürzeren.",
  "range/reversed": "Der Beginn darf nicht nach dem Ende liegen.",
  "chart/zoom-limit": "weiter hineinzoomen geht nicht",
};
