/** English. A camera's stream. */
import type { stream as rows } from "../stream.ts";
import type { TextsOf } from "../texts-of.ts";

export const stream: TextsOf<typeof rows> = {
  "stream/unknown": "There is no such stream.",
  "stream/elsewhere": "The camera has no such stream.",
  "stream/none": "no such stream",
  "stream/not-running": "{cause}",
  "stream/off": "the stream is switched off",
  "stream/late": "no picture came",
  "stream/no-picture": "no picture has come yet",
};
