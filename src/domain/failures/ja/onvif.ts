/** Japanese. An ONVIF call that came to nothing: which one, why, and what to do. */
import type { onvif as rows } from "../rows/onvif.ts";
import type { TextsOf } from "../texts-of.ts";

export const onvif: TextsOf<typeof rows> = {
  "onvif/fault": "{cause}",
  "onvif/unreachable": "カメラに接続できません: {cause}。",
  "onvif/at-call": "{cause}(ONVIF 呼び出し {name}、接続先 {address})。アドレスとポート、カメラの電源を確認してください",
  "onvif/unauthorized": "ユーザー名またはパスワードがカメラに拒否されました。",
  "onvif/login-wrong":
    "ユーザー名またはパスワードがカメラに拒否されました(ONVIF 呼び出し {name})。両方を確認してください。ONVIF 専用のユーザーを持つカメラも多くあります。",
  "onvif/login-rights":
    "パスワードは以前受け付けられましたが、このユーザーの {name} はカメラに拒否されました。カメラでオペレーターの権限を与えるか、新しいパスワードを入力してください。",
  "onvif/login-unanswerable":
    "カメラが、途中で読み取られるおそれのある方式、または不明な方式でパスワードを要求しています(ONVIF 呼び出し {name})。カメラの HTTP 認証をダイジェストに切り替えてください。",
  "onvif/clock-off":
    "ログインがカメラに拒否され(ONVIF 呼び出し {name})、カメラの時計が {count} 分ずれています。できれば NTP でカメラの時計とタイムゾーンを合わせてください。それでも直らない場合は、ユーザー名とパスワードを確認してください。",
  "onvif/clock-unknown":
    "ログインがカメラに拒否され(ONVIF 呼び出し {name})、カメラは時刻を返しません。ユーザー名とパスワードを確認し、カメラの時計を合わせてください。",
  "onvif/clock-refused":
    "時刻が原因でログインがカメラに拒否されました(ONVIF 呼び出し {name})。カメラとこのレコーダーの時計を合わせてください。",
  "camera/said": "{name} がカメラに拒否されました: {reason}。もう一度試し、変わらなければカメラを再起動してください。",
  "camera/declined": "{name} がカメラに拒否されました: {reason}。カメラ自身の設定ページでこの設定を確認してください。",
  "camera/not-supported":
    "カメラは {name} に対応していません: {reason}。ファームウェアを更新してください。映像だけなら Generic RTSP として追加できます。",
  "camera/no-message":
    "{name} に対するカメラの応答はステータス {status} で、ONVIF メッセージがありませんでした。アドレスと、カメラの ONVIF が有効かどうかを確認してください。",
  "camera/moved": "カメラは {name} の接続先として {address} を示しています。そのアドレスを入力してください。",
};
