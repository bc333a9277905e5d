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
};
