/** German. A client is uploaded. */
import type { client as rows } from "../client.ts";
import type { TextsOf } from "../texts-of.ts";

export const client: TextsOf<typeof rows> = {
  "client/no-file": "keine Datei angegeben",
  "client/none": "Es wurde kein Client hochgeladen.",
  "client/bad-file": "Die Datei ist kein Client: {cause}.",
  "client/no-page": "sie enthält keine index.html",
  "client/other-page": "ihre Seite ist keine dieses Produkts",
  "client/no-zip": "sie ist kein ZIP-Archiv",
  "client/many-files": "sie enthält mehr als {count} Dateien",
  "client/links": "sie enthält Verknüpfungen oder Geräte",
  "client/file-name": "sie enthält einen Dateinamen, der nicht erlaubt ist",
  "client/file-twice": "sie enthält eine Datei zweimal",
  "client/large": "sie ist entpackt zu groß",
  "client/damaged": "das Archiv ist beschädigt",
  "client/empty": "sie ist leer",
};
