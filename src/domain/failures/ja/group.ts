/** Japanese. Camera groups. */
import type { group as rows } from "../group.ts";
import type { TextsOf } from "../texts-of.ts";

export const group: TextsOf<typeof rows> = {
  "group/unknown": "そのようなカメラグループはありません。",
  "group/inside-itself": "カメラグループをそれ自身の中に入れることはできません。",
  "group/too-deep": "カメラグループを入れ子にできるのは {count} 階層までです。",
  "group/too-many": "カメラグループの数が上限に達しています。",
};
