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
  /** somebody has asked for this check, and it takes up to half of a disk's time. Absent: an older server */
  hurried: z._default(z.boolean(), false),
  /** index and disks, when they were compared last; null = not yet. Absent: an older server */
  compared: z._default(
    z.nullable(
      z.object({
        time: wireNumber,
        /** on the disks that could be reached */
        files: wireNumber,
        /** of these, what the index did not know, and has taken in */
        adopted: wireNumber,
        /** known to the index, and not on the disk */
        dropped: wireNumber,
        unreadable: wireNumber,
      }),
    ),
    null,
  ),
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
