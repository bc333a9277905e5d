/** Japanese. Texts that are needed before anything else is loaded: sign-in, gates, 404, Reload. */
import type { startTexts as english } from "../en/start.ts";
import type { Translated } from "../translated.ts";

export const startTexts: Translated<typeof english> = {
  "app.loading": "読み込み中…",
  "app.notLoaded": "このページを読み込めませんでした",
  "app.notLoadedText": "接続が一時的に切れていた可能性があります。",
  "app.retry": "再試行",
  "app.close": "閉じる",
  "app.cancel": "キャンセル",
  "app.ok": "OK",
  "app.unreachable": "サーバーに接続できません",
  "app.notifications": "通知",
  "app.skipToContent": "本文へ移動",

  "nav.version": "バージョン情報",

  "gate.unsupported.title": "このブラウザーには対応していません",
  "gate.unsupported.text":
    "最新の Chrome、Edge、Firefox、Opera、Safari を使ってください。対応する最も古いバージョンは Chrome 34、Firefox 33、Internet Explorer 11、Opera 25、Safari 8 です。",
  "gate.websocket.title": "WebSocket が使えません",
  "gate.websocket.text":
    "ライブイベントと映像には WebSocket が必要です。ブラウザーまたは途中のプロキシが許可していません。",
  "gate.incognito.title": "ローカルストレージが使えません",
  "gate.incognito.text":
    "このページはブラウザーのローカルストレージを使えません。プライベート(シークレット)ウィンドウや厳しいプライバシー設定では無効になります。通常のウィンドウで開くか、このサイトに保存を許可してください。",
  "gate.compatibility.title": "ブラウザーの互換性",
  "gate.compatibility.text":
    "このブラウザーには、最も遅延の少ないライブ映像に使う WebRTC がありません。最新の Chrome、Edge、Firefox、Opera、Safari を使ってください。",
  "gate.lacks": "このブラウザにないもの：{names}",
  "gate.back": "サインインに戻る",

  "notFound.title": "ページが見つかりません",
  "notFound.text": "このアドレスには何もありません。",
  "notFound.link": "トップページへ",

  "death.title": "サーバーとの接続が切れました",
  "death.socket": "サーバーは応答していますが、イベントが届きません。続けるには再読み込みしてください。",
  "death.noSockets":
    "サーバーは応答していますが、WebSocket が届きません。前段のプロキシは WebSocket のアップグレードと Host ヘッダーを渡す必要があります。設定例は docs/proxies.md にあります。",
  "death.server": "サーバーがしばらく応答していません。復旧したら再読み込みしてください。",
  "death.reload": "再読み込み",
  "death.support": "サポート",

  "signIn.title": "サインイン",
  "signIn.subtitle": "{server}",
  "signIn.username": "ユーザー名",
  "signIn.password": "パスワード",
  "signIn.domainHint": "ユーザー@ドメイン",
  "signIn.lowBandwidth": "低帯域(互換)モード",
  "signIn.stay": "サインインしたままにする",
  "signIn.agreement": "利用規約",
  "signIn.accept": "利用規約に同意します",
  "signIn.submit": "サインイン",
  "signIn.processing": "サインインしています…",
  "signIn.wait": "{seconds} 秒後に再試行できます",
  "signIn.or": "または",
  "signIn.passkey": "パスキーを使う",
  "signIn.google": "Google でサインイン",
  "signIn.failed": "サインインできませんでした",
  "signIn.notSignedOut":
    "サーバーがセッションを終了しませんでした。このブラウザーはまだサインインしたままかもしれません。",
  "signIn.signedInAs": "{name} としてサインインしています。",
  "signIn.toStage": "ステージへ",
};
