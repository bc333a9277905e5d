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
    "Die Bühne {name} kann nicht gezeigt werden: sie stammt vielleicht von einer anderen Version ({reason}).",
  "stage/unreadable": "Diese Bühne ist nicht lesbar: {reason}",
  "stage/no-webgl2": "Die Bühne kann nicht gezeichnet werden: Dieser Browser oder Computer bietet kein WebGL 2.",
  "stage/context-lost":
    "Die Bühne kann nicht mehr gezeichnet werden: Der Grafikkontext ging verloren und kam nicht zurück.",
  "stage/not-started":
    "Die Bühne kann nicht gezeichnet werden: Ihr Programm ist nicht gestartet. Laden Sie die Seite neu.",
  "stage/not-drawn": "Die Bühne kann nicht gezeichnet werden: {reason}",
  "stage/camera-limit-logged": "Kameragrenze erreicht",
  "stage/camera-limit":
    "Sie können nicht mehr als {n} Player gleichzeitig sehen. Entfernen Sie erst einen und versuchen Sie es noch einmal.",
  "stage/dewarp-limit":
    "Sie können nicht mehr als {n} Player gleichzeitig entzerren. Schalten Sie die Entzerrung erst bei einem ab und versuchen Sie es noch einmal.",
  "stage/no-servers": "Keine erreichbaren Server.",
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
