/** German. Texts that are needed before anything else is loaded: sign-in, gates, 404, Reload. */
import type { startTexts as english } from "../en/start.ts";
import type { Translated } from "../translated.ts";

export const startTexts: Translated<typeof english> = {
  "app.loading": "Wird geladen…",
  "app.notLoaded": "Diese Seite konnte nicht geladen werden",
  "app.notLoadedText": "Vielleicht war die Verbindung einen Moment lang weg.",
  "app.retry": "Erneut versuchen",
  "app.close": "Schließen",
  "app.cancel": "Abbrechen",
  "app.ok": "OK",
  "app.unreachable": "Der Server ist nicht erreichbar",
  "app.notifications": "Benachrichtigungen",
  "app.skipToContent": "Zum Inhalt springen",

  "nav.version": "Versionsinformationen",

  "gate.unsupported.title": "Dieser Browser wird nicht unterstützt",
  "gate.unsupported.text":
    "Verwenden Sie eine aktuelle Version von Chrome, Edge, Firefox, Opera oder Safari. Die ältesten unterstützten sind Chrome 34, Firefox 33, Internet Explorer 11, Opera 25 und Safari 8.",
  "gate.websocket.title": "WebSockets fehlen",
  "gate.websocket.text":
    "Live-Ereignisse und Video brauchen WebSockets. Ihr Browser oder ein Proxy auf dem Weg lässt sie nicht zu.",
  "gate.incognito.title": "Kein lokaler Speicher",
  "gate.incognito.text":
    "Diese Seite kann den lokalen Speicher Ihres Browsers nicht verwenden. Private Fenster (Inkognito) und strenge Datenschutzeinstellungen schalten ihn ab. Öffnen Sie die Seite in einem normalen Fenster oder erlauben Sie den Speicher für diese Website.",
  "gate.compatibility.title": "Browser-Kompatibilität",
  "gate.compatibility.text":
    "Diesem Browser fehlt WebRTC, das Live-Video mit der geringsten Verzögerung zeigt. Verwenden Sie eine aktuelle Version von Chrome, Edge, Firefox, Opera oder Safari.",
  "gate.lacks": "Diesem Browser fehlt: {names}",
  "gate.back": "Zurück zur Anmeldung",

  "notFound.title": "Seite nicht gefunden",
  "notFound.text": "Unter dieser Adresse gibt es nichts.",
  "notFound.link": "Zur Startseite",

  "death.title": "Die Verbindung zum Server ist verloren",
  "death.socket": "Der Server antwortet, sendet aber keine Ereignisse mehr. Zum Fortfahren neu laden.",
  "death.noSockets":
    "Der Server antwortet, aber Websockets erreichen ihn nicht. Steht ein Proxy davor, muss er Websocket-Upgrades und den Host-Header weiterreichen: docs/proxies.md nennt Einstellungen.",
  "death.server": "Der Server hat eine Weile nicht geantwortet. Neu laden, sobald er zurück ist.",
  "death.reload": "Neu laden",
  "death.support": "Support",

  "signIn.title": "Anmelden",
  "signIn.subtitle": "bei {server}",
  "signIn.username": "Benutzername",
  "signIn.password": "Kennwort",
  "signIn.domainHint": "benutzer@domäne",
  "signIn.lowBandwidth": "Modus für geringe Bandbreite (Kompatibilität)",
  "signIn.stay": "Angemeldet bleiben",
  "signIn.agreement": "Nutzungsvereinbarung",
  "signIn.accept": "Ich nehme die Nutzungsvereinbarung an",
  "signIn.submit": "Anmelden",
  "signIn.processing": "Anmeldung läuft…",
  "signIn.wait": "Erneut versuchen in {seconds} s",
  "signIn.or": "oder",
  "signIn.passkey": "Passkey verwenden",
  "signIn.google": "Mit Google anmelden",
  "signIn.failed": "Anmeldung fehlgeschlagen",
  "signIn.notSignedOut": "Der Server hat Ihre Sitzung nicht beendet: Dieser Browser ist vielleicht noch angemeldet.",
  "signIn.signedInAs": "Sie sind als {name} angemeldet.",
  "signIn.toStage": "Zur Bühne",
};
