/** English. The stage itself, saved stages, the single player, camera groups, bookmarks and evidence locks. */
import type { stage as rows } from "../rows/stage.ts";
import type { TextsOf } from "../texts-of.ts";

export const stage: TextsOf<typeof rows> = {
  "stage/unknown": "There is no such stage.",
  "stage/share": "Only administrators share a stage.",
  "stage/read-only": "Only administrators change a shared stage.",
  "stage/too-many": "There are too many stages already.",
  "stage/name-required": "Stage name is required.",
  "stage/gone": "This stage does not exist any more.",
  "stage/not-shown": "The stage {name} cannot be shown: it may come from another version ({reason}).",
  "stage/unreadable": "This stage cannot be read: {reason}",
  "stage/no-webgl2": "The stage cannot be drawn: this browser or computer offers no WebGL 2.",
  "stage/context-lost": "The stage cannot be drawn any more: the graphics context was lost and did not come back.",
  "stage/not-started": "The stage cannot be drawn: its program did not start. Reload the page.",
  "stage/not-drawn": "The stage cannot be drawn: {reason}",
  "stage/camera-limit-logged": "Camera limit reached",
  "stage/camera-limit": "You cannot view more than {n} players at a time. Please remove a player first and try again.",
  "stage/dewarp-limit":
    "You cannot dewarp more than {n} players at a time. Please turn dewarping off in one first and try again.",
  "stage/no-servers": "No accessible servers.",
  "player/stream": "Cannot open stream {id}",
  "player/server": "No access to Orchid {id}",
  "player/authentication": "Authentication failed",
  "player/information": "Cannot fetch camera and server information",
  "group/unknown": "There is no such camera group.",
  "group/inside-itself": "A camera group cannot stand inside itself.",
  "group/too-deep": "Camera groups can be nested {count} deep.",
  "group/too-many": "There are too many camera groups already.",
  "mark/unknown": "There is no such mark.",
  "mark/lock-too-long": "An evidence lock ends at most {count} days after its start.",
  "mark/too-many": "There are too many marks already. Remove some first.",
};
