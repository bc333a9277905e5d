/** Japanese. The processes of a server. */
import type { process as rows } from "../process.ts";
import type { TextsOf } from "../texts-of.ts";

export const process: TextsOf<typeof rows> = {
  "media/unavailable": "録画プロセスを起動しています。",
  "process/gone": "プロセスが終了しました",
  "process/timeout": "{name} に時間がかかりすぎました",
  "process/failed": "{message}",
  "process/unknown": "{name}",
  "analysis/off": "映像解析が動作していません",
  "analysis/late": "映像解析に時間がかかりすぎました",
  "analysis/ended": "映像解析が終了しました",
};
