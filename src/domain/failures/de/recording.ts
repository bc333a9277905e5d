/** German. What is recorded. */
import type { recording as rows } from "../recording.ts";
import type { TextsOf } from "../texts-of.ts";

export const recording: TextsOf<typeof rows> = {
  "archive/none": "keine Aufzeichnungen in diesem Bereich",
  "archive/not-there": "dort ist nichts aufgezeichnet",
  "archive/end": "danach folgt nichts",
  "archive/unreadable": "die Aufzeichnung war nicht lesbar",
};
