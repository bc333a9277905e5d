/** German. A server of the aggregator is registered, changed or removed. */
import type { registration as rows } from "../rows/registration.ts";
import type { TextsOf } from "../texts-of.ts";

export const registration: TextsOf<typeof rows> = {
  "orchid/none-named": "Es gibt keinen Server {name}.",
  "orchid/exists": "Dieser Server ist schon registriert.",
  "orchid/busy": "Dieser Server wird gerade registriert oder entfernt.",
  "orchid/too-many": "Es gibt schon zu viele Server.",
  "orchid/bad-uri": "Die Adresse ist nicht lesbar.",
  "orchid/forbidden-address": "Unter dieser Adresse dürfen keine Server stehen.",
  "orchid/password-required": "Geben Sie Namen und Kennwort eines Administrators dieses Servers ein.",
  "orchid/unauthorized": "Der Server hat Benutzernamen oder Kennwort abgelehnt.",
  "orchid/app-password":
    "Dieses Konto hat oder braucht dort einen zweiten Faktor. Melden Sie sich am Server an, erstellen Sie dort ein App-Kennwort (Benutzermenü), und geben Sie dieses hier ein.",
  "orchid/sign-in-refused": "Der Server hat abgelehnt: {cause}",
  "orchid/not-administrator": "{name} ist kein Administrator dieses Recorders.",
  "orchid/other-server": "Unter dieser Adresse steht ein anderer Server.",
  "orchid/not-a-recorder": "{cause}",
  "orchid/is-aggregator": "Das ist ein Aggregator, kein Recorder.",
  "orchid/no-recorder": "Unter dieser Adresse steht kein Proscenium-Recorder: {cause}.",
  "server/without-id": "er hat keine Kennung",
  "orchid/has-parent": "Diesen Recorder verwaltet schon ein anderer übergeordneter Server: {name}.",
  "orchid/not-taken": "Der Server hat die Registrierung nicht angenommen: {cause}.",
  "orchid/tokens-refused": "Der Server nimmt unsere Tokens nicht an: {cause}.",
  "orchid/too-old": "Dieser Recorder kennt keine Benutzer mit eingeschränkten Rechten. Aktualisieren Sie ihn zuerst.",
  "orchid/detach-failed": "{cause}",
  "orchid/key-unreadable": "Der Schlüssel des Servers ist nicht lesbar.",
  "orchid/not-told": "Dem Server konnte es nicht mitgeteilt werden: {cause}.",
  "orchid/unregister-failed": "Der Server konnte nicht abgemeldet werden. Trotzdem entfernen?",
  "orchid/address-required": "Die Adresse fehlt.",
  "orchid/address-invalid": "Geben Sie die Adresse als http://Rechner:Port ein.",
  "orchid/name-required": "Der Name des Servers fehlt.",
  "server/unknown": "Diesen Server gibt es nicht.",
  "issuer/none": "Dieser Recorder hat keinen übergeordneten Server.",
  "server/no-storage": "Der Speicher der Aufzeichnungen ist nicht da.",
};
