/** English. Recordings, and exports of them. */
import type { recording as rows } from "../rows/recording.ts";
import type { TextsOf } from "../texts-of.ts";

export const recording: TextsOf<typeof rows> = {
  "archive/none": "no archives in region",
  "archive/not-there": "nothing is recorded there",
  "archive/volume-not-reachable": "what was recorded then lies on the volume {name}, which cannot be reached now",
  "archive/bucket-not-reachable": "what was recorded then lies in the bucket, which cannot be reached now",
  "archive/not-reachable": "what was recorded then lies on a volume that cannot be reached now",
  "archive/end": "nothing follows",
  "archive/locked": "the recording is locked, and its owner does not have the lock yet",
  "archive/unreadable": "the recording could not be read",
  "export/too-short": "Invalid time selection. Start time must be at least 10 seconds less than end time.",
  "export/too-long": "The time selection must not exceed {hours} hours.",
  "export/unknown": "There is no such export.",
  "export/busy": "Too many exports are running. Try again later.",
  "export/unsupported": "The format {name} is not made by this server.",
  "recording/disk-full": "nothing is recorded: the disk is full",
  "recording/disk-unwritable": "nothing is recorded: the disk cannot be written",
  "recording/disk-gone": "nothing is recorded: the folder of the recordings is gone",
  "recording/disk-stuck": "nothing is recorded: the disk does not answer",
  "recording/no-picture": "no picture for {count} s",
  "recording/not-written": "nothing was recorded for {count} s",
  "export/disk": "There is not enough room on the server's disk for this export.",
  "export/unavailable": "Exports are missing in this build.",
  "export/failed": "error occurred while exporting video",
  "export/busy-process": "one export per process",
  "export/codec": "{cause}",
  "export/jpeg": "Motion JPEG cannot be exported to this format ({camera}).",
  "export/codec-change": "The camera changed its codec at {time}: export what is before and after it apart.",
  "export/masks-changed": "The privacy masks have changed since this export was made. Make it again.",
  "export/view": "Only of a fisheye can a view be exported, as MKV or MOV.",
  "export/view-unknown":
    "What this view shows is not known now: the camera has not sent a picture yet, or nobody has saved its lens.",
  "export/too-large": "The range is too long for a page: choose a shorter one.",
  "range/reversed": "The start must not be after the end.",
  "chart/zoom-limit": "cannot zoom in further",
};
