/** Japanese. The license and the parent of a recorder. */
import type { activationTexts as english } from "../en/activation.ts";
import type { Translated } from "../translated.ts";

export const activationTexts: Translated<typeof english> = {
  "activation.title": "アクティベーション",
  "activation.license": "ライセンス",
  "activation.loading": "ライセンスを読み込んでいます…",
  "activation.failed": "ライセンスを読み込めませんでした",
  "activation.edition": "エディション",
  "activation.trial": "試用版(未アクティベート)",
  "activation.cameras": "カメラ",
  "activation.unlimited": "無制限",
  "activation.retention": "保存期間",
  "activation.expires": "有効期限",
  "activation.expiresIn": "残り {days, plural, =0 {} other {# 日 }}{clock}",
  "activation.version": "バージョン",
  "activation.code": "アクティベーションコード",
  "activation.machineId": "マシン ID",
  "activation.location": "設置場所",
  "activation.none": "なし",
  "activation.add": "ライセンスを追加",
  "activation.modify": "ライセンスを変更",
  "activation.remove": "ライセンスを削除",
  "activation.degraded": "制限状態",
  "activation.degradedText": "録画と削除は停止し、すべてのストリームは無効です。録画済みの映像は再生できます。",
  "activation.pending": "ライセンスの変更を保留中",

  "activation.checking": "アクティベーションサービスを探しています…",
  "activation.activate": "アクティベート",
  "activation.renewalHint": "XXXXX-XXXXX-XXXXX-XXXXX、アップグレードまたは更新は XXXX-XXXX-XXXX-XXXX",
  "activation.locationLabel": "設置場所 (任意)",
  "activation.locationHint": "このサーバーの設置場所。記録のためのものです。",
  "activation.offline": "オフラインでアクティベート",
  "activation.online": "オンラインでアクティベート",
  "activation.offlineText": "このマシン ID のライセンスキーを取得し、ここに貼り付けてください。",
  "activation.serviceGone": "アクティベーションサービスに接続できません。ライセンスキーでアクティベートしてください。",
  "activation.key": "ライセンスキー",
  "activation.portal": "ライセンスポータルを開く",
  "activation.restart": "新しいライセンスを使うにはサーバーを再起動してください。",

  "activation.removeText": "このサーバーのライセンスを削除しますか?次の再起動で試用版になります。",
  "activation.removeConfirm": "削除",

  "activation.storage": "このストレージを使用",
  "activation.storageText":
    "現在のストレージを使用しますか?次の再起動後、サーバーはここに録画します。以前のストレージの録画は含まれません。",
  "activation.storageConfirm": "使用",

  "activation.parent": "親サーバーの状態",
  "activation.parentLoading": "親サーバーの状態を読み込んでいます…",
  "activation.parentNone": "このサーバーに親はありません。単独で管理されています。",
  "activation.parentId": "管理元",
  "activation.parentAddress": "アドレス",
  "activation.parentFailed": "親サーバーの状態を読み込めませんでした",
  "activation.detach": "親から切り離す",
  "activation.detachText":
    "このサーバーを親から切り離しますか?親からの管理と、親のユーザーのサインインはできなくなります。",
  "activation.detachConfirm": "切り離す",
  "activation.noEnd": "無期限",
  "activation.expired": "期限切れ",
};
