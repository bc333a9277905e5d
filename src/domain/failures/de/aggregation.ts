/** German. Permission groups and notifications of an aggregator, and the servers that send its mails. */
import type { aggregation as rows } from "../rows/aggregation.ts";
import type { TextsOf } from "../texts-of.ts";

export const aggregation: TextsOf<typeof rows> = {
  "permission/unknown": "Diese Berechtigungsgruppe gibt es nicht.",
  "permission/too-many": "Es gibt schon zu viele Berechtigungsgruppen.",
  "permission/name-taken": "Es gibt schon eine Berechtigungsgruppe namens {name}.",
  "permission/last-administrator": "Dann wäre niemand mehr Administrator.",
  "notification/unknown": "Diese Benachrichtigung gibt es nicht.",
  "notification/too-many": "Es gibt schon zu viele Benachrichtigungen.",
  "notification/name-required": "Die Benachrichtigung braucht einen Namen.",
  "notification/trigger-required": "Wählen Sie mindestens einen Auslöser.",
  "notification/scope-required": "Wählen Sie mindestens einen Server oder eine Kamera zum Überwachen.",
  "notification/recipients-required": "Geben Sie eine E-Mail-Adresse ein.",
  "notification/recipients-too-many": "Es darf höchstens 100 Empfänger geben.",
  "notification/address-invalid": "{name} ist keine E-Mail-Adresse.",
  "notification/digest-time-invalid": "Geben Sie eine Uhrzeit von 00:00 bis 23:59 ein.",
  "notification/smtp-server-required": "Wählen Sie einen SMTP-Server.",
  "smtp-server/unknown": "Diesen SMTP-Server gibt es nicht.",
  "smtp-server/too-many": "Es gibt schon zu viele SMTP-Server.",
  "smtp-server/name-required": "Der SMTP-Server braucht einen Namen.",
  "smtp-server/host-invalid": "Geben Sie einen Hostnamen oder eine Adresse ein.",
  "smtp-server/port-invalid": "Geben Sie einen Port von 1 bis 65535 ein.",
  "smtp-server/from-required": "Geben Sie die Adresse ein, von der E-Mails kommen.",
  "smtp-server/password-required":
    "Geben Sie das Kennwort erneut ein: Host, Port, Verschlüsselung oder Benutzername haben sich geändert.",
  "smtp/failed": "{cause}",
  "smtp/forbidden": "SMTP-Server dürfen nicht unter {name} stehen",
};
