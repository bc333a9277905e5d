/** German of what leaves the product or stands beside it (`en.ts`), and of what both a screen and a mail say of servers. */
import type * as en from "./en.ts";

export const dewarpPage: en.Translated<typeof en.dewarpPage> = {
  "dewarpPage.play": "Abspielen",
  "dewarpPage.pause": "Pause",
  "dewarpPage.frameBack": "‹ Bild",
  "dewarpPage.frameForward": "Bild ›",
  "dewarpPage.time": "Zeit",
  "dewarpPage.speed": "Geschwindigkeit",
  "dewarpPage.rate": "{rate}x",
  "dewarpPage.mode.0": "Rund",
  "dewarpPage.mode.1": "Perspektive",
  "dewarpPage.mode.2": "Panorama",
  "dewarpPage.layout": "Aufteilung",
  "dewarpPage.home": "Ausgangsansicht",
  "dewarpPage.fullScreen": "Vollbild",
  "dewarpPage.view": "{camera}: zum Umsehen ziehen, mit dem Mausrad zoomen",
  "dewarpPage.notPlayed": "Dieser Browser kann das Video in dieser Datei nicht abspielen.",
  "dewarpPage.notShown": "Das Video kann nicht gezeigt werden: {reason}",
  "dewarpPage.damaged": "diese Datei ist beschädigt",
  "dewarpPage.settings": "unbekannte Einstellungen der Entzerrung: {name}",
  "dewarpPage.noWebGl2": "dieser Browser oder Computer bietet kein WebGL 2",
};

export const verification: en.Translated<typeof en.verification> = {
  "verify.title": "Einen Export prüfen",
  "verify.lead":
    "Entpacken Sie die ZIP-Datei und wählen Sie dann hier alle ihre Dateien (oder ziehen Sie sie auf diese Seite). Nichts verlässt diesen Computer.",
  "verify.choose": "Dateien wählen",
  "verify.file": "Datei",
  "verify.camera": "Kamera",
  "verify.from": "Von",
  "verify.to": "Bis",
  "verify.result": "Ergebnis",
  "verify.note":
    "Die Signatur beweist, dass die Dateien so sind, wie der Inhaber dieses Schlüssels sie erstellt hat. Dass der Schlüssel dem Recorder gehört, prüfen Sie selbst: Vergleichen Sie den Fingerabdruck mit dem im Exportdialog des Recorders.",
  "verify.incomplete": "Wählen Sie manifest.json und manifest.sig zusammen mit den Videos.",
  "verify.unreadable": "Das Manifest ist nicht lesbar.",
  "verify.recorder": "Recorder",
  "verify.exported": "Exportiert",
  "verify.fingerprint": "Fingerabdruck des Schlüssels",
  "verify.signature": "Signatur",
  "verify.signature.unknown": "dieser Browser kann keine Ed25519-Signaturen prüfen",
  "verify.signature.valid": "gültig",
  "verify.signature.invalid": "UNGÜLTIG",
  "verify.missing": "fehlt",
  "verify.unchanged": "unverändert",
  "verify.changed": "VERÄNDERT",
  "verify.noRead": "nicht lesbar",
  "verify.noVideo": "kein Video in dieser Zeit",
  "verify.foreign": "gehört nicht zu diesem Export",
  "verify.badSignature":
    "Die Signatur ist ungültig: Das Manifest wurde verändert oder stammt nicht von diesem Schlüssel.",
  "verify.badFiles": "{bad} von {count} Dateien fehlen oder sind verändert.",
  "verify.unchecked":
    "Alle Dateien passen zum Manifest, aber dieser Browser kann dessen Signatur nicht prüfen. Verwenden Sie eine aktuelle Version von Chrome, Edge, Firefox oder Safari.",
  "verify.extra":
    "Der Export ist unverändert und seine Signatur gültig, aber nicht alle gewählten Dateien gehören dazu.",
  "verify.goodOne": "Die Datei ist unverändert, und die Signatur ist gültig.",
  "verify.good": "Alle Dateien ({count}) sind unverändert, und die Signatur ist gültig.",
};

