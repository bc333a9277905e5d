/** Japanese. Recordings, and exports of them. */
import type { recording as rows } from "../rows/recording.ts";
import type { TextsOf } from "../texts-of.ts";

export const recording: TextsOf<typeof rows> = {
  "archive/none": "この範囲に録画はありません",
  "archive/not-there": "その時刻の録画はありません",
  "archive/volume-not-reachable": "その時間の録画は、現在接続できないボリューム {name} にあります",
  "archive/bucket-not-reachable": "その時間の録画は、現在接続できないバケットにあります",
  "archive/not-reachable": "その時刻の録画は、現在アクセスできないボリュームにあります",
  "archive/end": "この後の録画はありません",
  "archive/locked": "録画はロックされており、所有者にはまだそのロックがありません",
  "archive/unreadable": "録画を読み取れませんでした",
  "export/too-short": "時間の選択が正しくありません。開始は終了より 10 秒以上前にしてください。",
  "export/too-long": "選択できるのは {hours} 時間までです。",
  "export/unknown": "そのようなエクスポートはありません。",
  "export/busy": "実行中のエクスポートが多すぎます。後でもう一度お試しください。",
  "export/unsupported": "このサーバーは形式 {name} に対応していません。",
  "recording/disk-full": "録画されていません: ディスクがいっぱいです",
  "recording/disk-unwritable": "録画されていません: ディスクに書き込めません",
  "recording/disk-gone": "録画されていません: 録画フォルダーがありません",
  "recording/disk-stuck": "録画されていません: ディスクが応答しません",
  "recording/no-picture": "{count} 秒間映像がありません",
  "recording/not-written": "{count} 秒間録画されていません",
  "export/disk": "サーバーのディスクに、このエクスポートに必要な空き容量がありません。",
  "export/unavailable": "このビルドにはエクスポート機能がありません。",
  "export/failed": "映像のエクスポート中にエラーが発生しました",
  "export/busy-process": "1 つのプロセスで実行できるエクスポートは 1 件です",
  "export/codec": "{cause}",
  "export/jpeg": "Motion JPEG はこの形式にエクスポートできません（{camera}）。",
  "export/codec-change": "{time} にカメラのコーデックが変わりました。その前と後を別々にエクスポートしてください。",
  "export/masks-changed": "このエクスポートの作成後にプライバシーマスクが変更されました。作成し直してください。",
  "export/view": "ビューを書き出せるのは魚眼カメラだけです（MKVまたはMOV）。",
  "export/view-unknown":
    "このビューに映る範囲がまだ分かりません。カメラから映像が届いていないか、レンズが保存されていません。",
  "export/too-large": "範囲が長すぎて 1 つのページにできません。短くしてください。",
  "range/reversed": "開始は終了より後にできません。",
  "chart/zoom-limit": "これ以上拡大できません",
};
