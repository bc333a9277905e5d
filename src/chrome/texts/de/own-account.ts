/** German. What everybody does with the own account. */
import type { ownAccountTexts as english } from "../en/own-account.ts";
import type { Translated } from "../translated.ts";

export const ownAccountTexts: Translated<typeof english> = {
  "own.password": "Kennwort ändern",
  "own.oldPassword": "Altes Kennwort",
  "own.newPassword": "Neues Kennwort",
  "own.newPasswordConfirm": "Neues Kennwort noch einmal",
  "own.newPasswordHint": "Mindestens {count} Zeichen, und keines, das jeder zuerst versucht.",
  "own.passwordEnds": "Hier bleiben Sie angemeldet. Alle Ihre anderen Sitzungen enden.",
  "own.passwordSave": "Kennwort ändern",
  "own.passwordChanged": "Ihr Kennwort wurde geändert.",
  "factor.title": "Zweiter Faktor",
  "factor.setUp": "Zweiten Faktor einrichten",
  "factor.about":
    "Die Anmeldung fragt dann auch nach dem Code einer Authenticator-App auf Ihrem Telefon. Programme und Player, die sich nur mit Ihrem Namen und Kennwort anmelden, kommen nicht mehr hinein, und Ihre anderen Sitzungen enden.",
  "factor.mustHave":
    "Dieses Konto braucht einen zweiten Faktor. Richten Sie ihn jetzt ein; der erste Code meldet Sie an.",
  "factor.password": "Ihr Kennwort",
  "factor.next": "Weiter",
  "factor.confirm": "Bestätigen",
  "factor.scan": "Lesen Sie dieses Bild mit einer Authenticator-App ein.",
  "factor.picture": "Schlüssel als QR-Code",
  "factor.orType": "Oder tippen Sie diesen Schlüssel dort ein:",
  "factor.code": "Code",
  "factor.codeTitle": "Code eingeben",
  "factor.codeHint": "Die sechs Ziffern, die Ihre Authenticator-App jetzt zeigt, oder ein Wiederherstellungscode.",
  "factor.firstCodeHint": "Die sechs Ziffern, die Ihre Authenticator-App jetzt zeigt.",
  "factor.codes": "Wiederherstellungscodes",
  "factor.codesText":
    "Bewahren Sie diese Codes sicher auf. Jeder meldet Sie einmal an, wenn Ihr Telefon nicht da ist. Sie werden nicht noch einmal gezeigt.",
  "factor.copy": "Wiederherstellungscodes kopieren",
  "factor.copied": "Die Wiederherstellungscodes wurden kopiert.",
  "factor.copyFailed": "Die Wiederherstellungscodes konnten nicht kopiert werden. Schreiben Sie sie auf.",
  "factor.kept": "Ich habe sie aufbewahrt",
  "factor.active":
    "Die Anmeldung fragt nach einem Code. Es {count, plural, one {ist noch # Wiederherstellungscode} other {sind noch # Wiederherstellungscodes}} übrig.",
  "factor.remove": "Zweiten Faktor entfernen",
  "factor.removed": "Der zweite Faktor wurde entfernt.",
  "factor.stepTitle": "Noch ein Schritt",
  "passkeys.title": "Passkeys",
  "passkeys.about":
    "Mit einem Passkey melden Sie sich durch Fingerabdruck, Gesicht oder PIN an, oder mit einem Sicherheitsschlüssel: allein, oder nach dem Kennwort als zweiter Faktor.",
  "passkeys.none": "Sie haben noch keinen Passkey.",
  "passkeys.list": "Ihre Passkeys",
  "passkeys.facts":
    "Für {host}, hinzugefügt am {created, date, medium}, {used, select, never {noch nicht verwendet} other {zuletzt verwendet am {lastUsed, date, medium}}}",
  "passkeys.second": "nur zweiter Faktor",
  "passkeys.synced": "auf mehreren Geräten",
  "passkeys.blocked": "gesperrt: eine Kopie wurde verwendet",
  "passkeys.add": "Passkey hinzufügen",
  "passkeys.addAbout":
    "Ihr Browser fragt, wo der Passkey liegen soll: auf diesem Gerät, auf Ihrem Telefon oder auf einem Sicherheitsschlüssel.",
  "passkeys.addFirst": "Von da an genügt Ihr Kennwort allein nicht mehr, und Ihre anderen Sitzungen enden.",
  "passkeys.name": "Name",
  "passkeys.nameHint": "Woran Sie ihn erkennen, zum Beispiel der Name des Geräts.",
  "passkeys.firstName": "Erster Passkey",
  "passkeys.setUp": "Passkey einrichten",
  "passkeys.added": "Der Passkey ist hinzugefügt.",
  "passkeys.rename": "{name} umbenennen",
  "passkeys.renameTitle": "Passkey umbenennen",
  "passkeys.save": "Speichern",
  "passkeys.remove": "{name} entfernen",
  "passkeys.removeTitle": "Passkey entfernen",
  "passkeys.removeText":
    "{name} meldet Sie nicht mehr an. Entfernen Sie ihn auch auf dem Gerät oder im Kennwortspeicher.",
  "passkeys.removed": "Der Passkey ist entfernt.",
  "apps.title": "App-Kennwörter",
  "apps.about":
    "Für Programme, die nur Name und Kennwort senden können: RTSP-Player, andere Recorder, Skripte. Jedes öffnet Ihr Konto ohne zweiten Faktor, aber nicht die Anmeldeseite, und ändert nichts am Konto.",
  "apps.none": "Sie haben kein App-Kennwort.",
  "apps.list": "Ihre App-Kennwörter",
  "apps.facts":
    "Erstellt am {created, date, medium}, {used, select, never {noch nicht verwendet} other {zuletzt verwendet am {lastUsed, date, medium} von {address}}}",
  "apps.add": "App-Kennwort erstellen",
  "apps.for": "Wofür es ist",
  "apps.make": "Erstellen",
  "apps.made": "Das App-Kennwort für {name}",
  "apps.madeText":
    "Kopieren Sie es jetzt in das Programm, zusammen mit Ihrem Benutzernamen. Es wird nicht noch einmal gezeigt.",
  "apps.copy": "App-Kennwort kopieren",
  "apps.copied": "Das App-Kennwort ist kopiert.",
  "apps.copyFailed": "Das App-Kennwort konnte nicht kopiert werden. Markieren und kopieren Sie es von Hand.",
  "apps.remove": "{name} zurückziehen",
  "apps.removeTitle": "App-Kennwort zurückziehen",
  "apps.removeText": "Programme, die {name} verwenden, kommen nicht mehr hinein, und was sie zeigen, endet.",
};
