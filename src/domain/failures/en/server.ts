/** English. Why a server of the aggregator is not available, and the bar's texts about a license that is not valid. */
import type { server as rows } from "../rows/server.ts";
import type { TextsOf } from "../texts-of.ts";

export const server: TextsOf<typeof rows> = {
  "orchid/unknown": "There is no such server.",
  "orchid/unreachable": "The server cannot be reached: {cause}.",
  "orchid/timeout": "The server does not answer in time.",
  "orchid/not-trusted": "The server does not accept this aggregator any more.",
  "permission/too-many-cameras":
    "Your permission groups name more than about 5000 single cameras of this server: it must be given as a whole.",
  "orchid/certificate": "The server cannot be reached: {cause}.",
  "orchid/bad-answer": "The server cannot be reached: {cause}.",
  "orchid/refused": "{cause}",
  "server/refused": "the connection was refused",
  "server/host-unknown": "its host is not known",
  "server/host-lookup": "its host cannot be looked up",
  "server/no-way-to-host": "there is no way to its host",
  "server/no-way-to-network": "there is no way to its network",
  "server/timeout": "it did not answer in time",
  "server/closed": "it closed the connection",
  "server/stood-in": "{name} records and shows its cameras meanwhile ({cause})",
  "server/no-tls": "it does not speak HTTPS",
  "server/forbidden": "servers may not be at its address",
  "server/certificate":
    "its certificate is not the one of the registration (if it was replaced there, edit the server and enter new credentials)",
  "server/unreadable": "its answer cannot be read",
  "server/too-long": "its answer is too long",
  "server/elsewhere": "it sends elsewhere",
  "server/status": "it answered with status {status}",
  "server/no-key": "its key cannot be read: register it anew",
  "server/no-trust": "it does not accept this aggregator's tokens",
  "server/answered": "{code}: {cause}",
  "server/caller-left": "the caller went away",
  "server/withdrawn": "the question was withdrawn",
  "server/broken": "the connection broke",
  "license/degraded-storage": "Storage error detected: storage device changed",
  "license/degraded": "License error detected: the license is invalid, recording and cleaning stopped",
};
