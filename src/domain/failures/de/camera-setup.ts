/** German. A camera is registered, recovered, verified or removed. */
import type { cameraSetup as rows } from "../rows/camera-setup.ts";
import type { TextsOf } from "../texts-of.ts";

export const cameraSetup: TextsOf<typeof rows> = {
  "camera/bad-uri": "{cause}",
  "uri/unreadable": "Die Verbindungsadresse ist nicht lesbar.",
  "uri/scheme": "Die Verbindungsadresse muss mit {plain} oder {secure} beginnen.",
  "uri/no-host": "Die Verbindungsadresse nennt keinen Rechner.",
  "camera/unknown-host": "Der Rechner {host} ist nicht bekannt.",
  "camera/forbidden-address": "Kameras dürfen nicht unter {name} stehen.",
  "camera/exists": "Die Kamera ist schon als {name} registriert.",
  "camera/password-required":
    "Geben Sie das Kennwort der Kamera ein: Das gespeicherte wird an keine andere Adresse gesendet.",
  "camera/nameless": "Die Kamera sagt nicht, was sie ist.",
  "camera/no-profile": "Die Kamera hat kein Videoprofil.",
  "camera/no-primary": "Die Kamera hat keinen primären Stream.",
  "camera/sends": "Die Kamera sendet {name} mit {size}.",
  "license/cameras": "Die Lizenz gilt für {count} Kameras.",
  "camera/name-required": "Der Kameraname fehlt.",
  "camera/remove-failed": "Kamera {name} konnte nicht entfernt werden",
  "camera/verify-failed": "Prüfung der Kamera fehlgeschlagen: {cause}",
  "camera/recover-unsupported": "Eine Kamera wiederherzustellen braucht Serverversion 2.2.2 oder neuer.",
  "copy/no-target": "Wählen Sie mindestens eine Kamera aus.",
};
