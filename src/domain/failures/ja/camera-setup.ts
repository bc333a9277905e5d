/** Japanese. A camera is registered, recovered, verified or removed. */
import type { cameraSetup as rows } from "../rows/camera-setup.ts";
import type { TextsOf } from "../texts-of.ts";

export const cameraSetup: TextsOf<typeof rows> = {
  "camera/bad-uri": "{cause}",
  "uri/unreadable": "接続 URI を読み取れません。",
  "uri/scheme": "接続 URI は {plain} または {secure} で始めてください。",
  "uri/no-host": "接続 URI にホストがありません。",
  "camera/unknown-host": "ホスト {host} が見つかりません。",
  "camera/forbidden-address": "{name} にあるカメラは使えません。",
  "camera/exists": "このカメラはすでに {name} として登録されています。",
  "camera/password-required":
    "カメラのパスワードを入力してください。保存されているパスワードは別のアドレスには送信されません。",
  "camera/nameless": "カメラから機種情報を取得できません。",
  "camera/no-profile": "カメラに映像プロファイルがありません。",
  "camera/no-primary": "カメラにプライマリストリームがありません。",
  "camera/sends": "カメラは {size} の {name} を送信しています。",
  "license/cameras": "ライセンスの対象は {count} 台のカメラです。",
  "camera/name-required": "カメラ名は必須です。",
  "camera/remove-failed": "カメラ {name} を削除できませんでした",
  "camera/verify-failed": "カメラを検証できませんでした: {cause}",
  "camera/recover-unsupported": "カメラの復旧にはサーバーのバージョン 2.2.2 以降が必要です。",
  "copy/no-target": "カメラを 1 台以上選択してください。",
};
