/** German. Why a server of the aggregator is not available, and the bar's texts about a license that is not valid. */
import type { server as rows } from "../rows/server.ts";
import type { TextsOf } from "../texts-of.ts";

export const server: TextsOf<typeof rows> = {
  "orchid/unknown": "Diesen Server gibt es nicht.",
  "orchid/unreachable": "Der Server ist nicht erreichbar: {cause}.",
  "orchid/timeout": "Der Server antwortet nicht rechtzeitig.",
  "orchid/not-trusted": "Der Server nimmt diesen Aggregator nicht mehr an.",
  "permission/too-many-cameras":
    "Ihre Berechtigungsgruppen nennen mehr als etwa 5000 einzelne Kameras dieses Servers: Er muss als Ganzes freigegeben werden.",
  "orchid/certificate": "Der Server ist nicht erreichbar: {cause}.",
  "orchid/bad-answer": "Der Server ist nicht erreichbar: {cause}.",
  "orchid/refused": "{cause}",
  "server/refused": "die Verbindung wurde abgelehnt",
  "server/host-unknown": "sein Rechnername ist nicht bekannt",
  "server/host-lookup": "sein Rechnername kann nicht aufgelöst werden",
  "server/no-way-to-host": "es gibt keinen Weg zu seinem Rechner",
  "server/no-way-to-network": "es gibt keinen Weg in sein Netz",
  "server/timeout": "er hat nicht rechtzeitig geantwortet",
  "server/closed": "er hat die Verbindung geschlossen",
  "server/stood-in": "{name} zeichnet inzwischen seine Kameras auf und zeigt sie ({cause})",
  "server/no-tls": "er spricht kein HTTPS",
  "server/forbidden": "unter seiner Adresse dürfen keine Server stehen",
  "server/certificate":
    "sein Zertifikat ist nicht das der Registrierung (wurde es dort ersetzt, bearbeiten Sie den Server und geben Sie neue Anmeldedaten ein)",
  "server/unreadable": "seine Antwort ist nicht lesbar",
  "server/too-long": "seine Antwort ist zu lang",
  "server/elsewhere": "er verweist woandershin",
  "server/status": "er hat mit dem Status {status} geantwortet",
  "server/no-key": "sein Schlüssel ist nicht lesbar: Registrieren Sie ihn neu",
  "server/no-trust": "er nimmt die Tokens dieses Aggregators nicht an",
  "server/answered": "{code}: {cause}",
  "server/caller-left": "der Aufrufer ist gegangen",
  "server/withdrawn": "die Anfrage wurde zurückgezogen",
  "server/broken": "die Verbindung ist abgebrochen",
  "license/degraded-storage": "Speicherfehler erkannt: Das Speichergerät wurde gewechselt",
  "license/degraded": "Lizenzfehler erkannt: Die Lizenz ist ungültig, Aufzeichnung und Aufräumen sind angehalten",
};
