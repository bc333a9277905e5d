/** Japanese. Licence and activation. */
import type { license as rows } from "../license.ts";
import type { TextsOf } from "../texts-of.ts";

export const license: TextsOf<typeof rows> = {
  "license/none": "ライセンスはありません。",
  "license/invalid": "{cause}",
  "license/no-storage": "書き込めるストレージがありません。接続してからもう一度お試しください。",
  "license/no-key": "これはライセンスキーではありません。",
  "license/not-genuine": "このライセンスキーは正規のものではありません。",
  "license/unreadable": "ライセンスキーを読み取れません。",
  "license/other-machine": "このライセンスは別のマシン用です。",
  "license/expired": "ライセンスの有効期限が切れました。",
  "license/covers": "ライセンスの対象は {cameras} 台ですが、カメラは {count} 台あります。",
  "license/no-service": "アクティベーションサービスが設定されていません。",
  "activation/unreachable": "{cause}",
  "activation/silent": "アクティベーションサービスが応答しません。",
  "activation/unreadable": "アクティベーションサービスの応答を読み取れません。",
  "activation/refused": "{message}",
  "license/code": "英数字 5 文字を 4 組、ハイフンで区切って入力してください。",
  "license/location-blank": "場所を空白だけにすることはできません。",
  "license/remove-failed": "ライセンスを削除できませんでした。",
  "license/detach-failed": "予期しないエラーが発生しました。",
};
