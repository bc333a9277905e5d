/** German. The license and the parent of a recorder. */
import type { activationTexts as english } from "../en/activation.ts";
import type { Translated } from "../translated.ts";

export const activationTexts: Translated<typeof english> = {
  "activation.title": "Aktivierung",
  "activation.license": "Lizenz",
  "activation.loading": "Lizenz wird geladen…",
  "activation.failed": "Die Lizenz konnte nicht geladen werden",
  "activation.edition": "Edition",
  "activation.trial": "Testversion, nicht aktiviert",
  "activation.cameras": "Kameras",
  "activation.unlimited": "Unbegrenzt",
  "activation.retention": "Aufbewahrung",
  "activation.expires": "Läuft ab",
  "activation.expiresIn": "in {days, plural, =0 {} one {# Tag } other {# Tagen }}{clock}",
  "activation.version": "Version",
  "activation.code": "Aktivierungscode",
  "activation.machineId": "Maschinen-ID",
  "activation.location": "Standort",
  "activation.none": "keine",
  "activation.add": "Lizenz hinzufügen",
  "activation.modify": "Lizenz ändern",
  "activation.remove": "Lizenz entfernen",
  "activation.degraded": "Eingeschränkter Betrieb",
  "activation.degradedText":
    "Aufzeichnung und Aufräumen ruhen, alle Streams sind abgeschaltet. Aufgezeichnetes lässt sich weiter abspielen.",
  "activation.pending": "Lizenzänderung steht aus",

  "activation.checking": "Aktivierungsdienst wird gesucht…",
  "activation.activate": "Aktivieren",
  "activation.renewalHint": "XXXXX-XXXXX-XXXXX-XXXXX, oder XXXX-XXXX-XXXX-XXXX zum Erweitern oder Verlängern",
  "activation.locationLabel": "Standort (optional)",
  "activation.locationHint": "Wo dieser Server steht, für Ihre Unterlagen.",
  "activation.offline": "Offline aktivieren",
  "activation.online": "Online aktivieren",
  "activation.offlineText": "Holen Sie für diese Maschinen-ID einen Lizenzschlüssel und fügen Sie ihn hier ein.",
  "activation.serviceGone": "Der Aktivierungsdienst ist nicht erreichbar. Aktivieren Sie mit einem Lizenzschlüssel.",
  "activation.key": "Lizenzschlüssel",
  "activation.portal": "Lizenzportal öffnen",
  "activation.restart": "Starten Sie den Server für die neue Lizenz neu.",

  "activation.removeText": "Die Lizenz dieses Servers entfernen? Mit dem nächsten Neustart wird er zur Testversion.",
  "activation.removeConfirm": "Entfernen",

  "activation.storage": "Diesen Speicher verwenden",
  "activation.storageText":
    "Den Speicher verwenden, der jetzt vorhanden ist? Nach dem nächsten Neustart zeichnet der Server dort auf. Was auf dem anderen aufgezeichnet ist, liegt dort nicht.",
  "activation.storageConfirm": "Verwenden",

  "activation.parent": "Übergeordneter Server",
  "activation.parentLoading": "Status des übergeordneten Servers wird geladen…",
  "activation.parentNone": "Dieser Server hat keinen übergeordneten. Er wird für sich verwaltet.",
  "activation.parentId": "Verwaltet von",
  "activation.parentAddress": "Adresse",
  "activation.parentFailed": "Der Status des übergeordneten Servers konnte nicht geladen werden",
  "activation.detach": "Vom übergeordneten Server lösen",
  "activation.detachText":
    "Diesen Server lösen? Der übergeordnete kann ihn dann nicht mehr verwalten, und dessen Benutzer können sich hier nicht mehr anmelden.",
  "activation.detachConfirm": "Lösen",
  "activation.noEnd": "unbefristet",
  "activation.expired": "abgelaufen",
};
