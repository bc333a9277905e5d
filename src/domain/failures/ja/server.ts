/** Japanese. Why a server of the aggregator is not available, and the bar's texts about a license that is not valid. */
import type { server as rows } from "../rows/server.ts";
import type { TextsOf } from "../texts-of.ts";

export const server: TextsOf<typeof rows> = {
  "orchid/unknown": "そのようなサーバーはありません。",
  "orchid/unreachable": "サーバーに接続できません: {cause}。",
  "orchid/timeout": "サーバーから時間内に応答がありません。",
  "orchid/not-trusted": "サーバーがこのアグリゲーターを受け付けなくなりました。",
  "permission/too-many-cameras":
    "権限グループでこのサーバーのカメラが個別に約 5000 台を超えて指定されています。サーバー全体に権限を与える必要があります。",
  "orchid/certificate": "サーバーに接続できません: {cause}。",
  "orchid/bad-answer": "サーバーに接続できません: {cause}。",
  "orchid/refused": "{cause}",
  "server/refused": "接続が拒否されました",
  "server/host-unknown": "ホスト名が見つかりません",
  "server/host-lookup": "ホスト名を解決できません",
  "server/no-way-to-host": "ホストへの経路がありません",
  "server/no-way-to-network": "ネットワークへの経路がありません",
  "server/timeout": "時間内に応答がありませんでした",
  "server/closed": "接続が閉じられました",
  "server/stood-in": "その間は {name} がこのサーバーのカメラを録画・表示します ({cause})",
  "server/no-tls": "HTTPS に対応していません",
  "server/forbidden": "このアドレスのサーバーは許可されていません",
  "server/certificate":
    "証明書が登録時のものと異なります（そちらで置き換えた場合は、サーバーを編集して新しい認証情報を入力してください）",
  "server/unreadable": "応答を読み取れません",
  "server/too-long": "応答が長すぎます",
  "server/elsewhere": "別の場所へ転送されます",
  "server/status": "ステータス {status} が返されました",
  "server/no-key": "キーを読み取れません。登録し直してください",
  "server/no-trust": "このアグリゲーターのトークンが受け付けられません",
  "server/answered": "{code}: {cause}",
  "server/caller-left": "呼び出し元が切断しました",
  "server/withdrawn": "要求は取り消されました",
  "server/broken": "接続が切れました",
  "license/degraded-storage": "ストレージエラーを検出しました: 記憶装置が変更されました",
  "license/degraded": "ライセンスエラーを検出しました: ライセンスが無効なため、録画と古い録画の削除を停止しています",
};
