/** Japanese. Moving a camera. */
import type { ptz as rows } from "../ptz.ts";
import type { TextsOf } from "../texts-of.ts";

export const ptz: TextsOf<typeof rows> = {
  "ptz/unsupported": "このカメラは動かせません。",
  "ptz/no-centre": "このカメラは指定した点を中央に表示できません。",
  "preset/unknown": "そのようなプリセットはありません。",
  "ptz/too-many-presets": "プリセットは {count} 個までです。",
  "preset/unnamed": "カメラがプリセットに名前を付けませんでした。",
  "preset/failed": "プリセットを作成できませんでした: {cause}",
  "preset/name-required": "プリセット名は必須です。",
  "preset/name-too-long": "プリセット名は 32 文字以内にしてください。",
  "preset/name-characters": "名前が正しくありません(英数字と空白のみ)。",
};
