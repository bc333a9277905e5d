/** German. The stages tab, its dialogs, the kiosk, the keyboard overlay and the command palette. */
import type { viewsTexts as english } from "../en/views.ts";
import type { Translated } from "../translated.ts";

export const viewsTexts: Translated<typeof english> = {
  "views.free": "Ansicht {number, number}",
  "views.make": "Als Ansicht speichern…",
  "views.update": "{name} auf das Gezeigte ändern",
  "views.updated": "{name} zeigt jetzt dies",
  "views.begin": "Mit {name} beginnen",
  "views.begun": "Diese Kamera beginnt für Sie mit {name}, und Home führt dorthin",
  "views.begunNot": "Diese Kamera beginnt wieder mit ihrer eigenen Ansicht",
  "views.split": "In {count, number} Ansichten teilen",
  "views.newTitle": "Ansicht speichern",
  "views.editTitle": "Ansicht bearbeiten",
  "views.name": "Name der Ansicht",
  "views.save": "Speichern",
  "views.saved": "Ansicht {name} gespeichert",
  "views.share": "Mit allen teilen, die die Kamera sehen dürfen",
  "views.menu": "Aktionen für Ansicht {name}",
  "views.edit": "Bearbeiten",
  "views.remove": "Entfernen",
  "views.removeTitle": "Ansicht entfernen",
  "views.removeText":
    "Die Ansicht {name} wird entfernt. Bühnen, die sie zeigen, zeigen dann die eigene Ansicht der Kamera.",
  "views.removeSharedText":
    "Die Ansicht {name} wird für alle entfernt. Bühnen, die sie zeigen, zeigen dann die eigene Ansicht der Kamera.",
  "views.shared": "geteilt",
  "views.home": "beginnt damit",
};