export const shell: en.Translated<typeof en.shell> = {
  "shell.description": "Live- und aufgezeichnetes Video der Kameras auf einer Bühne.",
  "shell.noScript": "Proscenium braucht JavaScript.",
  "shell.offline": "Proscenium: ohne Verbindung",
  "shell.offlineTitle": "Der Recorder ist nicht erreichbar",
  "shell.offlineText":
    "Dieser Computer ist ohne Verbindung, oder der Recorder ist es. Video braucht den Recorder; bis dahin gibt es nichts zu zeigen.",
  "shell.retry": "Erneut versuchen",
};

export const mails: en.Translated<typeof en.mails> = {
  "mails.camera-unreachable": "Kamera nicht erreichbar",
  "mails.camera-back": "Kamera wieder da",
  "mails.server-unreachable": "Server nicht erreichbar",
  "mails.server-back": "Server wieder da",
  "mails.server-error": "Fehler eines Servers",
  "mails.line": "{when}  {title}: {message}",
  "mails.more": "und {count} weitere",
  "mails.once":
    "Jedes davon wird einmal gemeldet. Dass eine Kamera oder ein Server wieder da ist, wird gemeldet, wenn es seit einer Minute so ist.",
  "mails.period": "Von {from} bis {to} ({zone}).",
  "mails.noEvents": "Es gab keine Ereignisse.",
  "mails.events": "Ereignisse:",
  "mails.allWell": "Jetzt ist alles in Ordnung.",
  "mails.still": "Immer noch so:",
  "mails.signature": "{sender}. Die Zeiten sind die von {zone}.",
  "mails.testSubject": "{name}: Test-E-Mail",
  "mails.testText": "{name} hat diese E-Mail gesendet, um zu sehen, ob seine E-Mails ankommen.",
};

export const troubles: en.Translated<typeof en.troubles> = {
  "trouble.serverAway": "{name} ist nicht erreichbar: {reason}.",
  "trouble.serverBack": "{name} ist wieder erreichbar.",
  "trouble.cameraAway": "{camera} auf {name} sendet keine Bilder.",
  "trouble.cameraBack": "{camera} auf {name} ist wieder da.",
  "trouble.storage": "{name}: Speicherfehler erkannt, das Speichergerät hat gewechselt.",
  "trouble.license": "{name}: Lizenzfehler erkannt, Aufzeichnung und Aufräumen sind angehalten.",
};

