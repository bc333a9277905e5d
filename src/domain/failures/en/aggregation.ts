/** English. Permission groups and notifications of an aggregator, and the servers that send its mails. */
import type { aggregation as rows } from "../rows/aggregation.ts";
import type { TextsOf } from "../texts-of.ts";

export const aggregation: TextsOf<typeof rows> = {
  "permission/unknown": "There is no such permission group.",
  "permission/too-many": "There are too many permission groups already.",
  "permission/name-taken": "There is another permission group named {name}.",
  "permission/last-administrator": "Then nobody would be an administrator any more.",
  "notification/unknown": "There is no such notification.",
  "notification/too-many": "There are too many notifications already.",
  "notification/name-required": "The notification needs a name.",
  "notification/trigger-required": "Choose at least one trigger.",
  "notification/scope-required": "Choose at least one server or camera to watch.",
  "notification/recipients-required": "Enter an e-mail address.",
  "notification/recipients-too-many": "There may be at most 100 recipients.",
  "notification/address-invalid": "{name} is no e-mail address.",
  "notification/digest-time-invalid": "Enter a time from 00:00 to 23:59.",
  "notification/smtp-server-required": "Choose an SMTP server.",
  "smtp-server/unknown": "There is no such SMTP server.",
  "smtp-server/too-many": "There are too many SMTP servers already.",
  "smtp-server/name-required": "The SMTP server needs a name.",
  "smtp-server/host-invalid": "Enter a host name or an address.",
  "smtp-server/port-invalid": "Enter a port from 1 to 65535.",
  "smtp-server/from-required": "Enter the address that mails come from.",
  "smtp-server/password-required": "Enter the password again: host, port, security or username have changed.",
  "smtp/failed": "{cause}",
  "smtp/forbidden": "SMTP servers may not be at {name}",
};
