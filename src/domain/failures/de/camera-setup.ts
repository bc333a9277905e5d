/** German. A camera is registered, recovered, verified or removed. */
import type { cameraSetup as rows } from "../rows/camera-setup.ts";
import type { TextsOf } from "../texts-of.ts";

export const cameraSetup: TextsOf<typeof rows> = {
  "camera/bad-uri": "{cause}",
  "camera/uri-required": "Geben Sie die Adresse der Kamera ein; sie hat keine Leerzeichen.",
  "uri/unreadable": "Die Verbindungsadresse ist nicht lesbar.",
  "uri/scheme": "Die Verbindungsadresse muss mit {plain} oder {secure} beginnen.",
  "uri/no-host": "Die Verbindungsadresse nennt keinen Rechner.",
  "uri/credentials":
    "Die Adresse ist nicht lesbar: In ihr steht ein Name oder Kennwort mit # / ? \\ % @ oder einem Leerzeichen. Geben Sie Namen und Kennwort in ihre eigenen Felder ein, oder prozentkodiert (# als %23, / als %2F, ? als %3F, @ als %40).",
  "camera/login-in-address":
    "{cause} Name und Kennwort stammen aus der Adresse, in der % ein kodiertes Zeichen einleitet: Geben Sie sie in ihre eigenen Felder ein, oder schreiben Sie % als %25.",
  "setup/network":
    "Die Kamera ist nicht erreichbar: {cause}. Prüfen Sie Adresse und Port, Kabel und Strom, und was dazwischen steht, etwa eine Firewall.",
  "setup/login":
    "Die Kamera hat Benutzernamen oder Kennwort abgelehnt: {cause}. Prüfen Sie beide; viele Kameras haben eigene Benutzer für RTSP.",
  "setup/codec":
    "Das Video der Kamera ist nicht lesbar: {cause}. Stellen Sie ihren Encoder auf H.264, H.265 oder Motion JPEG.",
  "setup/no-key-frame":
    "Die Kamera sendet, aber {cause}. Stellen Sie in der Kamera einen kürzeren Abstand der Schlüsselbilder ein (I-Frames, GOV-Länge).",
  "setup/no-video":
    "Unter dieser Adresse sendet die Kamera {cause}. Prüfen Sie den Pfad, und ob das Video der Kamera eingeschaltet ist.",
  "setup/no-stream":
    "Unter dieser Adresse gibt es keinen Stream: {cause}. Der Pfad steht im Handbuch der Kamera; als ONVIF hinzugefügt wird er gefunden.",
  "setup/web-page":
    "Unter dieser Adresse gibt es kein RTSP: {cause}. RTSP hat meist den Port 554; für den Webport der Kamera wählen Sie ONVIF.",
  "setup/no-mjpeg":
    "Unter dieser Adresse gibt es kein Video: {cause}. Der Pfad des MJPEG-Streams steht im Handbuch der Kamera; oder fügen Sie die Kamera über RTSP oder als ONVIF hinzu.",
  "setup/silent":
    "Die Kamera antwortet, sendet aber kein Video: {cause}. Prüfen Sie, ob der Stream eingeschaltet ist und die Kamera noch Zuschauer annimmt.",
  "setup/answer":
    "Die Antwort der Kamera ist nicht verständlich: {cause}. Prüfen Sie die Adresse; wenn sie stimmt, fügen Sie die Kamera als ONVIF hinzu oder aktualisieren Sie ihre Firmware.",
  "camera/unknown-host": "Der Rechner {host} ist nicht bekannt.",
  "camera/forbidden-address": "Kameras dürfen nicht unter {name} stehen.",
  "camera/borrowed":
    "Die Kamera gehört {name} und wird hier nur für diesen Recorder aufgezeichnet. Ändern Sie sie dort.",
  "camera/exists": "Die Kamera ist schon als {name} registriert.",
  "camera/password-required":
    "Geben Sie das Kennwort der Kamera ein: Das gespeicherte wird an keine andere Adresse gesendet.",
  "camera/no-profile":
    "Die Kamera hat kein Videoprofil (ONVIF-Aufruf GetProfiles). Richten Sie auf der Seite der Kamera eines ein, oder fügen Sie ihren Stream als Generic RTSP hinzu.",
  "camera/no-primary": "Die Kamera hat keinen primären Stream.",
  "camera/sends": "Die Kamera sendet {name} mit {size}.",
  "license/cameras": "Die Lizenz gilt für {count} Kameras.",
  "camera/name-required": "Der Kameraname fehlt.",
  "camera/remove-failed": "Kamera {name} konnte nicht entfernt werden",
  "camera/verify-failed": "Prüfung der Kamera fehlgeschlagen: {cause}",
  "camera/recover-unsupported": "Eine Kamera wiederherzustellen braucht Serverversion 2.2.2 oder neuer.",
  "copy/no-target": "Wählen Sie mindestens eine Kamera aus.",
};
