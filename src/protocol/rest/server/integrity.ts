/** GET /service/server/integrity: whether recordings are still what was written. Server ms; 0 = not yet. */
import * as z from "zod/mini";
import { wireId, wireNumber } from "#protocol/scalars.ts";

export const integrity = z.object({
  /** when the newest check of all recordings began, and when the last one that came to its end did so */
  begun: wireNumber,
  ended: wireNumber,
  /** files that it has read so far, of so many */
  checked: wireNumber,
  files: wireNumber,
  /** files that are damaged, of which some are listed */
  damaged: wireNumber,
  recordings: z.array(
    z.object({
      /** no id: a camera that is no longer known */
      camera: z.object({ id: wireId, name: z.string() }),
      streamId: wireId,
      start: wireNumber,
      end: wireNumber,
      /** empty: there is one folder */
      volume: z.string(),
      file: z.string(),
      /** different, short, unreadable */
      damage: z.string(),
      found: wireNumber,
    }),
  ),
});
export type Integrity = z.infer<typeof integrity>;
