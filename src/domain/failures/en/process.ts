/** English. The processes of a server. */
import type { process as rows } from "../process.ts";
import type { TextsOf } from "../texts-of.ts";

export const process: TextsOf<typeof rows> = {
  "media/unavailable": "The recording process is being started.",
  "process/gone": "the process ended",
  "process/timeout": "{name} took too long",
  "process/failed": "{message}",
  "process/unknown": "{name}",
  "analysis/off": "analysis does not run",
  "analysis/late": "analysis took too long",
  "analysis/ended": "analysis ended",
};
