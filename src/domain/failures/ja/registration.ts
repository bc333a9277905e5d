/** Japanese. A server of the aggregator is registered, changed or removed. */
import type { registration as rows } from "../rows/registration.ts";
import type { TextsOf } from "../texts-of.ts";

export const registration: TextsOf<typeof rows> = {
  "orchid/none-named": "サーバー {name} はありません。",
  "orchid/exists": "このサーバーはすでに登録されています。",
  "orchid/busy": "このサーバーは現在、登録または削除の処理中です。",
  "orchid/too-many": "サーバーの数が上限に達しています。",
  "orchid/bad-uri": "アドレスを読み取れません。",
  "orchid/forbidden-address": "このアドレスのサーバーは登録できません。",
  "orchid/password-required": "このサーバーの管理者のユーザー名とパスワードを入力してください。",
  "orchid/unauthorized": "ユーザー名またはパスワードがサーバーに拒否されました。",
  "orchid/app-password":
    "このアカウントには、そのサーバーで 2 つ目の要素が必要です。サーバーにサインインしてユーザーメニューからアプリパスワードを作成し、ここに入力してください。",
  "orchid/sign-in-refused": "サーバーに拒否されました: {cause}",
  "orchid/not-administrator": "{name} はこのレコーダーの管理者ではありません。",
  "orchid/other-server": "このアドレスには別のサーバーがあります。",
  "orchid/not-a-recorder": "{cause}",
  "orchid/is-aggregator": "これはレコーダーではなくアグリゲーターです。",
  "orchid/no-recorder": "このアドレスに Proscenium レコーダーはありません: {cause}。",
  "server/without-id": "ID がありません",
  "orchid/has-parent": "このレコーダーはすでに別の親サーバーが管理しています: {name}。",
  "orchid/not-taken": "サーバーが登録を受け付けませんでした: {cause}。",
  "orchid/tokens-refused": "サーバーがこちらのトークンを受け付けません: {cause}。",
  "orchid/too-old": "このレコーダーは権限を制限したユーザーに対応していません。先に更新してください。",
  "orchid/detach-failed": "{cause}",
  "orchid/key-unreadable": "サーバーのキーを読み取れません。",
  "orchid/not-told": "サーバーに通知できませんでした: {cause}。",
  "orchid/unregister-failed": "サーバーの登録を解除できませんでした。それでも削除しますか?",
  "orchid/address-required": "アドレスを入力してください。",
  "orchid/address-invalid": "アドレスは http://ホスト:ポート の形式で入力してください。",
  "orchid/name-required": "サーバー名を入力してください。",
  "server/unknown": "そのようなサーバーはありません。",
  "issuer/none": "このレコーダーに親サーバーはありません。",
  "server/no-storage": "録画用のストレージがありません。",
};
