/** English. Reports of the watch over the servers, for its mails. */
import type { trouble as rows } from "../rows/trouble.ts";
import type { TextsOf } from "../texts-of.ts";

export const trouble: TextsOf<typeof rows> = {
  "trouble/server-away": "{name} cannot be reached: {cause}.",
  "trouble/server-back": "{name} can be reached again.",
  "trouble/camera-away": "{camera} on {name} sends no pictures.",
  "trouble/camera-back": "{camera} on {name} is back.",
  "trouble/storage": "{name}: storage error detected, the storage device changed.",
  "trouble/license": "{name}: license error detected, recording and cleaning stopped.",
  "trouble/unrecorded": "{name}: {cause}.",
};
