/** English. A server of the aggregator is registered, changed or removed. */
import type { registration as rows } from "../rows/registration.ts";
import type { TextsOf } from "../texts-of.ts";

export const registration: TextsOf<typeof rows> = {
  "orchid/none-named": "There is no server {name}.",
  "orchid/exists": "This server is registered already.",
  "orchid/busy": "This server is being registered or removed just now.",
  "orchid/too-many": "There are too many servers already.",
  "orchid/bad-uri": "The address cannot be read.",
  "orchid/forbidden-address": "Servers may not be at this address.",
  "orchid/password-required": "Enter name and password of an administrator of this server.",
  "orchid/unauthorized": "The server refused the username or password.",
  "orchid/app-password":
    "This account has or must have a second factor there. Sign in at the server and make an app password for it (user menu); enter that one here.",
  "orchid/sign-in-refused": "The server refused: {cause}",
  "orchid/not-administrator": "{name} is not an administrator of this recorder.",
  "orchid/other-server": "Another server is at this address.",
  "orchid/not-a-recorder": "{cause}",
  "orchid/is-aggregator": "This is an aggregator, not a recorder.",
  "orchid/no-recorder": "There is no Proscenium recorder at this address: {cause}.",
  "server/without-id": "it has no id",
  "orchid/has-parent": "This recorder is managed by another parent already: {name}.",
  "orchid/not-taken": "The server did not take the registration: {cause}.",
  "orchid/tokens-refused": "The server does not accept our tokens: {cause}.",
  "orchid/too-old": "This recorder does not know users with limited rights. Update it first.",
  "orchid/detach-failed": "{cause}",
  "orchid/key-unreadable": "The server's key cannot be read.",
  "orchid/not-told": "The server could not be told: {cause}.",
  "orchid/unregister-failed": "Unregistering the server failed. Remove it anyway?",
  "orchid/address-required": "Address is required.",
  "orchid/address-invalid": "Enter the address as http://host:port.",
  "orchid/name-required": "Server name is required.",
  "server/unknown": "There is no such server.",
  "issuer/none": "This recorder has no parent.",
  "server/no-storage": "The storage of the recordings is not there.",
};
