/** Japanese. What is recorded. */
import type { recording as rows } from "../recording.ts";
import type { TextsOf } from "../texts-of.ts";

export const recording: TextsOf<typeof rows> = {
  "archive/none": "この範囲に録画はありません",
  "archive/not-there": "その時刻の録画はありません",
  "archive/end": "この後の録画はありません",
  "archive/unreadable": "録画を読み取れませんでした",
};
