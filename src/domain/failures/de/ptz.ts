/** German. Moving a camera. */
import type { ptz as rows } from "../ptz.ts";
import type { TextsOf } from "../texts-of.ts";

export const ptz: TextsOf<typeof rows> = {
  "ptz/unsupported": "Die Kamera ist nicht beweglich.",
  "ptz/no-centre": "Die Kamera kann keinen Punkt in die Mitte rücken.",
  "preset/unknown": "Diese Position gibt es nicht.",
  "ptz/too-many-presets": "Es darf höchstens {count} Positionen geben.",
  "preset/unnamed": "Die Kamera hat der Position keinen Namen gegeben.",
  "preset/failed": "Fehler beim Anlegen der Position: {cause}",
  "preset/name-required": "Der Name der Position fehlt.",
  "preset/name-too-long": "Der Name der Position darf höchstens 32 Zeichen haben.",
  "preset/name-characters": "Ungültiger Name (nur Buchstaben, Ziffern und Leerzeichen).",
};
