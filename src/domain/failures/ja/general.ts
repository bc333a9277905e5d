/** Japanese. Failures of any call, and texts of other programs. */
import type { general as rows } from "../rows/general.ts";
import type { TextsOf } from "../texts-of.ts";

export const general: TextsOf<typeof rows> = {
  "network/no-response": "サーバーからの応答がありません",
  "network/aborted": "サーバーからの応答がありません",
  "network/unreadable": "不明なエラーが発生しました",
  "network/unreachable": "{message}",
  "server/failed": "予期しないエラーが発生しました",
  "network/unexpected": "予期しないエラーが発生しました",
  "server/unexpected": "予期しないエラーが発生しました。",
  "server/busy": "サーバーが混み合っています。もう一度お試しください。",
  "server/database-away":
    "サーバーのデータベースが応答しません。応答するまで、変更もサインインもできません。映像は続きます。",
  "server/folder-gone":
    "サーバーの設定フォルダーが削除されたか、ディスクが取り外されました。変更もサインインもできません。フォルダーを元に戻してサーバーを再起動してください。",
  "server/disk-full": "サーバーのディスクがいっぱいです。空き容量ができるまで、変更もサインインもできません。",
  "server/too-many-requests": "要求が多すぎます。{count} 秒後にもう一度お試しください。",
  "other/message": "{message}",
};
