/** German. Events, for the list of the system report. */
import type { event as rows } from "../rows/event.ts";
import type { TextsOf } from "../texts-of.ts";

export const event: TextsOf<typeof rows> = {
  "event/recorder-started": "Der Recorder ist gestartet.",
  "event/recorder-stopped": "Der Recorder wurde beendet.",
  "event/aggregator-started": "Der Aggregator ist gestartet.",
  "event/aggregator-stopped": "Der Aggregator wurde beendet.",
  "event/stream-running": "{name} läuft.",
  "event/stream-idle": "{name} ruht.",
  "event/stream-starting": "{name} startet.",
  "event/stream-restarting": "{name} startet neu.",
  "event/stream-idle-why": "{name} ruht. {trouble}: {cause}",
  "event/stream-starting-why": "{name} startet. {trouble}: {cause}",
  "event/stream-restarting-why": "{name} startet neu. {trouble}: {cause}",
  "event/storage-ok": "Aufzeichnungen werden wieder geschrieben.",
  "event/storage-full": "Aufzeichnungen können nicht geschrieben werden: Der Datenträger ist voll. {reason}",
  "event/storage-gone":
    "Aufzeichnungen können nicht geschrieben werden: Ihr Ordner wurde gelöscht oder sein Datenträger entfernt. {reason}",
  "event/storage-stuck": "Aufzeichnungen können nicht geschrieben werden: Der Datenträger antwortet nicht. {reason}",
  "event/volume-ok":
    "Das Volume {name} ist in Ordnung: Was darauf liegt, kann abgespielt werden, und dort wird wieder aufgezeichnet.",
  "event/volume-full":
    "Das Volume {name} ist voll. Seine Kameras werden auf einem anderen aufgezeichnet, wo es eines gibt. {reason}",
  "event/volume-unwritable":
    "Das Volume {name} nimmt keine Dateien an. Seine Kameras werden auf einem anderen aufgezeichnet, wo es eines gibt. {reason}",
  "event/volume-gone":
    "Das Volume {name} ist weg, und was darauf liegt, kann nicht abgespielt werden. Seine Kameras werden auf einem anderen aufgezeichnet, wo es eines gibt. {reason}",
  "event/volume-drained":
    "Das Volume {name} wurde geräumt: Alles, was dort lag, liegt auf den anderen, und die Platte von {path} kann entfernt werden.",
  "event/volume-forgotten": "Was auf dem Volume {name} lag, wurde aus dem Index genommen: {size}. Kameras: {cameras}.",
  "event/volume-found-again":
    "Das Volume {name} ist wieder erreichbar: Es wird nichts mehr davon aus dem Index genommen, und was schon fehlte, wird aus seinen Dateien wieder aufgenommen.",
  "event/volume-stuck":
    "Das Volume {name} antwortet nicht, und was darauf liegt, kann nicht abgespielt werden. Seine Kameras werden auf einem anderen aufgezeichnet, wo es eines gibt. {reason}",
  "event/recordings-checked":
    "Alle Aufzeichnungen wurden auf Anforderung geprüft: {files} Dateien. Beschädigt: {damaged}.",
  "event/recordings-repaired":
    "Aufnahmen, die auf ihrem Datenträger beschädigt waren: {count}. Durch ihre Kopien im Bucket sind sie wieder ganz. Ein Datenträger, der Aufnahmen beschädigt, sollte ersetzt werden.",
  "event/recordings-damaged":
    "Aufzeichnungen, die nicht mehr sind, was geschrieben wurde: {count}. Eine Platte hat Daten verloren. „Aufbewahrung“ zeigt, was gefunden wurde. Prüfen Sie die Platte, bevor mehr verloren geht.",
  "event/data-ok": "Einstellungen und Ereignisse können wieder geschrieben werden.",
  "event/data-full":
    "Der Datenträger der Einstellungen ist voll. Reservierter Platz wurde für Anmeldungen, Einstellungen und Ereignisse freigegeben. {reason}",
  "event/data-unwritable": "Einstellungen und Ereignisse können nicht geschrieben werden. {reason}",
  "event/data-gone":
    "Der Ordner der Einstellungen wurde gelöscht oder sein Datenträger entfernt: Nichts kann geändert werden. {reason}",
  "event/data-stuck": "Der Datenträger der Einstellungen antwortet nicht. {reason}",
  "event/process-hung": "Der Prozess {name} antwortete nicht mehr. Er wurde beendet und wird neu gestartet.",
  "event/process-memory":
    "Der Prozess {name} belegte {size} Speicher, mehr als er darf. Er wurde beendet und wird neu gestartet.",
  "event/process-busy":
    "Der Prozess {name} nutzt seit einer Minute alles, was er an Prozessoren darf ({used} von {limit}). Er antwortet und läuft weiter; was er tut, kann sich verspäten.",
  "event/process-calm": "Der Prozess {name} nutzt nicht mehr alles, was er an Prozessoren darf.",
  "event/process-failing":
    "Der Prozess {name} endet immer wieder: {count}-mal in einer Minute Laufzeit. Er wird nach immer längeren Pausen neu gestartet.",
  "event/process-steady": "Der Prozess {name} läuft wieder ohne Unterbrechung.",
  "event/recording-trouble": "{name} wird nicht aufgezeichnet: {cause}",
  "event/recording-again": "{name} wird wieder aufgezeichnet.",
  "event/storage-unwritable":
    "Aufzeichnungen können nicht geschrieben werden: Der Ordner nimmt keine Dateien an. {reason}",
  "event/index-replaced":
    "Der Index der Aufzeichnungen war beschädigt ({file}) und wird aus den Dateien neu aufgebaut. Alle Markierungen wurden übernommen: {locks} Beweissperren, {bookmarks} Lesezeichen.",
  "event/index-replaced-partly":
    "Der Index der Aufzeichnungen war beschädigt ({file}) und wird aus den Dateien neu aufgebaut. {locks} Beweissperren und {bookmarks} Lesezeichen konnten übernommen werden; andere können verloren sein.",
  "event/index-missing":
    "Der Index der Aufzeichnungen fehlte oder war leer und wird aus den Dateien neu aufgebaut. Beweissperren und Lesezeichen, die er enthielt, sind verloren.",
  "event/database-replaced":
    "Die Datenbank war beschädigt und wurde beiseitegelegt ({file}). Die Kopie von {time} trat an ihre Stelle: Prüfen Sie Konten, Kameras und Einstellungen, denn spätere Änderungen sind verloren.",
  "event/database-missing":
    "Die Datenbank war fort. Die Kopie von {time} trat an ihre Stelle: Prüfen Sie Konten, Kameras und Einstellungen, denn spätere Änderungen sind verloren.",
  "event/clock-forward":
    "Die Uhr dieses Rechners wurde um {seconds} s vorgestellt, oder er hat geschlafen: Die Zeitleiste hat eine Lücke dieser Länge.",
  "event/clock-back":
    "Die Uhr dieses Rechners wurde um {seconds} s zurückgestellt: Wo Zeiten doppelt vorkamen, zeigt die Zeitleiste, was zuletzt aufgezeichnet wurde.",
  "event/key-other":
    "secret.key im Datenordner ist nicht der Schlüssel, mit dem die Passwörter in der Datenbank verschlüsselt wurden: Die von Kameras, Mail- und Verzeichnisservern und zweite Faktoren sind nicht lesbar. Legen Sie die Datei aus einer Sicherung zurück und starten Sie den Server neu, oder geben Sie sie erneut ein.",
  "event/certificate-renewed": "Das Zertifikat wurde erneuert. Es gilt bis {time}.",
  "event/certificate-unusable":
    "Die Dateien des Zertifikats sind nicht brauchbar, das vorige wird weiter gezeigt. Sie werden jede Minute angesehen. {reason}",
  "event/certificate-early":
    "Das Zertifikat gilt erst ab {time}: Browser warnen davor. Prüfen Sie die Uhr dieses Rechners, oder legen Sie ein anderes Zertifikat an seine Stelle.",
  "event/certificate-ending":
    "Das Zertifikat endet am {time}: Dann warnen Browser davor. Legen Sie ein neues an seine Stelle; ein Neustart ist nicht nötig.",
  "event/certificate-ended":
    "Das Zertifikat ist am {time} abgelaufen: Browser warnen davor. Legen Sie ein neues an seine Stelle; ein Neustart ist nicht nötig.",
  "event/media-gone": "Ein Prozess des Recorders endete und wurde neu gestartet: Aufzeichnungen wurden unterbrochen.",
  "event/license-valid": "Die Lizenz gilt wieder.",
  "event/license-ending":
    "Die Lizenz endet am {time}: Ab dann wird nichts aufgezeichnet. Aktivieren Sie sie vorher erneut, oder installieren Sie einen neuen Schlüssel.",
  "event/license-removed": "Die Lizenz wurde entfernt.",
  "event/license-installed": "Eine Lizenz wurde eingesetzt.",
  "event/license-pending": "Starten Sie den Server neu, damit die Lizenz gilt.",
  "event/storage-changed": "Das Speichergerät hat gewechselt.",
  "event/storage-changed-license":
    "Das Speichergerät hat gewechselt. Aktivieren Sie die Lizenz erneut, um dieses zu verwenden.",
  "event/mail-refused": "{name}: nicht angenommen für {addresses}",
  "event/mail-not-sent": "{name}: {cause}",
  "event/mail-server-removed": "{name}: Der SMTP-Server dazu wurde entfernt",
  "event/scene-changed": "{name} meldet, dass sich das ganze Bild geändert hat.",
  "event/view-blocked": "{name} meldet, dass die Sicht verdeckt oder unbrauchbar ist.",
  "event/view-usable": "{name} meldet, dass die Sicht wieder brauchbar ist.",
  "event/sensor-dark": "{name} meldet, dass der Sensor kein Bild liefert.",
  "event/sensor-back": "{name} meldet, dass der Sensor wieder Bilder liefert.",
  "event/hardware-fault-of": "{name} meldet einen Hardwarefehler: {about}.",
  "event/hardware-fault": "{name} meldet einen Hardwarefehler.",
  "event/hardware-ok-of": "{name} meldet, dass ein Hardwarefehler vorüber ist: {about}.",
  "event/hardware-ok": "{name} meldet, dass ein Hardwarefehler vorüber ist.",
  "event/input-on-of": "{name} meldet, dass ein Eingang an ist: {about}.",
  "event/input-on": "{name} meldet, dass ein Eingang an ist.",
  "event/input-off-of": "{name} meldet, dass ein Eingang aus ist: {about}.",
  "event/input-off": "{name} meldet, dass ein Eingang aus ist.",
  "event/rule-met-of": "{name} meldet, dass eine Regel erfüllt ist: {about}.",
  "event/rule-met": "{name} meldet, dass eine Regel erfüllt ist.",
  "event/too-much": "{name} meldet zu viel: Der Rest wird zehn Minuten lang ausgelassen.",
  "event/bucket-away":
    "Der Bucket {bucket} ist nicht benutzbar. Was dorthin soll, wartet; was nur dort liegt, kann nicht abgespielt werden. {reason}",
  "event/bucket-ok": "Der Bucket {bucket} ist wieder benutzbar.",
  "event/thinning-stuck":
    "Einige alte Aufzeichnungen konnten nicht ausgedünnt werden. Es wird wieder versucht. {reason}",
  "event/stands-in": "{name} ist fort: Dieser Recorder zeichnet dessen Kameras auf ({cameras}).",
  "event/mirrors": "Dieser Recorder zeichnet die Kameras von {name} ({cameras}) ebenfalls auf.",
  "event/stood-in": "{name} zeichnet wieder auf und holt, was dieser Recorder inzwischen aufgezeichnet hat.",
  "event/handed-back":
    "Alles, was {name} inzwischen für diesen Recorder aufgezeichnet hat, ist hier ({files} Dateien, die fehlten).",
  "event/nobody-stands-in":
    "Kein Recorder der Standby-Gruppe ist da: Während dieser fort ist, zeichnet niemand seine Kameras auf.",
  "event/clock-off":
    "Die Uhr weicht um {seconds} s von der der Standby-Gruppe ab: Was hier aufgezeichnet wird, hat falsche Zeiten. Nur was ein Standby zurückgibt, bekommt die richtigen.",
  "event/stands-by": "Während dieser Recorder fort ist, werden seine Kameras von {name} aufgezeichnet.",
  "event/adopted": "{name} kommt nicht zurück: Seine Kameras ({cameras}) gehören jetzt diesem Recorder.",
  "event/bucket-restored":
    "Die Aufzeichnungen im Bucket wurden in den Index übernommen: {files} in {objects} Objekten.",
};
