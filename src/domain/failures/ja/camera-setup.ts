/** Japanese. A camera is registered, recovered, verified or removed. */
import type { cameraSetup as rows } from "../rows/camera-setup.ts";
import type { TextsOf } from "../texts-of.ts";

export const cameraSetup: TextsOf<typeof rows> = {
  "camera/bad-uri": "{cause}",
  "camera/uri-required": "カメラのアドレスを空白なしで入力してください。",
  "uri/unreadable": "接続 URI を読み取れません。",
  "uri/scheme": "接続 URI は {plain} または {secure} で始めてください。",
  "uri/no-host": "接続 URI にホストがありません。",
  "uri/credentials":
    "アドレスを読み取れません。# / ? \\ % @ または空白を含む名前かパスワードが書かれています。名前とパスワードは専用の欄に入力するか、パーセントエンコード(# は %23、/ は %2F、? は %3F、@ は %40)してください。",
  "camera/login-in-address":
    "{cause} 名前とパスワードはアドレスから読み取られ、そこでは % がエンコードの始まりを意味します。専用の欄に入力するか、% を %25 と書いてください。",
  "setup/network":
    "カメラに接続できません: {cause}。アドレスとポート、ケーブルと電源、ファイアウォールなどの経路を確認してください。",
  "setup/login":
    "ユーザー名またはパスワードがカメラに拒否されました: {cause}。両方を確認してください。RTSP 専用のユーザーを持つカメラも多くあります。",
  "setup/codec":
    "カメラの映像を読み取れません: {cause}。エンコーダーを H.264、H.265 または Motion JPEG に設定してください。",
  "setup/no-key-frame":
    "カメラは送信していますが、{cause}。カメラのキーフレーム間隔(I フレーム、GOV 長)を短くしてください。",
  "setup/no-video": "このアドレスでのカメラの送信内容: {cause}。パスと、カメラの映像が有効かどうかを確認してください。",
  "setup/no-stream":
    "このアドレスにストリームがありません: {cause}。カメラの説明書でパスを調べるか、パスを自動で見つける ONVIF として追加してください。",
  "setup/web-page":
    "このアドレスに RTSP がありません: {cause}。RTSP のポートは通常 554 です。カメラの Web ポートを使う場合は ONVIF を選んでください。",
  "setup/no-mjpeg":
    "このアドレスに映像がありません: {cause}。カメラの説明書で MJPEG ストリームのパスを調べるか、RTSP または ONVIF として追加してください。",
  "setup/silent":
    "カメラは応答しますが映像を送りません: {cause}。ストリームが有効か、カメラの視聴者数が上限に達していないか確認してください。",
  "setup/answer":
    "カメラの応答を理解できません: {cause}。アドレスを確認してください。正しい場合は、ONVIF として追加するかファームウェアを更新してください。",
  "camera/unknown-host": "ホスト {host} が見つかりません。",
  "camera/forbidden-address": "{name} にあるカメラは使えません。",
  "camera/borrowed":
    "このカメラは {name} のもので、ここでは代わりに録画しているだけです。変更は {name} で行ってください。",
  "camera/exists": "このカメラはすでに {name} として登録されています。",
  "camera/password-required":
    "カメラのパスワードを入力してください。保存されているパスワードは別のアドレスには送信されません。",
  "camera/no-profile":
    "カメラに映像プロファイルがありません(ONVIF 呼び出し GetProfiles)。カメラ自身の設定ページで作成するか、ストリームを Generic RTSP として追加してください。",
  "camera/no-primary": "カメラにプライマリストリームがありません。",
  "camera/sends": "カメラは {size} の {name} を送信しています。",
  "license/cameras": "ライセンスの対象は {count} 台のカメラです。",
  "camera/name-required": "カメラ名は必須です。",
  "camera/remove-failed": "カメラ {name} を削除できませんでした",
  "camera/verify-failed": "カメラを検証できませんでした: {cause}",
  "camera/recover-unsupported": "カメラの復旧にはサーバーのバージョン 2.2.2 以降が必要です。",
  "copy/no-target": "カメラを 1 台以上選択してください。",
};
