/** Japanese. Signing in, its session, and permissions. */
import type { session as rows } from "../rows/session.ts";
import type { TextsOf } from "../texts-of.ts";

export const session: TextsOf<typeof rows> = {
  "session/credentials-required": "ユーザー名とパスワードの両方が必要です。",
  "session/domain-username": "ユーザー名は user@domain の形で入力してください。",
  "session/agreement-required": "利用規約への同意が必要です。",
  "session/google-refused": "Google でサインインできませんでした: {reason}",
  "session/wrong": "ユーザー名またはパスワードが正しくありません。",
  "session/no-account": "このレコーダーに {name} というアカウントはありません。",
  "session/google-wrong": "Google でこのサインインを確認できませんでした。",
  "session/issuer-unreachable": "Google に接続できないため、このサインインを確認できません。",
  "session/locked": "失敗した回数が多すぎます。{count} 秒後にもう一度お試しください。",
  "session/code-required": "認証アプリのワンタイムコードまたはリカバリーコードを入力してください。",
  "session/passkey-or-code": "パスキーを使うか、ワンタイムコードまたは回復コードを入力してください。",
  "session/passkey-address":
    "パスキーは、ページを名前で https から、または localhost で開いたときだけ使えます。このページは {origin} で開かれています。",
  "session/passkey-wrong": "パスキーを確認できませんでした。もう一度お試しください。",
  "session/passkey-unknown": "このパスキーはここでは登録されていないか、すでに削除されています。",
  "session/passkey-copied":
    "このパスキーの複製が使われたため、拒否されました。削除して新しいパスキーを追加してください。",
  "session/passkey-none": "パスキーは使われませんでした。",
  "session/passkey-unsupported": "このブラウザーはパスキーに対応していません。",
  "session/code-wrong": "コードが正しくないか、すでに使用されています。",
  "session/factor-required": "このアカウントには 2 つ目の要素が必要です。サインインするには設定してください。",
  "session/basic-with-factor":
    "このアカウントには 2 つ目の要素が設定されているか必要なため、名前とパスワードだけでは利用できません。セッションにサインインするか、別のアカウントを使用してください。",
  "session/required": "先にサインインしてください。",
  "session/bad-ticket": "チケットが有効ではありません。",
  "session/over": "セッションは終了しました。",
  "session/unknown": "そのようなセッションはありません。",
  "session/confirm": "確認のため、自分のパスワードを入力してください。",
  "session/not-confirmed": "自分のパスワードと一致しません。",
  "access/app-view-only": "このアプリパスワードは表示専用です。",
  "access/app-password": "アプリパスワードではアカウントやサインインを変更できません。",
  "access/denied": "この操作を行う権限がありません。",
  "access/all-cameras": "ログにはすべてのカメラの情報が含まれますが、表示できるのは一部のカメラだけです。",
  "access/origin":
    "要求が別のサイトから送られたか、プロキシが Host ヘッダーを渡していません（その場合は設定 http.origins にこのページのアドレスを指定してください）。",
  "access/no-live": "このストリームをライブで見る権限がありません。",
  "access/no-playback": "このストリームを再生する権限がありません。",
  "access/no-unmask": "プライバシーマスクなしで表示する権限がありません。",
  "access/views-only": "このカメラでエクスポートできるのは、表示を許可されたビューだけです。",
  "access/no-watermark": "このアカウントの表示に必要な透かしは、RTSPでは表示できません。",
  "access/other-ticket": "このチケットは別のカメラ用です。",
  "access/ticket-for-ticket": "チケットで別のチケットを取得することはできません。",
};
