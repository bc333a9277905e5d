/** Rows of the server itself: settings, its audit and its events. */

/** The row (`internal.` and this) with the name of the storage that recordings belong on. */
export const STORAGE_TAG = "storage-tag";

/** The row (`internal.` and this) with the list of volumes as administrators have changed it. */
export const VOLUMES = "volumes";
/** the archive in a bucket, sealed */
export const BUCKET = "bucket";

/** The row (`internal.` and this) with the rule by which old recordings are thinned out. */
export const THINNING = "thinning";

/** The row (`internal.` and this) with the volumes whose recordings are being taken out of the index. */
export const FORGOTTEN = "volumes-forgotten";

export interface SettingRow {
  key: string;
  value: string;
}

export interface AuditRow {
  id: string;
  when_ms: number;
  user_id: string;
  username: string;
  action: string;
  target: string;
  address: string;
  detail: string;
  /** place in the chain, from 1; 0 = not in it */
  seq: number;
  /** over this entry and the hash of the one before */
  hash: string;
  /** ids of the cameras that it is about, with commas around each; "" = none */
  cameras: string;
  /** the recorded time that it is about; null = none, or open */
  from_ms: number | null;
  to_ms: number | null;
  result: string;
}

/** One row: the end of the audit's chain, and where its beginning was cut. */
export interface AuditHeadRow {
  id: string;
  seq: number;
  hash: string;
  /** the last entry that was removed for its age; 0 = none */
  removed_seq: number;
  removed_hash: string;
  /** encrypted: the four members above; whoever changes them without the key is found out */
  seal: string;
}

export interface ServerEventRow {
  id: string;
  type: string;
  /** in English */
  message: string;
  /** JSON of the failure that says it; "" = written by a release that had none */
  told: string;
  when_ms: number;
  stream_id: string | null;
  camera_id: string | null;
}
