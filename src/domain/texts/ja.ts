/** The Japanese texts outside the application (`en.ts`). */
import type * as en from "./en.ts";

export const dewarpPage: en.Translated<typeof en.dewarpPage> = {
  "dewarpPage.play": "再生",
  "dewarpPage.pause": "一時停止",
  "dewarpPage.frameBack": "‹ フレーム",
  "dewarpPage.frameForward": "フレーム ›",
  "dewarpPage.time": "時刻",
  "dewarpPage.speed": "速度",
  "dewarpPage.rate": "{rate} 倍",
  "dewarpPage.mode.0": "円形",
  "dewarpPage.mode.1": "パースペクティブ",
  "dewarpPage.mode.2": "パノラマ",
  "dewarpPage.layout": "レイアウト",
  "dewarpPage.home": "初期ビュー",
  "dewarpPage.fullScreen": "全画面",
  "dewarpPage.view": "{camera}: ドラッグで見回し、ホイールでズーム",
  "dewarpPage.notPlayed": "このブラウザーでは、このファイルの映像を再生できません。",
  "dewarpPage.notShown": "映像を表示できません: {reason}",
  "dewarpPage.damaged": "ファイルが壊れています",
  "dewarpPage.settings": "不明なゆがみ補正の設定です: {name}",
  "dewarpPage.noWebGl2": "このブラウザーまたはコンピューターでは WebGL 2 を使えません",
};

export const verification: en.Translated<typeof en.verification> = {
  "verify.title": "エクスポートの検証",
  "verify.lead":
    "zip を展開し、含まれるすべてのファイルをここで選択してください(このページへのドロップもできます)。データがこのコンピューターの外に出ることはありません。",
  "verify.choose": "ファイルを選択",
  "verify.file": "ファイル",
  "verify.camera": "カメラ",
  "verify.from": "開始",
  "verify.to": "終了",
  "verify.result": "結果",
  "verify.note":
    "署名は、この鍵の持ち主が作成したままのファイルであることを証明します。鍵がそのレコーダーのものかどうかは、レコーダーのエクスポート画面に表示されるフィンガープリントと比べて確認してください。",
  "verify.incomplete": "manifest.json と manifest.sig を映像と一緒に選択してください。",
  "verify.unreadable": "マニフェストを読み取れません。",
  "verify.recorder": "レコーダー",
  "verify.exported": "エクスポート日時",
  "verify.fingerprint": "鍵のフィンガープリント",
  "verify.signature": "署名",
  "verify.signature.unknown": "このブラウザーでは Ed25519 の署名を検証できません",
  "verify.signature.valid": "有効",
  "verify.signature.invalid": "無効",
  "verify.missing": "見つかりません",
  "verify.unchanged": "変更なし",
  "verify.changed": "変更あり",
  "verify.noRead": "読み取れません",
  "verify.noVideo": "この時間の映像はありません",
  "verify.notReachable": "録画されていますが、エクスポート時に接続できず含まれていません",
  "verify.foreign": "このエクスポートに含まれていません",
  "verify.badSignature": "署名が無効です。マニフェストが変更されたか、この鍵で署名されたものではありません。",
  "verify.badFiles": "{count} 個のファイルのうち {bad} 個が見つからないか、変更されています。",
  "verify.unchecked":
    "すべてのファイルがマニフェストと一致しますが、このブラウザーでは署名を検証できません。最新の Chrome、Edge、Firefox、Safari を使用してください。",
  "verify.extra":
    "エクスポートは変更されておらず、署名も有効ですが、選択したファイルの一部はこのエクスポートに含まれていません。",
  "verify.goodOne": "ファイルは変更されておらず、署名は有効です。",
  "verify.good": "{count} 個のファイルはすべて変更されておらず、署名は有効です。",
};

export const shell: en.Translated<typeof en.shell> = {
  "shell.description": "カメラのライブ映像と録画を 1 つのステージに。",
  "shell.notStarted":
    "このページが空白のままの場合、ブラウザが古すぎるか（Chrome・Edge 110、Firefox 115、Safari 16.4以降が必要です）、プロキシがファイルを通していません（docs/proxies.md）。",
  "shell.noScript": "Proscenium には JavaScript が必要です。",
  "shell.offline": "Proscenium: オフライン",
  "shell.offlineTitle": "レコーダーに接続できません",
  "shell.offlineText":
    "このコンピューターまたはレコーダーがオフラインです。映像にはレコーダーが必要なため、接続できるまで表示できるものがありません。",
  "shell.retry": "再試行",
};

export const mails: en.Translated<typeof en.mails> = {
  "mails.camera-unreachable": "カメラに接続できません",
  "mails.camera-back": "カメラの復旧",
  "mails.server-unreachable": "サーバーに接続できません",
  "mails.server-back": "サーバーの復旧",
  "mails.server-error": "サーバーのエラー",
  "mails.line": "{when}  {title}: {message}",
  "mails.more": "ほか {count} 件",
  "mails.once": "それぞれ 1 回だけお知らせします。カメラやサーバーの復旧は、1 分間正常が続いてからお知らせします。",
  "mails.period": "{from} から {to} まで ({zone})。",
  "mails.noEvents": "イベントはありませんでした。",
  "mails.events": "イベント:",
  "mails.allWell": "現在、問題はありません。",
  "mails.still": "続いている問題:",
  "mails.signature": "{sender}。時刻は {zone} のものです。",
  "mails.testSubject": "{name}: テストメール",
  "mails.testText": "このメールは、メールが届くかどうかを確かめるために {name} が送信しました。",
};
