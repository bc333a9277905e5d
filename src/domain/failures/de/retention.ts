/** German. How long recordings are kept. */
import type { retention as rows } from "../retention.ts";
import type { TextsOf } from "../texts-of.ts";

export const retention: TextsOf<typeof rows> = {
  "retention/fetch-failed": "Die Aufbewahrungsregeln konnten nicht abgerufen werden: {cause}",
  "retention/save-failed": "Die Aufbewahrungsregeln konnten nicht gespeichert werden: {cause}",
  "retention/required": "Geben Sie eine Zahl von Tagen zwischen 0 und 10000 ein.",
  "retention/not-possible":
    "Die aktuelle Konfiguration ist bis zur höchsten Schwelle nicht möglich. Sie können sie auf eigene Gefahr speichern.",
  "retention/not-possible-trial":
    "Die aktuelle Konfiguration ist bis zur höchsten Schwelle nicht möglich. Aktivieren Sie Ihre Lizenz für längere Aufbewahrung. Sie können sie auf eigene Gefahr speichern.",
};
