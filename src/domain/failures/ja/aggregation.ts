/** Japanese. Permission groups and notifications of an aggregator, and the servers that send its mails. */
import type { aggregation as rows } from "../rows/aggregation.ts";
import type { TextsOf } from "../texts-of.ts";

export const aggregation: TextsOf<typeof rows> = {
  "permission/unknown": "そのような権限グループはありません。",
  "permission/too-many": "権限グループの数が上限に達しています。",
  "permission/name-taken": "{name} という名前の権限グループがすでにあります。",
  "permission/last-administrator": "管理者が 1 人もいなくなります。",
  "notification/unknown": "そのような通知はありません。",
  "notification/too-many": "通知の数が上限に達しています。",
  "notification/name-required": "通知には名前が必要です。",
  "notification/trigger-required": "トリガーを 1 つ以上選択してください。",
  "notification/scope-required": "監視するサーバーまたはカメラを 1 つ以上選択してください。",
  "notification/recipients-required": "メールアドレスを入力してください。",
  "notification/recipients-too-many": "宛先は 100 件までです。",
  "notification/address-invalid": "{name} はメールアドレスではありません。",
  "notification/digest-time-invalid": "00:00 から 23:59 までの時刻を入力してください。",
  "notification/smtp-server-required": "SMTP サーバーを選択してください。",
  "smtp-server/unknown": "そのような SMTP サーバーはありません。",
  "smtp-server/too-many": "SMTP サーバーの数が上限に達しています。",
  "smtp-server/name-required": "SMTP サーバーには名前が必要です。",
  "smtp-server/host-invalid": "ホスト名またはアドレスを入力してください。",
  "smtp-server/port-invalid": "1 から 65535 までのポートを入力してください。",
  "smtp-server/from-required": "メールの送信元アドレスを入力してください。",
  "smtp-server/password-required":
    "パスワードを再入力してください。ホスト、ポート、暗号化、ユーザー名のいずれかが変更されています。",
  "smtp/failed": "{cause}",
  "smtp/forbidden": "{name} にある SMTP サーバーは使えません",
};
