/** German. Users and their passwords. */
import type { user as rows } from "../rows/user.ts";
import type { TextsOf } from "../texts-of.ts";

export const user: TextsOf<typeof rows> = {
  "user/unknown": "Diesen Benutzer gibt es nicht.",
  "user/exists": "Ein Benutzer mit dem Namen {name} existiert bereits",
  "user/protected": "Dieses Konto kann nicht gelöscht oder umbenannt werden und keine andere Rolle erhalten.",
  "user/self": "Sie können Ihr eigenes Konto nicht löschen.",
  "user/edit-self": "Sie bearbeiten Ihr eigenes Konto. Sie werden abgemeldet.",
  "user/name": "{cause}",
  "user/name-required": "Der Benutzername fehlt.",
  "user/name-characters": "Der Benutzername darf nur Buchstaben, Ziffern und Unterstriche enthalten.",
  "user/name-too-long": "Der Benutzername darf höchstens {count} Zeichen haben.",
  "user/password-required": "Das Kennwort fehlt.",
  "user/password-too-short": "Das Kennwort muss mindestens {count} Zeichen haben.",
  "user/password-common": "Dieses Kennwort ist eines von denen, die jeder zuerst versucht. Wählen Sie ein anderes.",
  "user/password-mismatch": "Die Kennwörter stimmen nicht überein.",
  "user/email-invalid": "Geben Sie eine Adresse wie name@example.org ein oder keine.",
  "user/delete-failed": "Benutzer {name} konnte nicht gelöscht werden",
  "user/fetch-failed": "Benutzer konnten nicht abgerufen werden",
  "user/delete-error": "Fehler beim Löschen des Benutzers",
  "bulk/failed": "{host}: {status}",
  "bulk/no-query": "keine Aktion (Server kann nicht gefragt werden)",
  "bulk/no-user": "keine Aktion (Benutzer existiert nicht)",
  "bulk/removed": "Benutzer wird entfernt",
  "bulk/created": "Benutzer wird angelegt",
  "bulk/updated": "Benutzer wird geändert",
  "bulk/exists": "keine Aktion (Benutzer existiert schon)",
  "bulk/name-taken": "keine Aktion (ein anderer Benutzer hat diesen Namen)",
  "bulk/protected": "keine Aktion (dieses Konto ist geschützt)",
  "bulk/same": "keine Aktion (nichts würde sich ändern)",
};
