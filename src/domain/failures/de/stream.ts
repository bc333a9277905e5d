/** German. A camera's stream. */
import type { stream as rows } from "../stream.ts";
import type { TextsOf } from "../texts-of.ts";

export const stream: TextsOf<typeof rows> = {
  "stream/unknown": "Diesen Stream gibt es nicht.",
  "stream/elsewhere": "Die Kamera hat diesen Stream nicht.",
  "stream/none": "diesen Stream gibt es nicht",
  "stream/not-running": "{cause}",
  "stream/off": "der Stream ist abgeschaltet",
  "stream/late": "es kam kein Bild",
  "stream/no-picture": "es kam noch kein Bild",
};
