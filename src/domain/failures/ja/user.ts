/** Japanese. Users and their passwords. */
import type { user as rows } from "../rows/user.ts";
import type { TextsOf } from "../texts-of.ts";

export const user: TextsOf<typeof rows> = {
  "user/unknown": "そのようなユーザーはいません。",
  "user/exists": "{name} という名前のユーザーは既に存在します",
  "user/protected": "このアカウントは削除、名前の変更、役割の変更ができません。",
  "user/self": "自分のアカウントは削除できません。",
  "user/edit-self": "自分のアカウントを編集しています。保存するとサインアウトします。",
  "user/name": "{cause}",
  "user/name-required": "ユーザー名は必須です。",
  "user/name-characters": "ユーザー名に使えるのは英字、数字、アンダースコアのみです。",
  "user/name-too-long": "ユーザー名は {count} 文字以内にしてください。",
  "user/password-required": "パスワードは必須です。",
  "user/password-too-short": "パスワードは {count} 文字以上にしてください。",
  "user/password-common": "このパスワードは誰もが最初に試すものです。別のパスワードを選んでください。",
  "user/password-mismatch": "パスワードが一致しません。",
  "user/email-invalid": "name@example.org の形式で入力するか、空のままにしてください。",
  "user/delete-failed": "ユーザー {name} を削除できませんでした",
  "user/fetch-failed": "ユーザーを取得できませんでした",
  "user/delete-error": "ユーザーの削除中にエラーが発生しました",
  "bulk/failed": "{host}: {status}",
  "bulk/no-query": "何もしません(サーバーに問い合わせできません)",
  "bulk/no-user": "何もしません(ユーザーが存在しません)",
  "bulk/removed": "ユーザーを削除します",
  "bulk/created": "ユーザーを作成します",
  "bulk/updated": "ユーザーを更新します",
  "bulk/exists": "何もしません(ユーザーはすでに存在します)",
  "bulk/name-taken": "何もしません(別のユーザーがこの名前を使っています)",
  "bulk/protected": "何もしません(保護されたアカウントです)",
  "bulk/same": "何もしません(変更はありません)",
};
