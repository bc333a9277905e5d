/** German. The stage itself, saved stages, the single player, camera groups, bookmarks and evidence locks. */
import type { stage as rows } from "../rows/stage.ts";
import type { TextsOf } from "../texts-of.ts";

export const stage: TextsOf<typeof rows> = {
  "stage/unknown": "Diese Bühne gibt es nicht.",
  "stage/share": "Nur Administratoren teilen eine Bühne.",
  "stage/read-only": "Nur Administratoren ändern eine geteilte Bühne.",
  "stage/too-many": "Es gibt schon zu viele Bühnen.",
  "stage/name-required": "Der Name der Bühne fehlt.",
  "stage/gone": "Diese Bühne gibt es nicht mehr.",
  "stage/not-shown":
    "Die Bühne {name} kann nicht gezeigt werden: sie stammt vielleicht von einer anderen Version ({cause}).",
  "stage/not-a-matrix": "eine Bühne muss eine Liste von Zeilen mit Zellen sein",
  "stage/too-large": "eine Bühne hat höchstens {count} Zeilen und Spalten",
  "stage/cell-unreadable": "Zeile {row}, Spalte {column}: ist keine Zelle",
  "stage/cell-without-camera": "Zeile {row}, Spalte {column}: hat eine Kamera ohne Kennung",
  "stage/cell-bad-span": "Zeile {row}, Spalte {column}: erstreckt sich nicht über eine ganze Zahl von Feldern ab 1",
  "stage/cell-bad-dewarp": "Zeile {row}, Spalte {column}: hat eine Art der Entzerrung, die nicht 0, 1 oder 2 ist",
  "stage/cell-bad-bandwidth":
    "Zeile {row}, Spalte {column}: die Angabe zur geringen Bandbreite ist weder wahr noch falsch",
  "stage/cell-outside": "Zeile {row}, Spalte {column} reicht über die größte Bühne hinaus",
  "stage/cells-overlap": "Zeile {row}, Spalte {column} überdeckt Zeile {otherRow}, Spalte {otherColumn}",
  "stage/no-webgl2": "Die Bühne kann nicht gezeichnet werden: Dieser Browser oder Computer bietet kein WebGL 2.",
  "stage/context-lost":
    "Die Bühne kann nicht mehr gezeichnet werden: Der Grafikkontext ging verloren und kam nicht zurück.",
  "stage/not-started":
    "Die Bühne kann nicht gezeichnet werden: Ihr Programm ist nicht gestartet. Laden Sie die Seite neu.",
  "stage/not-drawn": "Die Bühne kann nicht gezeichnet werden: {cause}",
  "stage/camera-limit":
    "Sie können nicht mehr als {n} Player gleichzeitig sehen. Entfernen Sie erst einen und versuchen Sie es noch einmal.",
  "stage/dewarp-limit":
    "Sie können nicht mehr als {n} Kameras gleichzeitig entzerren; die Ansichten einer Kamera zählen einmal. Schalten Sie die Entzerrung bei einer davon in jedem ihrer Player ab, oder schließen Sie diese, und versuchen Sie es noch einmal.",
  "stage/no-servers": "Keine erreichbaren Server.",
  "view/unknown": "Diese Ansicht gibt es nicht.",
  "view/share": "Sie haben keine Berechtigung, Ansichten dieser Kamera zu teilen.",
  "view/read-only":
    "Eine eigene Ansicht ändert nur, wem sie gehört, eine geteilte nur, wer Ansichten der Kamera teilen darf.",
  "view/too-many": "Diese Kamera hat so viele Ansichten, wie sie haben kann. Entfernen Sie zuerst eine.",
  "view/name-required": "Der Name der Ansicht fehlt.",
  "view/gone": "Diese Ansicht gibt es nicht mehr.",
  "patrol/unknown": "Diesen Rundgang gibt es nicht.",
  "patrol/share": "Sie haben keine Berechtigung, Rundgänge dieser Kamera zu teilen.",
  "patrol/read-only":
    "Einen eigenen Rundgang ändert nur, wem er gehört, einen geteilten nur, wer Ansichten der Kamera teilen darf.",
  "patrol/too-many": "Diese Kamera hat so viele Rundgänge, wie sie haben kann. Entfernen Sie zuerst einen.",
  "patrol/view-unknown": "Ein Rundgang führt durch vorhandene Ansichten seiner eigenen Kamera.",
  "patrol/view-personal":
    "Ein geteilter Rundgang führt nur durch geteilte Ansichten. Teilen Sie zuerst seine Ansichten.",
  "patrol/name-required": "Der Name des Rundgangs fehlt.",
  "patrol/too-short": "Ein Rundgang braucht mindestens zwei Ansichten.",
  "patrol/seconds": "Geben Sie eine Zahl von {from} bis {to} an.",
  "player/stream": "Stream {id} lässt sich nicht öffnen",
  "player/server": "Kein Zugang zu Orchid {id}",
  "player/authentication": "Anmeldung fehlgeschlagen",
  "player/information": "Angaben zu Kamera und Server sind nicht abrufbar",
  "group/unknown": "Diese Kameragruppe gibt es nicht.",
  "group/inside-itself": "Eine Kameragruppe kann nicht in sich selbst stehen.",
  "group/too-deep": "Kameragruppen lassen sich höchstens {count}-fach verschachteln.",
  "group/too-many": "Es gibt schon zu viele Kameragruppen.",
  "mark/unknown": "Dieses Lesezeichen oder diese Beweissperre gibt es nicht.",
  "mark/lock-too-long": "Eine Beweissperre endet höchstens {count} Tage nach ihrem Beginn.",
  "mark/too-many": "Es gibt schon zu viele Lesezeichen oder Beweissperren. Entfernen Sie zuerst einige.",
};
