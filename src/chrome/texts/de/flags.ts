/** German. Advanced settings. */
import type { flagsTexts as english } from "../en/flags.ts";
import type { Translated } from "../translated.ts";

export const flagsTexts: Translated<typeof english> = {
  "flags.title": "Erweiterte Einstellungen",
  "flags.mode": "Standardmodus der Player",
  "flags.mode.disabled": "abgeschaltet",
  "flags.mode.lowbandwidth": "geringe Bandbreite",
  "flags.mode.webrtc": "WebRTC",
  "flags.modeHint": "Der Modus, mit dem Player beginnen. Geringe Bandbreite bleibt die Rückfallebene.",
  "flags.override": "WebRTC-Unterstützung erzwingen",
  "flags.override.enabled": "eingeschaltet",
  "flags.override.disabled": "abgeschaltet",
  "flags.overrideHint": "Verwendet WebRTC auch in Browsern, in denen es nicht Standard ist.",
  "flags.log": "Protokollstufe",
  "flags.logHint": "Wie viel in die Konsole des Browsers geschrieben wird.",
  "flags.cancel": "Abbrechen",
  "flags.save": "Speichern",
  "flags.failed": "Dieser Browser behält keine Einstellungen: Sein Speicher ist voll oder abgeschaltet.",
};
