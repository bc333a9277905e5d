/** German. An ONVIF call that came to nothing: which one, why, and what to do. */
import type { onvif as rows } from "../rows/onvif.ts";
import type { TextsOf } from "../texts-of.ts";

export const onvif: TextsOf<typeof rows> = {
  "onvif/fault": "{cause}",
  "onvif/unreachable": "Die Kamera ist nicht erreichbar: {cause}.",
  "onvif/at-call":
    "{cause} (ONVIF-Aufruf {name} an {address}). Prüfen Sie Adresse und Port, und ob sie eingeschaltet ist",
  "onvif/unauthorized": "Die Kamera hat Benutzernamen oder Kennwort abgelehnt.",
  "onvif/login-wrong":
    "Die Kamera hat Benutzernamen oder Kennwort abgelehnt (ONVIF-Aufruf {name}). Prüfen Sie beide: Viele Kameras haben eigene Benutzer für ONVIF.",
  "onvif/login-rights":
    "Die Kamera verweigert diesem Benutzer {name}, obwohl sie sein Kennwort vorher angenommen hat. Geben Sie ihm in der Kamera die Rechte eines Operators, oder geben Sie sein neues Kennwort ein.",
  "onvif/login-unanswerable":
    "Die Kamera verlangt das Kennwort so, dass jeder auf dem Weg es lesen könnte, oder auf unbekannte Weise (ONVIF-Aufruf {name}). Stellen Sie ihre HTTP-Anmeldung auf Digest.",
  "onvif/clock-off":
    "Die Kamera hat die Anmeldung abgelehnt (ONVIF-Aufruf {name}), und ihre Uhr weicht um {count} min ab. Stellen Sie Uhr und Zeitzone der Kamera, möglichst mit NTP; wenn das nicht hilft, prüfen Sie Benutzernamen und Kennwort.",
  "onvif/clock-unknown":
    "Die Kamera hat die Anmeldung abgelehnt (ONVIF-Aufruf {name}) und nennt ihre Uhrzeit nicht. Prüfen Sie Benutzernamen und Kennwort, und stellen Sie die Uhr der Kamera.",
  "onvif/clock-refused":
    "Die Kamera hat die Anmeldung wegen der Uhrzeit abgelehnt (ONVIF-Aufruf {name}). Stellen Sie die Uhren der Kamera und dieses Rekorders.",
  "camera/said":
    "Die Kamera hat {name} abgelehnt: {reason}. Versuchen Sie es noch einmal; wenn es so bleibt, starten Sie die Kamera neu.",
  "camera/declined":
    "Die Kamera hat {name} abgelehnt: {reason}. Prüfen Sie diese Einstellung auf der eigenen Seite der Kamera.",
  "camera/not-supported":
    "Die Kamera unterstützt {name} nicht: {reason}. Aktualisieren Sie ihre Firmware; nur ihr Video lässt sich auch als Generic RTSP hinzufügen.",
  "camera/no-message":
    "Die Kamera hat auf {name} mit dem Status {status} und ohne ONVIF-Nachricht geantwortet. Prüfen Sie die Adresse, und ob ONVIF in der Kamera eingeschaltet ist.",
  "camera/moved": "Die Kamera verweist für {name} auf {address}. Geben Sie diese Adresse ein.",
};
