/** Japanese. Advanced settings. */
import type { flagsTexts as english } from "../en/flags.ts";
import type { Translated } from "../translated.ts";

export const flagsTexts: Translated<typeof english> = {
  "flags.title": "詳細設定",
  "flags.mode": "既定のプレーヤーモード",
  "flags.mode.disabled": "無効",
  "flags.mode.lowbandwidth": "低帯域",
  "flags.mode.webrtc": "WebRTC",
  "flags.modeHint": "プレーヤーが最初に使うモードです。低帯域は常に代替として残ります。",
  "flags.override": "WebRTC サポートの上書き",
  "flags.override.enabled": "有効",
  "flags.override.disabled": "無効",
  "flags.overrideHint": "既定では使わないブラウザーでも WebRTC を使います。",
  "flags.log": "ログレベル",
  "flags.logHint": "ブラウザーのコンソールに書き出す量です。",
  "flags.cancel": "キャンセル",
  "flags.save": "保存",
  "flags.failed": "このブラウザーは設定を保存できません。保存領域が一杯か、無効になっています。",
};
