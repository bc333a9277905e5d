/** English. Volumes of recordings. */
import type { volume as rows } from "../rows/volume.ts";
import type { TextsOf } from "../texts-of.ts";

export const volume: TextsOf<typeof rows> = {
  "volume/bad-name": "1 to 40 letters, digits, spaces, points, - and _, beginning with a letter or digit.",
  "volume/bad-path": "A whole path, like /mnt/disk2/recordings.",
  "volume/bad-reserve": "0 or more.",
  "volume/bad-weight": "A number above 0, up to 1000.",
  "volume/unknown": "There is no volume {name}.",
  "volume/name-taken": "Another volume is called {name} already.",
  "volume/former-name":
    "Recordings of an earlier volume {name} are still known, and this is another disk. Choose another name.",
  "volume/path-taken": "The volume {name} has this folder, or one of the two lies inside the other.",
  "volume/is-volume": "This is the disk of the volume {name}.",
  "volume/in-use": "{path} is in use by another server.",
  "volume/no-folder": "There is no folder {path}, and none above it in which it could be made.",
  "volume/not-folder": "{path} is not a folder.",
  "volume/not-writable": "{path} cannot be written: {reason}",
  "volume/no-answer": "The disk of {path} does not answer.",
  "volume/full": "The disk of {path} has no room beyond what is reserved there.",
  "volume/same-disk": "It lies on the same disk as the volume {name}: both are lost together, and it adds no room.",
  "volume/foreign":
    "{path} was used by another recorder: its recordings would be taken over, and cleaned like one's own.",
  "volume/last": "Without {name} nothing could be recorded: another volume must record first.",
};
