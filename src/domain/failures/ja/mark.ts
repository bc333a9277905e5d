/** Japanese. Bookmarks and evidence locks. */
import type { mark as rows } from "../mark.ts";
import type { TextsOf } from "../texts-of.ts";

export const mark: TextsOf<typeof rows> = {
  "mark/unknown": "そのブックマークまたは証拠ロックはありません。",
  "mark/lock-too-long": "証拠ロックの終了は、開始から {count} 日以内にしてください。",
  "mark/too-many": "ブックマークと証拠ロックの数が上限に達しています。先にいくつか削除してください。",
};
