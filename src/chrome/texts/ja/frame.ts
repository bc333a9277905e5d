/** Japanese. The frame around every screen behind the sign-in: navigation, top bar, its dialogs. */
import type { frameTexts as english } from "../en/frame.ts";
import type { Translated } from "../translated.ts";

export const frameTexts: Translated<typeof english> = {
  "nav.stage": "ステージ",
  "nav.servers": "サーバー",
  "nav.cameras": "カメラ設定",
  "nav.retention-policy": "保存ポリシー",
  "nav.users": "ユーザー",
  "nav.camera-groups": "カメラグループ",
  "nav.permission-groups": "権限グループ",
  "nav.notifications": "通知",
  "nav.system-status": "システム状態",
  "nav.system-report": "システムレポート",
  "nav.audit": "監査",
  "nav.activation": "アクティベーション",
  "nav.flags": "詳細設定",
  "nav.sign-out": "サインアウト",
  "nav.menu": "メニュー",
  "nav.apps": "アプリ",
  "nav.left": "ナビゲーション",
  "nav.mode": "ナビゲーション",
  "nav.mode.menu": "メニュー",
  "nav.mode.left-nav": "左側のバー",

  "plugin.provider": "{app}(提供: {name})",
  "plugin.support": "サポート",

  "app.partNotLoaded": "この部分を読み込めませんでした",
  "app.partNotLoadedText":
    "接続が一時的に切れていた可能性があります。再試行しても読み込めない場合は、ページを再読み込みしてください。",

  "bar.home": "Proscenium、ステージへ",
  "bar.user": "{name} としてサインイン中",

  "role.Live Viewer": "ライブ閲覧者",
  "role.Viewer": "閲覧者",
  "role.Manager": "マネージャー",
  "role.Administrator": "管理者",

  "bar.lowBandwidth": "低帯域",
  "bar.lowBandwidthHint": "このブラウザーまたはサーバーは WebRTC を提供しないため、低帯域モードで動作しています。",
  "bar.lowBandwidthChosen": "サインイン時に低帯域モードが選択されました。",
  "bar.clock": "時刻の警告",
  "bar.license": "ライセンス制限中",
  "bar.framerate": "低フレームレート",
  "bar.relief": "画質を下げています",
  "bar.reliefHint": "表示が追いつくまで、小さいストリームや少ないフレーム数で表示します。",
  "bar.language": "言語",
  "bar.update": "新しいバージョン: 再読み込み",
  "bar.password": "パスワードの変更…",
  "bar.passkeys": "パスキー…",
  "bar.appPasswords": "アプリパスワード…",
  "bar.secondFactor": "ワンタイムコード…",
  "bar.theme": "テーマ",
  "bar.theme.system": "システムに合わせる",
  "bar.theme.dark": "ダーク",
  "bar.theme.light": "ライト",

  "player.awaitingAuth": "埋め込み元のページによるサインインを待っています…",

  "dialog.clock.title": "時刻のずれ",
  "dialog.clock.text":
    "このコンピューターとサーバーの時計は {seconds, number} 秒ずれています。表示および選択する時刻はサーバーのものです。両方の時計を同じ時刻源に合わせてください。",
  "dialog.clock.server":
    "サーバー {name} の時計は、このページのサーバーの時計と {seconds, number} 秒ずれています。録画の時刻はそのサーバーの時刻です。",
  "dialog.license.title": "ライセンスエラー",
  "activation.pendingText": "ライセンスの変更が保留中です。適用するにはサーバーを再起動してください。",
  "dialog.greeting.title": "ようこそ",
  "dialog.greeting.dismiss": "閉じる",
  "dialog.framerate.title": "低フレームレート",
  "dialog.framerate.text":
    "このコンピューターでは映像の表示が遅れています。プレーヤーを減らす、小さくする、または低帯域モードに切り替えてください。",
  "slow.network": "ネットワーク",
  "slow.decode": "デコード",
  "slow.copy": "画像のコピー",
  "slow.present": "描画",
  "slow.page": "ページ自体の処理",
  "slow.now": "遅い処理: {parts}",
  "relief.done": "行った対処: {what}",
  "relief.streams": "通常のデコード量の {percent, number} % 以内のストリームを使用",
  "relief.both": "通常のデコード量の {percent, number} % 以内のストリームを使用し、表示は毎秒 {hz, number} 枚まで",
  "dialog.bandwidth.title": "低帯域モード",
  "dialog.bandwidth.text":
    "低帯域モードでは、サーバーがより小さな画像を送り、ネットワークとこのコンピューターの負荷を減らします。",
  "bar.commands": "コマンド…",
  "bar.keys": "キーボード…",
  "dialog.bandwidth.recorded":
    "録画映像は WebRTC モードでもメディアソケットで届きます。すべてのカメラが同じ時計で動き、コマ送りが正確で、逆再生できるのはこの方法だけです。パケットが失われる回線や WebCodecs のないブラウザーでは、1/4 倍速から 4 倍速の順再生が WebRTC で届きます。実際の方法は各プレーヤーの統計に表示されます。",
  "ended.password": "アカウントのパスワードが変更されたため、サインアウトしました。",
  "ended.account": "アカウントが変更されたため、サインアウトしました。",
  "ended.deleted": "アカウントが削除されたため、サインアウトしました。",
  "ended.administrator": "管理者によってサインアウトされました。",
  "ended.elsewhere": "別の場所からこのセッションを終了しました。",
  "bar.timeForm": "日付と時刻",
  "bar.timeForm.iso": "ISO 8601",
  "bar.timeForm.language": "言語に従う",
};
