/** German. What the bar says of a license that does not hold. */
import type { licenseState as rows } from "../license-state.ts";
import type { TextsOf } from "../texts-of.ts";

export const licenseState: TextsOf<typeof rows> = {
  "license/degraded-storage": "Speicherfehler erkannt: Das Speichergerät wurde gewechselt",
  "license/degraded": "Lizenzfehler erkannt: Die Lizenz ist ungültig, Aufzeichnung und Aufräumen sind angehalten",
};
