/** English. Events, for the list of the system report. */
import type { event as rows } from "../rows/event.ts";
import type { TextsOf } from "../texts-of.ts";

export const event: TextsOf<typeof rows> = {
  "event/recorder-started": "The recorder has started.",
  "event/recorder-stopped": "The recorder was stopped.",
  "event/aggregator-started": "The aggregator has started.",
  "event/aggregator-stopped": "The aggregator was stopped.",
  "event/stream-running": "{name} is running.",
  "event/stream-idle": "{name} is idle.",
  "event/stream-starting": "{name} is starting.",
  "event/stream-restarting": "{name} is restarting.",
  "event/stream-idle-why": "{name} is idle. {trouble}: {cause}",
  "event/stream-starting-why": "{name} is starting. {trouble}: {cause}",
  "event/stream-restarting-why": "{name} is restarting. {trouble}: {cause}",
  "event/storage-ok": "Recordings are written again.",
  "event/storage-full": "Recordings cannot be written: the disk is full. {reason}",
  "event/storage-gone": "Recordings cannot be written: their folder was deleted or its disk was taken away. {reason}",
  "event/storage-stuck": "Recordings cannot be written: the disk does not answer. {reason}",
  "event/volume-ok": "The volume {name} is well: what it holds can be played, and recordings are written there again.",
  "event/volume-full": "The volume {name} is full. Its cameras go on at another volume, where there is one. {reason}",
  "event/volume-unwritable":
    "The volume {name} takes no files. Its cameras go on at another volume, where there is one. {reason}",
  "event/volume-gone":
    "The volume {name} is gone, and what it holds cannot be played. Its cameras go on at another volume, where there is one. {reason}",
  "event/volume-drained":
    "The volume {name} was drained: all that lay there is on the others, and the disk of {path} can be taken out.",
  "event/volume-forgotten": "What lay on the volume {name} was taken out of the index: {size}. Cameras: {cameras}.",
  "event/volume-found-again":
    "The volume {name} can be reached again: no more of it is taken out of the index, and what had been is taken in again from its files.",
  "event/volume-stuck":
    "The volume {name} does not answer, and what it holds cannot be played. Its cameras go on at another volume, where there is one. {reason}",
  "event/recordings-checked": "All recordings were checked as somebody had asked: {files} files. Damaged: {damaged}.",
  "event/recordings-repaired":
    "Recordings that were damaged on their disk: {count}. They are whole again by their copies in the bucket. A disk that damages recordings should be replaced.",
  "event/recordings-damaged":
    "Recordings that are no longer what was written: {count}. A disk has lost data. Retention lists what was found. Look at the disk before more is lost.",
  "event/data-ok": "Settings and events can be written again.",
  "event/data-full":
    "The disk of the settings is full. Reserved space was released for sign-ins, settings and events. {reason}",
  "event/data-unwritable": "Settings and events cannot be written. {reason}",
  "event/data-gone":
    "The folder of the settings was deleted or its disk was taken away: nothing can be changed. {reason}",
  "event/data-stuck": "The disk of the settings does not answer. {reason}",
  "event/process-hung": "The process {name} did not answer any more. It was ended and is started again.",
  "event/process-memory":
    "The process {name} took {size} of memory, more than it may. It was ended and is started again.",
  "event/process-busy":
    "The process {name} has used all that it may of the processors for a minute ({used} of {limit}). It answers and goes on; what it does may come late.",
  "event/process-calm": "The process {name} no longer uses all that it may of the processors.",
  "event/process-failing":
    "The process {name} ends again and again: {count} times within a minute of running. It is started again after ever longer pauses.",
  "event/process-steady": "The process {name} runs without interruption again.",
  "event/recording-trouble": "{name} is not recorded: {cause}",
  "event/recording-again": "{name} is recorded again.",
  "event/storage-unwritable": "Recordings cannot be written: their folder takes no files. {reason}",
  "event/index-replaced":
    "The index of recordings was damaged ({file}) and is made anew from the files. All its marks were taken over: {locks} evidence locks, {bookmarks} bookmarks.",
  "event/index-replaced-partly":
    "The index of recordings was damaged ({file}) and is made anew from the files. {locks} evidence locks and {bookmarks} bookmarks could be taken over; others may be lost.",
  "event/index-missing":
    "The index of recordings was missing or empty and is made anew from the files. Evidence locks and bookmarks that it held are lost.",
  "event/database-replaced":
    "The database was damaged and is put aside ({file}). The copy of {time} took its place: look through accounts, cameras and settings, because what was changed since is lost.",
  "event/database-missing":
    "The database was gone. The copy of {time} took its place: look through accounts, cameras and settings, because what was changed since is lost.",
  "event/clock-forward":
    "The clock of this machine was set forward by {seconds} s, or the machine slept: the timeline has a gap of that length.",
  "event/clock-back":
    "The clock of this machine was set back by {seconds} s: where times came twice, the timeline shows what was recorded last.",
  "event/key-other":
    "secret.key in the data folder is not the key with which the passwords in the database were encrypted: those of cameras, mail and directory servers, and second factors cannot be read. Put the file back from a backup and start the server again, or enter them again.",
  "event/certificate-renewed": "The certificate was renewed. It is valid until {time}.",
  "event/certificate-unusable":
    "The files of the certificate cannot be used, the one before is shown on. They are looked at every minute. {reason}",
  "event/certificate-early":
    "The certificate is not valid before {time}: browsers warn of it. Check the clock of this machine, or put another certificate in its place.",
  "event/certificate-ending":
    "The certificate ends on {time}: browsers warn of it then. Put a new one in its place; no restart is needed.",
  "event/certificate-ended":
    "The certificate has ended on {time}: browsers warn of it. Put a new one in its place; no restart is needed.",
  "event/media-gone": "A process of the recorder ended and was started again: recordings were interrupted.",
  "event/license-valid": "The license is valid again.",
  "event/license-ending":
    "The license ends on {time}: nothing is recorded from then on. Activate it again, or install a new key, before.",
  "event/license-removed": "The license was removed.",
  "event/license-installed": "A license was installed.",
  "event/license-pending": "Restart the server to apply the license.",
  "event/storage-changed": "The storage device has changed.",
  "event/storage-changed-license": "The storage device has changed. Activate the license again to use this one.",
  "event/mail-refused": "{name}: not taken for {addresses}",
  "event/mail-not-sent": "{name}: {cause}",
  "event/mail-server-removed": "{name}: its SMTP server was removed",
  "event/scene-changed": "{name} reports that its whole picture has changed.",
  "event/view-blocked": "{name} reports that its view is blocked or unusable.",
  "event/view-usable": "{name} reports that its view is usable again.",
  "event/sensor-dark": "{name} reports that its sensor gives no picture.",
  "event/sensor-back": "{name} reports that its sensor gives pictures again.",
  "event/hardware-fault-of": "{name} reports a hardware failure: {about}.",
  "event/hardware-fault": "{name} reports a hardware failure.",
  "event/hardware-ok-of": "{name} reports that a hardware failure is over: {about}.",
  "event/hardware-ok": "{name} reports that a hardware failure is over.",
  "event/input-on-of": "{name} reports that an input is on: {about}.",
  "event/input-on": "{name} reports that an input is on.",
  "event/input-off-of": "{name} reports that an input is off: {about}.",
  "event/input-off": "{name} reports that an input is off.",
  "event/rule-met-of": "{name} reports that its rule was met: {about}.",
  "event/rule-met": "{name} reports that its rule was met.",
  "event/too-much": "{name} reports too much: the rest is left out for ten minutes.",
  "event/bucket-away":
    "The bucket {bucket} cannot be used. What is to go there waits; what lies there only cannot be played. {reason}",
  "event/bucket-ok": "The bucket {bucket} can be used again.",
  "event/thinning-stuck": "Some old recordings could not be thinned out. They are tried again. {reason}",
  "event/stands-in": "{name} is away: this recorder records its cameras ({cameras}).",
  "event/mirrors": "This recorder records the cameras of {name} ({cameras}), too.",
  "event/stood-in": "{name} records again. It fetches what this recorder has recorded for it.",
  "event/handed-back":
    "All that {name} has recorded for this recorder meanwhile is here ({files} files that were missing).",
  "event/nobody-stands-in":
    "No recorder of the standby group is there: while this one is away nobody records its cameras.",
  "event/clock-off":
    "The clock differs by {seconds} s from that of the standby group: what is recorded here has wrong dates. Only what a standby hands back gets the right ones.",
  "event/stands-by": "While this recorder is away its cameras are recorded by {name}.",
  "event/adopted": "{name} does not come back: its cameras ({cameras}) are this recorder's own now.",
  "event/bucket-restored": "The recordings in the bucket were taken into the index: {files} in {objects} objects.",
};
