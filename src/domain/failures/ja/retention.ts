/** Japanese. How long recordings are kept. */
import type { retention as rows } from "../retention.ts";
import type { TextsOf } from "../texts-of.ts";

export const retention: TextsOf<typeof rows> = {
  "retention/fetch-failed": "保存ポリシーを取得できませんでした: {cause}",
  "retention/save-failed": "保存ポリシーを保存できませんでした: {cause}",
  "retention/required": "0 から 10000 までの日数を入力してください。",
  "retention/not-possible": "現在の設定は最大しきい値では実現できません。自己責任で保存することはできます。",
  "retention/not-possible-trial":
    "現在の設定は最大しきい値では実現できません。より長く保存するにはライセンスを有効にしてください。自己責任で保存することはできます。",
};
