/** Japanese. A camera's stream. */
import type { stream as rows } from "../stream.ts";
import type { TextsOf } from "../texts-of.ts";

export const stream: TextsOf<typeof rows> = {
  "stream/unknown": "そのようなストリームはありません。",
  "stream/elsewhere": "このカメラにそのようなストリームはありません。",
  "stream/none": "ストリームがありません",
  "stream/not-running": "{cause}",
  "stream/off": "ストリームはオフになっています",
  "stream/late": "映像が届きませんでした",
  "stream/no-picture": "まだ映像が届いていません",
};
