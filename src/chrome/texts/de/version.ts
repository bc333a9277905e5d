/** German. The version page. */
import type { versionTexts as english } from "../en/version.ts";
import type { Translated } from "../translated.ts";

export const versionTexts: Translated<typeof english> = {
  "version.title": "Versionsinformationen",
  "version.version": "Version",
  "version.target": "Zielarchitektur",
  "version.hash": "Build-Hash",
  "version.date": "Build-Datum",
  "version.user": "Build-Benutzer",
  "version.host": "Build-Rechner",
  "version.client": "Client-Build",
  "version.update": "Client aktualisieren",
  "version.updateText":
    "Eine ZIP-Datei eines gebauten Clients. Sie wird zuerst geprüft und von da an allen ausgeliefert.",
  "version.file": "Client-Datei (.zip)",
  "version.password": "Ihr Kennwort",
  "version.passwordHint": "Alle werden diesen Client ausführen: Bestätigen Sie mit Ihrem eigenen Kennwort.",
  "version.upload": "Aktualisieren",
  "version.restore": "Ursprünglichen wiederherstellen",
  "version.updated": "Der Client wurde geändert",
  "version.updatedText": "Wer die Seite von jetzt an öffnet, erhält ihn.",
  "version.reload": "Jetzt laden",
  "version.resources": "Ressourcen",
  "version.apiDocs": "API-Dokumentation",
  "version.support": "Support",
  "version.acknowledgments": "Verwendete Open-Source-Software",
  "version.changelog": "Änderungsprotokoll",
  "version.eula": "Endbenutzer-Lizenzvertrag",
  "version.noText": "Dieser Build enthält keinen solchen Text.",
  "version.failed": "Die Version konnte nicht geladen werden",
};
