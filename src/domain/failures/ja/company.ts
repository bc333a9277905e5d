/** Japanese. Sign-in by a company's provider (OpenID Connect). */
import type { company as rows } from "../rows/company.ts";
import type { TextsOf } from "../texts-of.ts";

export const company: TextsOf<typeof rows> = {
  "company/not-set-up": "このサーバーには会社のサインインが設定されていません。",
  "company/unreachable": "会社のサインイン {address} に接続できません: {cause}",
  "company/certificate": "{address} の証明書は信頼されていません: {reason}",
  "company/forbidden-address":
    "このサーバーは {address} を呼び出せません。呼び出せる宛先は servers.allowed と servers.allow-loopback の設定で決まります。",
  "company/not-a-provider": "{address} に OpenID Connect プロバイダーの情報がありません。",
  "company/other-issuer":
    "プロバイダーの名前は {issuer} ではなく {named} です。プロバイダー自身の名前を入力してください。",
  "company/no-code": "プロバイダーは認可コードによるサインインに対応していません。",
  "company/client-refused": "プロバイダーがクライアント ID またはシークレットを受け入れません: {message}",
  "company/refused": "会社のサインインで許可されませんでした: {message}",
  "company/wrong": "会社のサインインの応答が正しくありません: {message}",
  "company/expired": "サインインに時間がかかりすぎたか、別のブラウザーで開始されています。もう一度お試しください。",
  "company/other-address": "会社のサインインは {address} で利用できます。このページをそこで開いてください。",
  "company/no-role": "会社は {name} として確認しましたが、所属グループにこのサーバーの利用権限がありません。{cause}",
  "company/no-account": "会社は {name} として確認しましたが、このサーバーにそのアカウントはありません。{cause}",
  "company/domain":
    "会社は {name} として確認しましたが、メールアドレスのドメインにこのサーバーの利用権限がありません。{cause}",
  "company/name-taken":
    "会社は {name} として確認しましたが、別の方法でサインインする同名のアカウントがこのサーバーにあります。{cause}",
  "company/name-unfit": "会社から名前 (クレーム {claim}) が届かないか、アカウント名に使えません。{cause}",
  "company/too-many-groups": "所属グループが多すぎるため、会社のサインインがグループを通知しません。{cause}",
  "company/ask": "問い合わせ先: {contact}",
  "company/ask-administrator": "このサーバーの管理者に問い合わせてください。",
  "company/field-required": "この項目は必須です。",
  "company/issuer-address": "https:// で始まるアドレスを入力してください。",
  "company/public-address": "https://wall.example.com のように、パスなしのアドレスを入力してください。",
  "company/domains": "example.com のようなドメインをコンマ区切りで入力してください。",
  "company/grant-incomplete": "各グループには名前と許可する内容が必要です。",
  "directory/not-set-up": "このサーバーにはディレクトリのサインインが設定されていません。",
  "directory/unreachable": "ディレクトリ {address} が応答しません: {cause}",
  "directory/certificate": "ディレクトリ {address} の証明書は信頼されていません: {reason}",
  "directory/forbidden-address":
    "このサーバーは {address} を呼び出せません。呼び出せる宛先は servers.allowed と servers.allow-loopback の設定で決まります。",
  "directory/bind-refused": "検索用のアカウントがディレクトリに受け入れられません: {message}",
  "directory/search-refused": "ディレクトリが検索を実行しません: {message}",
  "directory/no-entry": "{name} という名前の人はディレクトリにいません。",
  "directory/several":
    "{name} という名前の人がディレクトリに複数います。フィルターは 1 人だけを見つける必要があります。",
  "directory/password-required": "別のアドレスに送るため、パスワードをもう一度入力してください。",
  "directory/address": "ldaps://dc1.example.com のようなアドレスを入力してください。",
  "directory/name-place": "入力した名前の位置を示す {place} が必要です。フィルターはかっこで囲みます。",
  "company/not-certificates":
    "認証局が PEM 形式の証明書ではありません。BEGIN CERTIFICATE から END CERTIFICATE までを、鍵を含めずに貼り付けてください。",
  "company/unknown-grant": "{name} という役割または権限グループはありません。",
  "company/secret-required": "別のプロバイダーに送るため、クライアントシークレットをもう一度入力してください。",
  "company/bad-logout": "サインアウトトークンが正しくありません: {message}",
};
