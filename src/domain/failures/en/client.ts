/** English. A client is uploaded. */
import type { client as rows } from "../client.ts";
import type { TextsOf } from "../texts-of.ts";

export const client: TextsOf<typeof rows> = {
  "client/no-file": "no file specified",
  "client/none": "No client was uploaded.",
  "client/bad-file": "The file is no client: {cause}.",
  "client/no-page": "it has no index.html",
  "client/other-page": "its page is not one of this product",
  "client/no-zip": "it is no zip archive",
  "client/many-files": "it has more than {count} files",
  "client/links": "it has links or devices",
  "client/file-name": "it has a file name that is not allowed",
  "client/file-twice": "it has a file twice",
  "client/large": "it is too large when unpacked",
  "client/damaged": "the archive is damaged",
  "client/empty": "it is empty",
};
