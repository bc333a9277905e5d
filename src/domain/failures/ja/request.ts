/** Japanese. Refusals that only programs get: for requests that no screen of ours sends. */
import type { request as rows } from "../rows/request.ts";
import type { TextsOf } from "../texts-of.ts";

export const request: TextsOf<typeof rows> = {
  "request/invalid": "{cause}",
  "request/unreadable": "リクエストが正しくありません。",
  "request/not-utf8": "リクエストの JSON が UTF-8 ではありません。UTF-8 で送ってください。",
  "request/not-json":
    "リクエストの本文が正しい JSON ではないか、__proto__ または constructor という名前の要素があります。修正して送り直してください。",
  "request/content-encoding":
    "{encoding} で符号化された本文は受け付けません。Content-Encoding なしで、そのまま送ってください。",
  "request/bad-path": "パスを読み取れません。",
  "request/two-hosts": "リクエストにホストが複数指定されています。",
  "request/no-host": "リクエストにホストが指定されていません。",
  "request/headers": "リクエストのアドレスとヘッダーが長すぎます。",
  "request/method": "使えるのは {allowed} です。",
  "request/media-type": "{cause}",
  "request/expected": "使えるのは {expected} です。",
  "request/no-body": "本文は付けられません。",
  "request/timeout": "要求の送信に時間がかかりすぎました。",
  "request/413": "要求が大きすぎます",
  "route/unknown": "{method} {path} はありません。",
  "field/invalid": "{field}: {message}",
  "field/too-long": "{field}: {most} 文字以内にしてください",
  "field/one-line": "{field}: 制御文字や改行は使えません",
  "field/not-of-path": "{field}: パスの値と異なります",
  "field/fixed": "{field}: 変更できません",
  "field/by-role": "{field}: 役割によって決まります",
  "field/at-most": "{field}: {most} 以下にしてください",
  "field/not-known": "{field}: 不明な値です",
  "field/after": "{field}: {other} より後にしてください",
  "field/not-before": "{field}: {other} より前にはできません",
  "field/not-after": "{field}: {other} より後にはできません",
  "field/no-such-time": "その時刻または速度はありません",
  "proxy/bad-path": "サーバーでアクセスできるのは /service/ と /ping だけです。",
  "app/unknown": "そのようなアプリはありません。",
  "app/no-file": "そのようなファイルはありません。",
};
