/** German. Reports of the watch over the servers, for its mails. */
import type { trouble as rows } from "../rows/trouble.ts";
import type { TextsOf } from "../texts-of.ts";

export const trouble: TextsOf<typeof rows> = {
  "trouble/server-away": "{name} ist nicht erreichbar: {cause}.",
  "trouble/server-back": "{name} ist wieder erreichbar.",
  "trouble/camera-away": "{camera} auf {name} sendet keine Bilder.",
  "trouble/camera-back": "{camera} auf {name} ist wieder da.",
  "trouble/storage": "{name}: Speicherfehler erkannt, das Speichergerät hat gewechselt.",
  "trouble/license": "{name}: Lizenzfehler erkannt, Aufzeichnung und Aufräumen sind angehalten.",
  "trouble/unrecorded": "{name}: {cause}.",
};
