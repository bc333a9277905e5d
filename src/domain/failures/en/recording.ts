/** English. What is recorded. */
import type { recording as rows } from "../recording.ts";
import type { TextsOf } from "../texts-of.ts";

export const recording: TextsOf<typeof rows> = {
  "archive/none": "no archives in region",
  "archive/not-there": "nothing is recorded there",
  "archive/end": "nothing follows",
  "archive/unreadable": "the recording could not be read",
};
