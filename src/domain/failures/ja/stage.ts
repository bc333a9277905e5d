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
  "stage/not-shown": "ステージ {name} を表示できません。別のバージョンのものかもしれません ({cause})。",
  "stage/not-a-matrix": "ステージはセルの行のリストでなければなりません",
  "stage/too-large": "ステージの行と列は {count} までです",
  "stage/cell-unreadable": "{row} 行 {column} 列: セルではありません",
  "stage/cell-without-camera": "{row} 行 {column} 列: カメラに ID がありません",
  "stage/cell-bad-span": "{row} 行 {column} 列: セルの大きさが 1 以上の整数ではありません",
  "stage/cell-bad-dewarp": "{row} 行 {column} 列: ゆがみ補正のモードが 0、1、2 のいずれでもありません",
  "stage/cell-bad-bandwidth": "{row} 行 {column} 列: 低帯域の指定が真でも偽でもありません",
  "stage/cell-outside": "{row} 行 {column} 列のセルがステージの最大サイズを超えています",
  "stage/cells-overlap": "{row} 行 {column} 列のセルが {otherRow} 行 {otherColumn} 列のセルと重なっています",
  "stage/no-webgl2": "ステージを描画できません。このブラウザーまたはコンピューターでは WebGL 2 を使用できません。",
  "stage/context-lost": "ステージを描画できなくなりました。グラフィックスコンテキストが失われ、復元されませんでした。",
  "stage/not-started": "ステージを描画できません。プログラムが起動しませんでした。ページを再読み込みしてください。",
  "stage/not-drawn": "ステージを描画できません: {cause}",
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
