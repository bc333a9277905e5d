/** The German texts outside the application (`en.ts`). */
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
  "verify.notReachable": "aufgezeichnet, aber beim Export nicht erreichbar: fehlt",
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
  "shell.notStarted":
    "Bleibt diese Seite leer, ist der Browser zu alt für sie (nötig sind Chrome oder Edge 110, Firefox 115, Safari 16.4 oder neuer), oder ein Proxy gibt ihre Dateien nicht weiter (docs/proxies.md).",
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
