/** German. Signing in, its session, and permissions. */
import type { session as rows } from "../rows/session.ts";
import type { TextsOf } from "../texts-of.ts";

export const session: TextsOf<typeof rows> = {
  "session/credentials-required": "Benutzername und Kennwort sind beide nötig.",
  "session/domain-username": "Geben Sie den Benutzernamen als benutzer@domäne ein.",
  "session/agreement-required": "Die Nutzungsvereinbarung muss angenommen werden.",
  "session/google-refused": "Google hat Sie nicht angemeldet: {reason}",
  "session/wrong": "Benutzername oder Kennwort ist falsch.",
  "session/no-account": "Auf diesem Recorder gibt es kein Konto {name}.",
  "session/google-wrong": "Google hat diese Anmeldung nicht bestätigt.",
  "session/issuer-unreachable": "Google ist nicht erreichbar, um diese Anmeldung zu bestätigen.",
  "session/locked": "Zu viele fehlgeschlagene Versuche. Versuchen Sie es in {count} s erneut.",
  "session/code-required": "Geben Sie den Einmalcode Ihrer Authenticator-App ein oder einen Wiederherstellungscode.",
  "session/passkey-or-code":
    "Verwenden Sie Ihren Passkey, oder geben Sie einen Einmal- oder Wiederherstellungscode ein.",
  "session/passkey-address":
    "Passkeys gehen nur, wo die Seite mit einem Namen über https oder auf localhost geöffnet wurde; diese wurde mit {origin} geöffnet.",
  "session/passkey-wrong": "Der Passkey konnte nicht bestätigt werden. Versuchen Sie es noch einmal.",
  "session/passkey-unknown": "Dieser Passkey ist hier nicht oder nicht mehr bekannt.",
  "session/passkey-copied":
    "Dieser Passkey wird abgelehnt, weil eine Kopie davon verwendet wurde. Entfernen Sie ihn, und fügen Sie einen neuen hinzu.",
  "session/passkey-none": "Es wurde kein Passkey verwendet.",
  "session/passkey-unsupported": "Dieser Browser hat keine Passkeys.",
  "session/code-wrong": "Dieser Code ist falsch oder wurde schon benutzt.",
  "session/factor-required": "Dieses Konto braucht einen zweiten Faktor. Richten Sie ihn ein, um sich anzumelden.",
  "session/basic-with-factor":
    "Dieses Konto hat oder braucht einen zweiten Faktor: Name und Kennwort allein genügen nicht. Melden Sie sich für eine Sitzung an oder verwenden Sie ein Konto ohne.",
  "session/required": "Melden Sie sich zuerst an.",
  "session/bad-ticket": "Das Ticket ist nicht gültig.",
  "session/over": "Die Sitzung ist beendet.",
  "session/unknown": "Diese Sitzung gibt es nicht.",
  "session/confirm": "Geben Sie zur Bestätigung Ihr eigenes Kennwort ein.",
  "session/not-confirmed": "Das ist nicht Ihr Kennwort.",
  "access/app-view-only": "Dieses App-Kennwort darf nur zusehen.",
  "access/app-password": "Ein App-Kennwort ändert keine Konten und keine Anmeldungen.",
  "access/denied": "Sie haben keine Berechtigung dafür.",
  "access/all-cameras": "Das Protokoll berichtet von allen Kameras, und Sie dürfen nur einige sehen.",
  "access/origin":
    "Die Anfrage kommt von einer anderen Website, oder ein Proxy reicht den Host-Header nicht weiter (dann nennt die Einstellung http.origins die Adresse dieser Seite).",
  "access/no-live": "Sie haben keine Berechtigung, diesen Stream live zu sehen.",
  "access/no-playback": "Sie haben keine Berechtigung, diesen Stream abzuspielen.",
  "access/no-unmask": "Sie haben keine Berechtigung, ohne Privatzonen zu sehen.",
  "access/views-only": "Von dieser Kamera dürfen Sie nur die Ansichten exportieren, durch die Sie sie sehen.",
  "access/no-watermark": "RTSP kann das Wasserzeichen nicht zeigen, das die Bilder dieses Kontos haben müssen.",
  "access/other-ticket": "Das Ticket ist für eine andere Kamera.",
  "access/ticket-for-ticket": "Für ein Ticket gibt es kein Ticket.",
};
