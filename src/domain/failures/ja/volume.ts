/** Japanese. Volumes of recordings. */
import type { volume as rows } from "../rows/volume.ts";
import type { TextsOf } from "../texts-of.ts";

export const volume: TextsOf<typeof rows> = {
  "volume/bad-name": "1～40 文字の文字、数字、空白、ピリオド、-、_ を使い、文字か数字で始めてください。",
  "volume/bad-path": "/mnt/disk2/recordings のような絶対パスを入力してください。",
  "volume/bad-reserve": "0 以上を入力してください。",
  "volume/bad-weight": "0 より大きく 1000 以下の数を入力してください。",
  "volume/unknown": "ボリューム {name} はありません。",
  "volume/name-taken": "{name} という名前のボリュームはすでにあります。",
  "volume/former-name":
    "以前のボリューム {name} の録画がまだ記録されていますが、これは別のディスクです。別の名前を選んでください。",
  "volume/path-taken": "ボリューム {name} がこのフォルダーを使っているか、一方が他方の中にあります。",
  "volume/is-volume": "これはボリューム {name} のディスクです。",
  "volume/in-use": "{path} は別のサーバーが使用中です。",
  "volume/no-folder": "フォルダー {path} も、それを作成できる上位フォルダーもありません。",
  "volume/not-folder": "{path} はフォルダーではありません。",
  "volume/not-writable": "{path} に書き込めません：{reason}",
  "volume/no-answer": "{path} のディスクが応答しません。",
  "volume/full": "{path} のディスクには、予約分を超える空きがありません。",
  "volume/same-disk": "ボリューム {name} と同じディスクにあります。両方が同時に失われ、容量も増えません。",
  "volume/foreign":
    "{path} は別のレコーダーが使用していました。その録画が取り込まれ、自身の録画と同じように削除されます。",
  "volume/last": "{name} がないと録画できません。先に別のボリュームを録画用にしてください。",
};
