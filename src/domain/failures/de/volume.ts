/** German. Volumes of recordings. */
import type { volume as rows } from "../rows/volume.ts";
import type { TextsOf } from "../texts-of.ts";

export const volume: TextsOf<typeof rows> = {
  "volume/bad-name":
    "1 bis 40 Buchstaben, Ziffern, Leerzeichen, Punkte, - und _, am Anfang ein Buchstabe oder eine Ziffer.",
  "volume/bad-path": "Ein vollständiger Pfad, etwa /mnt/disk2/recordings.",
  "volume/bad-reserve": "0 oder mehr.",
  "volume/bad-weight": "Eine Zahl über 0, höchstens 1000.",
  "volume/unknown": "Es gibt kein Volume {name}.",
  "volume/name-taken": "Ein anderes Volume heißt schon {name}.",
  "volume/former-name":
    "Von einem früheren Volume {name} sind noch Aufzeichnungen bekannt, und dies ist eine andere Platte. Wählen Sie einen anderen Namen.",
  "volume/path-taken": "Das Volume {name} hat diesen Ordner, oder einer der beiden liegt im anderen.",
  "volume/is-volume": "Dies ist die Platte des Volumes {name}.",
  "volume/in-use": "{path} wird von einem anderen Server benutzt.",
  "volume/no-folder": "Es gibt keinen Ordner {path} und keinen darüber, in dem er angelegt werden könnte.",
  "volume/not-folder": "{path} ist kein Ordner.",
  "volume/not-writable": "In {path} kann nicht geschrieben werden: {reason}",
  "volume/no-answer": "Die Platte von {path} antwortet nicht.",
  "volume/full": "Die Platte von {path} hat über die Reserve hinaus keinen Platz.",
  "volume/same-disk":
    "Es liegt auf derselben Platte wie das Volume {name}: Beide gehen zusammen verloren, und Platz kommt nicht hinzu.",
  "volume/foreign":
    "{path} wurde von einem anderen Recorder benutzt: Dessen Aufzeichnungen würden übernommen und wie eigene bereinigt.",
  "volume/last": "Ohne {name} könnte nichts aufgezeichnet werden: Erst muss ein anderes Volume aufzeichnen.",
};
