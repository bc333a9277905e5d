/** A client is uploaded. */
import { input, refused } from "./row.ts";

export const client = {
  "client/no-file": input(),
  "client/none": refused({ status: 404 }),
  "client/bad-file": refused({ status: 400, cause: "must" }),
  "client/no-page": refused(),
  "client/other-page": refused(),
  "client/no-zip": refused(),
  "client/many-files": refused({ params: { count: "number" } }),
  "client/links": refused(),
  "client/file-name": refused(),
  "client/file-twice": refused(),
  "client/large": refused(),
  "client/damaged": refused(),
  "client/empty": refused(),
} as const;
