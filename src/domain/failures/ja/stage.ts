/** Japanese. The stage itself, saved stages, the single player, camera groups, bookmarks and evidence locks. */
import type { stage as rows } from "../rows/stage.ts";
import type { TextsOf } from "../texts-of.ts";

export const stage: TextsOf<typeof rows> = {
  "stage/unknown": "そのようなステージはありません。",
  "stage/share": "ステージを共有できるのは管理者だけです。",
  "stage/read-only": "共有ステージを変更できるのは管理者だけです。",
  "stage/too-many": "ステージの数が上限に達しています。",
  "stage/name-required": "ステージ名は必須です。",
  "stage/gone": "このステージはもうありません。",
  "stage/not-shown": "ステージ {name} を表示できません。別のバージョンのものかもしれません ({reason})。",
  "stage/unreadable": "このステージを読み取れません: {reason}",
  "stage/no-webgl2": "ステージを描画できません。このブラウザーまたはコンピューターでは WebGL 2 を使用できません。",
  "stage/context-lost": "ステージを描画できなくなりました。グラフィックスコンテキストが失われ、復元されませんでした。",
  "stage/not-started": "ステージを描画できません。プログラムが起動しませんでした。ページを再読み込みしてください。",
  "stage/not-drawn": "ステージを描画できません: {reason}",
  "stage/camera-limit-logged": "カメラの上限に達しました",
  "stage/camera-limit":
    "同時に表示できるプレーヤーは {n} 個までです。先に 1 つ取り除いてから、もう一度お試しください。",
  "stage/dewarp-limit":
    "同時にゆがみ補正できるプレーヤーは {n} 個までです。先に 1 つの補正をオフにしてから、もう一度お試しください。",
  "stage/no-servers": "アクセスできるサーバーがありません。",
  "player/stream": "ストリーム {id} を開けません",
  "player/server": "Orchid {id} にアクセスできません",
  "player/authentication": "認証に失敗しました",
  "player/information": "カメラとサーバーの情報を取得できません",
  "group/unknown": "そのようなカメラグループはありません。",
  "group/inside-itself": "カメラグループをそれ自身の中に入れることはできません。",
  "group/too-deep": "カメラグループを入れ子にできるのは {count} 階層までです。",
  "group/too-many": "カメラグループの数が上限に達しています。",
  "mark/unknown": "そのブックマークまたは証拠ロックはありません。",
  "mark/lock-too-long": "証拠ロックの終了は、開始から {count} 日以内にしてください。",
  "mark/too-many": "ブックマークと証拠ロックの数が上限に達しています。先にいくつか削除してください。",
};
