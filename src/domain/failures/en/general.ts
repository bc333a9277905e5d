/** English. Failures of any call, and texts of other programs. */
import type { general as rows } from "../rows/general.ts";
import type { TextsOf } from "../texts-of.ts";

export const general: TextsOf<typeof rows> = {
  "network/no-response": "no response from server",
  "network/aborted": "no response from server",
  "network/unreadable": "unknown error occurred",
  "network/unreachable": "{message}",
  "server/failed": "unexpected error occurred",
  "network/unexpected": "unexpected error occurred",
  "server/unexpected": "An unexpected error has occurred.",
  "server/busy": "The server is busy. Try again.",
  "server/database-away":
    "The server's database does not answer: nothing can be changed and nobody can sign in until it does. Video goes on.",
  "server/folder-gone":
    "The folder of the server's settings was deleted or its disk was taken away: nothing can be changed and nobody can sign in. Bring the folder back and restart the server.",
  "server/disk-full": "The server's disk is full: nothing can be changed and nobody can sign in until there is room.",
  "server/too-many-requests": "Too many requests. Try again in {count} s.",
  "other/message": "{message}",
};
