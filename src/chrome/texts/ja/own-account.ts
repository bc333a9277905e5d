/** Japanese. What everybody does with the own account. */
import type { ownAccountTexts as english } from "../en/own-account.ts";
import type { Translated } from "../translated.ts";

export const ownAccountTexts: Translated<typeof english> = {
  "own.password": "パスワードの変更",
  "own.oldPassword": "古いパスワード",
  "own.newPassword": "新しいパスワード",
  "own.newPasswordConfirm": "新しいパスワード(確認)",
  "own.newPasswordHint": "{count} 文字以上。誰もが最初に試すパスワードは使えません。",
  "own.passwordEnds": "ここではサインインしたままです。ほかのセッションはすべて終了します。",
  "own.passwordSave": "パスワードを変更",
  "own.passwordChanged": "パスワードを変更しました。",
  "factor.title": "2 つ目の要素",
  "factor.setUp": "2 つ目の要素の設定",
  "factor.about":
    "サインイン時に、スマートフォンの認証アプリのコードも必要になります。名前とパスワードだけでサインインするプログラムやプレーヤーは利用できなくなり、ほかのセッションは終了します。",
  "factor.mustHave":
    "このアカウントには 2 つ目の要素が必要です。今すぐ設定してください。最初のコードでサインインします。",
  "factor.password": "あなたのパスワード",
  "factor.next": "次へ",
  "factor.confirm": "確認",
  "factor.scan": "この画像を認証アプリで読み取ってください。",
  "factor.picture": "QR コードのキー",
  "factor.orType": "または、このキーを入力してください:",
  "factor.code": "コード",
  "factor.codeTitle": "コードの入力",
  "factor.codeHint": "認証アプリに表示されている 6 桁の数字、またはリカバリーコード。",
  "factor.firstCodeHint": "認証アプリに表示されている 6 桁の数字。",
  "factor.codes": "リカバリーコード",
  "factor.codesText":
    "これらのコードを安全な場所に保管してください。スマートフォンがないとき、それぞれ 1 回だけサインインに使えます。再表示はできません。",
  "factor.copy": "リカバリーコードをコピー",
  "factor.copied": "リカバリーコードをコピーしました。",
  "factor.copyFailed": "リカバリーコードをコピーできませんでした。書き留めてください。",
  "factor.kept": "保管しました",
  "factor.active": "サインイン時にコードが必要です。リカバリーコードは残り {count} 個です。",
  "factor.remove": "2 つ目の要素を削除",
  "factor.removed": "2 つ目の要素を削除しました。",
};
