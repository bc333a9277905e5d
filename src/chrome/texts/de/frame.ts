/** German. The frame around every screen behind the sign-in: navigation, top bar, its dialogs. */
import type { frameTexts as english } from "../en/frame.ts";
import type { Translated } from "../translated.ts";

export const frameTexts: Translated<typeof english> = {
  "nav.stage": "Bühne",
  "nav.servers": "Server",
  "nav.cameras": "Kamerakonfiguration",
  "nav.retention-policy": "Aufbewahrung",
  "nav.users": "Benutzer",
  "nav.camera-groups": "Kameragruppen",
  "nav.permission-groups": "Berechtigungsgruppen",
  "nav.notifications": "Benachrichtigungen",
  "nav.system-status": "Systemstatus",
  "nav.system-report": "Systembericht",
  "nav.audit": "Prüfprotokoll",
  "nav.activation": "Aktivierung",
  "nav.flags": "Erweiterte Einstellungen",
  "nav.sign-out": "Abmelden",
  "nav.menu": "Menü",
  "nav.apps": "Apps",
  "nav.left": "Navigation",
  "nav.mode": "Navigation",
  "nav.mode.menu": "Menü",
  "nav.mode.left-nav": "Leiste links",

  "plugin.provider": "{app} von {name}",
  "plugin.support": "Unterstützung",

  "app.partNotLoaded": "Dieser Teil konnte nicht geladen werden",
  "app.partNotLoadedText":
    "Vielleicht war die Verbindung einen Moment lang weg. Wenn ein neuer Versuch nicht hilft, laden Sie die Seite neu.",

  "bar.home": "Proscenium, zur Bühne",
  "bar.user": "Angemeldet als {name}",

  "role.Live Viewer": "Live-Betrachter",
  "role.Viewer": "Betrachter",
  "role.Manager": "Manager",
  "role.Administrator": "Administrator",

  "bar.lowBandwidth": "Geringe Bandbreite",
  "bar.lowBandwidthHint": "Der Modus für geringe Bandbreite ist erzwungen: Browser oder Server bieten kein WebRTC.",
  "bar.lowBandwidthChosen": "Der Modus für geringe Bandbreite wurde bei der Anmeldung gewählt.",
  "bar.clock": "Uhrenwarnung",
  "bar.license": "Eingeschränkte Lizenz",
  "bar.unrecorded": "Keine Aufzeichnung",
  "bar.framerate": "Niedrige Bildrate",
  "bar.relief": "Verringerte Qualität",
  "bar.reliefHint":
    "Dieser Bildschirm ist langsam: Er zeigt kleinere Streams oder weniger Bilder je Sekunde, bis er mitkommt.",
  "bar.rightsChanged": "Ihre Rechte wurden geändert. Manche Seiten stehen Ihnen vielleicht nicht mehr offen.",
  "bar.language": "Sprache",
  "bar.update": "Neue Version: neu laden",
  "bar.password": "Kennwort ändern…",
  "bar.passkeys": "Passkeys…",
  "bar.appPasswords": "App-Kennwörter…",
  "bar.secondFactor": "Einmalcodes…",
  "bar.theme": "Design",
  "bar.theme.system": "Wie das System",
  "bar.theme.dark": "Dunkel",
  "bar.theme.light": "Hell",

  "player.awaitingAuth": "Warten, bis die umgebende Seite anmeldet…",

  "dialog.unrecorded.title": "Keine Aufzeichnung",
  "dialog.unrecorded.own": "Dieser Server",
  "dialog.unrecorded.over": "Inzwischen wird wieder aufgezeichnet.",
  "dialog.unrecorded.text":
    "Live-Bilder laufen weiter; was jetzt geschieht, wird nicht aufgezeichnet. Ein Administrator sieht im Systemstatus, was dem Server fehlt.",
  "dialog.clock.title": "Zeitunterschied",
  "dialog.clock.text":
    "Die Uhren dieses Computers und des Servers weichen um {seconds, number} Sekunden voneinander ab. Angezeigte und gewählte Zeiten sind die des Servers. Stellen Sie beide Uhren nach derselben Zeitquelle.",
  "dialog.clock.server":
    "Die Uhr des Servers {name} weicht um {seconds, number} Sekunden von der des Servers dieser Seite ab. Die Zeiten seiner Aufzeichnungen sind seine eigenen.",
  "dialog.license.title": "Lizenzfehler",
  "activation.pendingText": "Eine Lizenzänderung steht aus. Starten Sie den Server neu, um sie anzuwenden.",
  "dialog.greeting.title": "Willkommen",
  "dialog.greeting.dismiss": "Schließen",
  "dialog.framerate.title": "Niedrige Bildrate",
  "dialog.framerate.text":
    "Dieser Computer zeigt das Video zu langsam. Entfernen Sie Player, verkleinern Sie sie oder schalten Sie einige auf geringe Bandbreite um.",
  "slow.network": "das Netz",
  "slow.decode": "das Dekodieren",
  "slow.copy": "das Kopieren der Bilder",
  "slow.present": "das Zeichnen",
  "slow.page": "die Seite selbst",
  "slow.now": "Was langsam ist: {parts}.",
  "relief.andStill":
    "{done}; Kacheln, in denen sich nichts bewegt, stehen still, und wenn nötig zeigen die unwichtigsten nur Schlüsselbilder",
  "relief.done": "Was getan wurde: {what}.",
  "relief.streams": "Streams, die höchstens {percent, number} % des üblichen Dekodierens brauchen",
  "relief.both":
    "Streams, die höchstens {percent, number} % des üblichen Dekodierens brauchen, und höchstens {hz, number} Bilder pro Sekunde",
  "dialog.bandwidth.title": "Modus für geringe Bandbreite",
  "dialog.bandwidth.text":
    "Im Modus für geringe Bandbreite sendet der Server kleinere Bilder, die das Netz und diesen Computer weniger belasten.",
  "bar.commands": "Befehle…",
  "bar.keys": "Tastatur…",
  "dialog.bandwidth.recorded":
    "Aufgezeichnetes Video kommt auch im WebRTC-Modus über den Media-Socket: Nur dort halten alle Kameras dieselbe Uhr, sind Schritte genau und läuft Video rückwärts. Auf einer Leitung, die Pakete verliert, und in einem Browser ohne WebCodecs kommt es vorwärts von 1/4- bis 4-fach über WebRTC. Die Statistik jedes Players sagt, wie seine Bilder kommen.",
  "ended.password": "Sie wurden abgemeldet, weil das Passwort Ihres Kontos geändert wurde.",
  "ended.account": "Sie wurden abgemeldet, weil Ihr Konto geändert wurde.",
  "ended.deleted": "Sie wurden abgemeldet, weil Ihr Konto gelöscht wurde.",
  "ended.administrator": "Ein Administrator hat Sie abgemeldet.",
  "ended.elsewhere": "Sie haben diese Sitzung von einem anderen Ort aus beendet.",
  "bar.timeForm": "Datum und Uhrzeit",
  "bar.timeForm.iso": "ISO 8601",
  "bar.timeForm.language": "Nach der Sprache",
};
