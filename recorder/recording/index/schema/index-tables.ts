/** Tables of the index, in SQLite and PostgreSQL alike. */
import type { Generated } from "kysely";

export interface IndexTables {
  stream: {
    id: string;
    camera: string;
    bytes: number;
    recorded_ms: number;
    segments: number;
  };
  segment: {
    id: Generated<number>;
    stream: string;
    start: number;
    end: number;
    file: string;
    bytes: number;
    frames: number;
    closed: number;
    /** name of the volume that holds the file; "" = the one folder */
    volume: Generated<string>;
  };
  /** sums by volume and stream, kept by triggers; of the one folder there are none */
  stored: { volume: string; stream: string; bytes: number; recorded_ms: number; segments: number };
  /** the volumes that were seen, and by what they are recognised */
  volume: { name: string; tag: string };
  /** `sha256`: of the file; null = not known */
  fragment: { segment: number; data: Uint8Array; sha256: Generated<Uint8Array | null> };
  damage: { segment: number; what: string; found_ms: number };
  /** one row: how far the scrub is */
  scrub: {
    one: number;
    after_id: number;
    began_ms: number;
    checked: number;
    ended_ms: number | null;
    /** somebody waits for it */
    hurried: Generated<number>;
  };
  /** one row: index and disks, when they were compared last */
  comparison: { one: number; at_ms: number; files: number; adopted: number; dropped: number; unreadable: number };
  /** of the archive in a bucket; `head`: JSON of what stands at its beginning */
  bucket_object: {
    id: Generated<number>;
    key: string;
    version: string;
    stream: string;
    start: number;
    end: number;
    bytes: number;
    files: number;
    head: string;
    held: number;
    /** it was held when it was taken in: not by the locks of this index */
    found: Generated<number>;
  };
  /** one row, kept by triggers */
  bucket_sum: { one: number; objects: number; bytes: number; files: number; held: number };
  /** `place`: where the file begins in the body of the object */
  bucket_copy: { segment: number; object: number; place: number };
  /** one row: the upload that is under way */
  bucket_upload: { one: number; key: string; upload_id: string; plan: string };
  /** when what moves in a stream was watched */
  watched: { stream: string; start: number; stop: number };
  event: { id: Generated<number>; stream: string; start: number; stop: number | null; score: number };
  lock: {
    id: Generated<number>;
    stream: string | null;
    from_ms: number;
    to_ms: number;
    note: string;
    created_ms: number;
    created_by: string;
    /** name of the account, when the mark was made */
    author: Generated<string>;
    /** what another recorder has handed over: by what that one knows it */
    origin: Generated<string>;
    /** when its text was given to it, wherever that was done; and when it became so here */
    changed_ms: Generated<number>;
    noted_ms: Generated<number>;
  };
  bookmark: {
    id: Generated<number>;
    stream: string | null;
    time_ms: number;
    stop_ms: number | null;
    text: string;
    created_ms: number;
    created_by: string;
    author: Generated<string>;
    origin: Generated<string>;
    changed_ms: Generated<number>;
    noted_ms: Generated<number>;
  };
  /** marks that were removed. `own`: it was made here, and its name is by its number alone */
  gone_mark: { kind: string; name: string; own: number; stream: string; changed_ms: number; noted_ms: number };
}
