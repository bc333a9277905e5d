/** German. The processes of a server. */
import type { process as rows } from "../process.ts";
import type { TextsOf } from "../texts-of.ts";

export const process: TextsOf<typeof rows> = {
  "media/unavailable": "Der Aufzeichnungsprozess wird gerade gestartet.",
  "process/gone": "der Prozess wurde beendet",
  "process/timeout": "{name} hat zu lange gedauert",
  "process/failed": "{message}",
  "process/unknown": "{name}",
  "analysis/off": "die Bildauswertung läuft nicht",
  "analysis/late": "die Bildauswertung hat zu lange gebraucht",
  "analysis/ended": "die Bildauswertung wurde beendet",
};
