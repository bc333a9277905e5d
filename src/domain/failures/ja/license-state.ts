/** Japanese. What the bar says of a license that does not hold. */
import type { licenseState as rows } from "../license-state.ts";
import type { TextsOf } from "../texts-of.ts";

export const licenseState: TextsOf<typeof rows> = {
  "license/degraded-storage": "ストレージエラーを検出しました: 記憶装置が変更されました",
  "license/degraded": "ライセンスエラーを検出しました: ライセンスが無効なため、録画と古い録画の削除を停止しています",
};