export const events: en.Translated<typeof en.events> = {
  "event.recorderStarted": "Der Recorder ist gestartet.",
  "event.recorderStopped": "Der Recorder wurde beendet.",
  "event.aggregatorStarted": "Der Aggregator ist gestartet.",
  "event.aggregatorStopped": "Der Aggregator wurde beendet.",
  "event.streamRunning": "{name} läuft.",
  "event.lost.idle": "{name} ruht.",
  "event.lost.starting": "{name} startet.",
  "event.lost.restarting": "{name} startet neu.",
  "event.why.idle": "{name} ruht. {reason}",
  "event.why.starting": "{name} startet. {reason}",
  "event.why.restarting": "{name} startet neu. {reason}",
  "event.storageOk": "Aufzeichnungen werden wieder geschrieben.",
  "event.storage.full": "Aufzeichnungen können nicht geschrieben werden: voll. {reason}",
  "event.storage.unwritable": "Aufzeichnungen können nicht geschrieben werden: nicht beschreibbar. {reason}",
  "event.indexReplaced":
    "Der Index der Aufzeichnungen war beschädigt ({file}) und wird aus den Dateien neu aufgebaut. Alle Markierungen wurden übernommen: {locks} Beweissperren, {bookmarks} Lesezeichen.",
  "event.indexReplacedPartly":
    "Der Index der Aufzeichnungen war beschädigt ({file}) und wird aus den Dateien neu aufgebaut. {locks} Beweissperren und {bookmarks} Lesezeichen konnten übernommen werden; andere können verloren sein.",
  "event.indexMissing":
    "Der Index der Aufzeichnungen fehlte oder war leer und wird aus den Dateien neu aufgebaut. Beweissperren und Lesezeichen, die er enthielt, sind verloren.",
  "event.mediaGone": "Ein Prozess des Recorders endete und wurde neu gestartet: Aufzeichnungen wurden unterbrochen.",
  "event.licenseValid": "Die Lizenz gilt wieder.",
  "event.licenseRemoved": "Die Lizenz wurde entfernt.",
  "event.licenseInstalled": "Eine Lizenz wurde eingesetzt.",
  "event.licensePending": "Starten Sie den Server neu, damit die Lizenz gilt.",
  "event.storageChanged": "Das Speichergerät hat gewechselt.",
  "event.storageChangedLicense":
    "Das Speichergerät hat gewechselt. Aktivieren Sie die Lizenz erneut, um dieses zu verwenden.",
  "event.licenseOtherMachine": "Die Lizenz gilt für einen anderen Computer.",
  "event.licenseExpired": "Die Lizenz ist abgelaufen.",
  "event.licenseCovers": "Die Lizenz gilt für {cameras} Kameras, es gibt {count}.",
  "event.mailRefused": "{name}: nicht angenommen für {addresses}",
  "event.mailServerRemoved": "{name}: Der SMTP-Server dazu wurde entfernt",
  "event.sceneChanged": "{name} meldet, dass sich das ganze Bild geändert hat.",
  "event.viewBlocked": "{name} meldet, dass die Sicht verdeckt oder unbrauchbar ist.",
  "event.viewUsable": "{name} meldet, dass die Sicht wieder brauchbar ist.",
  "event.sensorDark": "{name} meldet, dass der Sensor kein Bild liefert.",
  "event.sensorBack": "{name} meldet, dass der Sensor wieder Bilder liefert.",
  "event.hardwareFault.about": "{name} meldet einen Hardwarefehler: {about}.",
  "event.hardwareFault": "{name} meldet einen Hardwarefehler.",
  "event.hardwareOk.about": "{name} meldet, dass ein Hardwarefehler vorüber ist: {about}.",
  "event.hardwareOk": "{name} meldet, dass ein Hardwarefehler vorüber ist.",
  "event.inputOn.about": "{name} meldet, dass ein Eingang an ist: {about}.",
  "event.inputOn": "{name} meldet, dass ein Eingang an ist.",
  "event.inputOff.about": "{name} meldet, dass ein Eingang aus ist: {about}.",
  "event.inputOff": "{name} meldet, dass ein Eingang aus ist.",
  "event.ruleMet.about": "{name} meldet, dass eine Regel erfüllt ist: {about}.",
  "event.ruleMet": "{name} meldet, dass eine Regel erfüllt ist.",
  "event.tooMuch": "{name} meldet zu viel: Der Rest wird zehn Minuten lang ausgelassen.",
};

/** Of the error catalogue: why a server cannot be reached. Screens say it, too. */
export const serverErrors = {
  "error.server_refused": "die Verbindung wurde abgelehnt",
  "error.server_host_unknown": "sein Rechnername ist nicht bekannt",
  "error.server_host_lookup": "sein Rechnername kann nicht aufgelöst werden",
  "error.server_no_way_host": "es gibt keinen Weg zu seinem Rechner",
  "error.server_no_way_network": "es gibt keinen Weg in sein Netz",
  "error.server_timeout": "er hat nicht rechtzeitig geantwortet",
  "error.server_closed": "er hat die Verbindung geschlossen",
  "error.server_no_tls": "er spricht kein HTTPS",
  "error.server_forbidden": "unter seiner Adresse dürfen keine Server stehen",
  "error.server_certificate": "sein Zertifikat ist nicht das der Registrierung",
  "error.server_unreadable": "seine Antwort ist nicht lesbar",
  "error.server_too_long": "seine Antwort ist zu lang",
  "error.server_elsewhere": "er verweist woandershin",
  "error.server_status": "er hat mit dem Status {status} geantwortet",
  "error.server_no_key": "sein Schlüssel ist nicht lesbar: Registrieren Sie ihn neu",
  "error.server_no_trust": "er nimmt die Tokens dieses Aggregators nicht an",
  "error.media_broken": "die Verbindung ist abgebrochen",
} as const;
