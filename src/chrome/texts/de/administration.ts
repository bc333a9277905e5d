/** German. Texts that several administration screens share. */
import type { administrationTexts as english } from "../en/administration.ts";
import type { Translated } from "../translated.ts";

export const administrationTexts: Translated<typeof english> = {
  "admin.badLink": "Dieser Link ist nicht lesbar. Er wurde abgeschnitten oder falsch geschrieben.",
  "disk.title": "Datenträgerauslastung",
  "disk.summary": "{used} von {capacity} belegt.",
  "disk.threshold": "Aufräumen beginnt bei {percent, number} %",
  "disk.archives": "Aufzeichnungen",
  "disk.other": "Andere Daten",
  "disk.free": "Frei",
  "disk.failed": "Die Datenträgerauslastung konnte nicht geladen werden",
  "disk.loading": "Datenträgerauslastung wird geladen…",
  "preview.title": "Vorschau von {name}",
  "preview.loading": "Warten auf ein Bild…",
  "preview.picture": "Bild von {name}",
  "admin.copy": "{name} kopieren",
  "admin.copied": "Kopiert",
  "admin.copyFailed": "Kopieren fehlgeschlagen: Der Browser erlaubt es hier nicht.",
  "admin.processing": "Wird bearbeitet…",
  "admin.save": "Speichern",
  "admin.actions": "Aktionen",
  "admin.primary": "primär",
};
