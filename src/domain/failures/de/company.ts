/** German. Sign-in by a company's provider (OpenID Connect). */
import type { company as rows } from "../rows/company.ts";
import type { TextsOf } from "../texts-of.ts";

export const company: TextsOf<typeof rows> = {
  "company/not-set-up": "Auf diesem Server ist keine Firmenanmeldung eingerichtet.",
  "company/unreachable": "Die Firmenanmeldung unter {address} ist nicht erreichbar: {cause}",
  "company/certificate": "Dem Zertifikat von {address} wird nicht vertraut: {reason}",
  "company/forbidden-address":
    "Dieser Server darf {address} nicht aufrufen. Was er aufrufen darf, sagen die Einstellungen servers.allowed und servers.allow-loopback.",
  "company/not-a-provider": "Unter {address} beschreibt niemand einen OpenID-Connect-Anbieter.",
  "company/other-issuer": "Der Anbieter nennt sich {named}, nicht {issuer}. Geben Sie seinen eigenen Namen ein.",
  "company/no-code": "Der Anbieter bietet keine Anmeldung mit Code an.",
  "company/client-refused": "Der Anbieter nimmt die Client-ID oder ihr Geheimnis nicht an: {message}",
  "company/refused": "Die Firmenanmeldung hat Sie nicht eingelassen: {message}",
  "company/wrong": "Die Antwort der Firmenanmeldung ist nicht gültig: {message}",
  "company/expired":
    "Diese Anmeldung hat zu lange gedauert, oder ein anderer Browser hat sie begonnen. Versuchen Sie es noch einmal.",
  "company/other-address": "Die Firmenanmeldung geht unter {address}. Öffnen Sie diese Seite dort.",
  "company/no-role":
    "Die Firma hat Sie als {name} erkannt, aber keine Ihrer Gruppen darf diesen Server benutzen. {cause}",
  "company/no-account":
    "Die Firma hat Sie als {name} erkannt, aber auf diesem Server gibt es kein solches Konto. {cause}",
  "company/domain":
    "Die Firma hat Sie als {name} erkannt, aber Ihre E-Mail-Adresse gehört zu keiner Domäne, die diesen Server benutzen darf. {cause}",
  "company/name-taken":
    "Die Firma hat Sie als {name} erkannt, aber so heißt ein Konto dieses Servers, das sich anders anmeldet. {cause}",
  "company/name-unfit": "Die Firma nennt Ihren Namen nicht (Claim {claim}), oder er kann kein Kontoname sein. {cause}",
  "company/too-many-groups": "Sie sind in so vielen Gruppen, dass die Firmenanmeldung sie nicht nennt. {cause}",
  "company/ask": "Wenden Sie sich an: {contact}",
  "company/ask-administrator": "Wenden Sie sich an einen Administrator dieses Servers.",
  "company/field-required": "Dieses Feld muss ausgefüllt werden.",
  "company/issuer-address": "Geben Sie eine Adresse ein, die mit https:// beginnt.",
  "company/public-address": "Geben Sie die Adresse ohne Pfad ein, etwa https://wall.example.com.",
  "company/domains": "Geben Sie Domänen wie example.com ein, durch Kommas getrennt.",
  "company/grant-incomplete": "Jede Gruppe braucht einen Namen und was sie gewährt.",
  "directory/not-set-up": "Auf diesem Server ist keine Anmeldung über ein Verzeichnis eingerichtet.",
  "directory/unreachable": "Das Verzeichnis {address} antwortet nicht: {cause}",
  "directory/certificate": "Dem Zertifikat des Verzeichnisses {address} wird nicht vertraut: {reason}",
  "directory/forbidden-address":
    "Dieser Server darf {address} nicht aufrufen. Was er aufrufen darf, sagen die Einstellungen servers.allowed und servers.allow-loopback.",
  "directory/bind-refused": "Das Verzeichnis nimmt das Konto nicht an, das nach Personen sucht: {message}",
  "directory/search-refused": "Das Verzeichnis führt die Suche nicht aus: {message}",
  "directory/no-entry": "Im Verzeichnis gibt es niemanden mit dem Namen {name}.",
  "directory/several": "Im Verzeichnis gibt es mehrere mit dem Namen {name}. Der Filter muss genau einen finden.",
  "directory/password-required": "Geben Sie das Kennwort noch einmal ein: Es geht an eine andere Adresse als bisher.",
  "directory/address": "Geben Sie eine Adresse wie ldaps://dc1.example.com ein.",
  "directory/name-place": "Es muss {place} enthalten, den Platz des eingegebenen Namens; ein Filter steht in Klammern.",
  "company/not-certificates":
    "Die Zertifizierungsstelle ist kein Zertifikat in PEM-Form. Fügen Sie den Text von BEGIN CERTIFICATE bis END CERTIFICATE ein, ohne Schlüssel.",
  "company/unknown-grant": "Hier gibt es keine Rolle oder Berechtigungsgruppe {name}.",
  "company/secret-required":
    "Geben Sie das Client-Geheimnis noch einmal ein: Es geht an einen anderen Anbieter als bisher.",
  "company/bad-logout": "Das Abmelde-Token ist nicht gültig: {message}",
};
