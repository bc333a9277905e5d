/**
 * Tables of the recorder's database. The schema keeps to what SQLite and PostgreSQL share: text identifiers that we
 * make, times as epoch ms, booleans as 0 and 1, JSON and bytes (base64) as text.
 */

import type { ColumnType, Generated } from "kysely";

export interface UserRow {
  id: string;
  username: string;
  /** lower case: names must differ by more than case */
  username_key: string;
  role: string;
  password_hash: string;
  super_user: number;
  /** JSON: [{id, scope}] */
  camera_scopes: string;
  /** 1: may see without privacy masks on every camera that `camera_scopes` does not name */
  unmask: number;
  created_ms: number;
  /** of the aggregator's accounts; empty = none */
  email: string;
  /** sealed; empty = the account has no second factor */
  factor_key: string;
  /** of the last one-time code that was used */
  factor_step: number;
  /** JSON: hashes of the recovery codes that are left */
  factor_recovery: string;
  /** who checks the user: this server by the password, the company's provider, or its directory */
  signs_in_by: "password" | "company" | "directory";
  /** whom the provider or the directory means by this account; empty = nobody has signed in yet */
  provider_subject: string;
}

export interface SessionRow {
  /** SHA-256 of the session id: the table's content opens no session */
  id_hash: string;
  /** what lists show and DELETE takes */
  handle: string;
  user_id: string;
  type: string;
  created_ms: number;
  expires_ms: number;
  address: string;
  /** who has verified the user: this server by the password (or by asking the directory), Google, the company, or a passkey */
  signed_in_by: "password" | "google" | "company" | "passkey";
  /** the session at the company's provider, by its name there; empty = none is known */
  provider_session: string;
  /** sealed: the ID token that ends the session there at sign-out; empty = none */
  provider_token: string;
}

export interface PasskeyRow {
  id: string;
  user_id: string;
  /** as its maker calls it, base64url */
  credential_id: string;
  /** COSE, base64url */
  public_key: string;
  /** of the last use; always 0 where its maker does not count */
  counter: number;
  /** JSON: how browsers reach it */
  transports: string;
  name: string;
  /** the address that it is for */
  rp_id: string;
  /** 1: browsers find it without a name */
  discoverable: number;
  synced: number;
  /** 1: a copy of it was used */
  blocked: number;
  created_ms: number;
  used_ms: number | null;
}

export interface AppPasswordRow {
  id: string;
  user_id: string;
  name: string;
  /** SHA-256: it is random and long */
  hash: string;
  /** 1: with it only live and recorded pictures are seen */
  view_only: number;
  created_ms: number;
  used_ms: number | null;
  /** from where it was used last; empty = not yet */
  used_address: string;
}

export interface CameraRow {
  id: string;
  name: string;
  driver: string;
  /** without credentials */
  uri: string;
  /** encrypted JSON {username, password} */
  credentials: string;
  /** JSON documents as the API returns them */
  configuration: string;
  capabilities: string;
  features: string;
  primary_stream_id: string | null;
  /** JSON: [PrivacyMask] of all streams that have none of their own */
  privacy_masks: string;
  retention_ms: number;
  demo_key: string | null;
  created_ms: number;
  /** recordings outlive the camera: the row stays; null = not deleted */
  deleted_ms: number | null;
}

export interface StreamRow {
  id: string;
  camera_id: string;
  name: string;
  active: number;
  uri: string;
  /** the camera's profile that this stream is, empty = none */
  profile_token: string;
  fixed: number;
  position: number;
  configuration: string;
  recording: string;
  dewarp: string;
  record_when_secondary: number;
  /** base64 PNG, null = none */
  mask: string | null;
  /** JSON: [PrivacyMask]; null = those of its camera */
  privacy_masks: string | null;
  deleted_ms: number | null;
}

export interface StageRow {
  id: string;
  owner_id: string;
  name: string;
  shared: number;
  matrix: string;
  created_ms: number;
}

/** A named view of a fisheye. */
export interface FisheyeViewRow {
  id: string;
  owner_id: string;
  camera_id: string;
  orchid_id: string;
  name: string;
  shared: number;
  /** JSON: `look` of protocol/rest/view.ts */
  look: string;
  created_ms: number;
}

/** The tour of a camera's presets. */
export interface PtzTourRow {
  camera_id: string;
  /** JSON: `stops` of protocol/rest/cameras/ptz-tour.ts */
  stops: string;
  enabled: number;
}

/** A patrol of named views. */
export interface FisheyePatrolRow {
  id: string;
  owner_id: string;
  camera_id: string;
  orchid_id: string;
  name: string;
  shared: number;
  /** JSON: `stops` of protocol/rest/patrol.ts */
  stops: string;
  glide_s: number;
  created_ms: number;
}

/** The view that an account begins with on a camera. */
export interface FisheyeHomeRow {
  user_id: string;
  camera_id: string;
  orchid_id: string;
  view_id: string;
}

export interface CameraGroupRow {
  id: string;
  name: string;
  /** null: at Home */
  parent_id: string | null;
  /** JSON: [camera id, or on the aggregator {id, orchidId}]; cameras that are gone are left out on reading */
  cameras: string;
  created_ms: number;
}

/** The row (`internal.` and this) with the name of the storage that recordings belong on. */
export const STORAGE_TAG = "storage-tag";

export interface SettingRow {
  key: string;
  value: string;
}

export interface LockoutRow {
  /** account:<name> or address:<ip> */
  key: string;
  failures: number;
  /** no try is accepted before this time */
  until_ms: number;
  updated_ms: number;
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

export interface PtzPresetRow {
  token: string;
  camera_id: string;
  name: string;
  pan: number;
  tilt: number;
  zoom: number;
}

/** A recorder that the aggregator watches. */
export interface OrchidRow {
  id: string;
  name: string;
  uri: string;
  /** empty = none */
  direct_uri: string;
  /** encrypted: the key that signs the tokens which the recorder accepts, base64url of 32 bytes */
  key: string;
  /** JSON: the last known state */
  state: string;
  created_ms: number;
}

export interface PermissionGroupRow {
  id: string;
  name: string;
  description: string;
  admin: number;
  /** JSON: [user id] */
  members: string;
  /** JSON: [permission group id] */
  member_groups: string;
  /** JSON: "all" or [app id] */
  apps: string;
  /** JSON: [PermissionSet] of permission-group.ts */
  granted: string;
  revoked: string;
  created_ms: number;
}

export interface SmtpServerRow {
  id: string;
  name: string;
  host: string;
  port: number;
  security: string;
  username: string;
  /** encrypted; empty = none */
  password: string;
  from_address: string;
  created_ms: number;
}

export interface NotificationRow {
  id: string;
  name: string;
  enabled: number;
  /** JSON lists, as notification.ts has them */
  triggers: string;
  scope: string;
  orchids: string;
  cameras: string;
  /** null: the chosen one is gone */
  smtp_server_id: string | null;
  recipients: string;
  action: string;
  /** HH:MM */
  digest_time: string;
  /** when the last digest was sent, or when the notification was made */
  digest_sent_ms: number;
  created_ms: number;
}

/** The content of a notification's next digest. */
export interface NotificationEventRow {
  id: string;
  notification_id: string;
  kind: string;
  orchid_id: string;
  camera_id: string | null;
  /** in English */
  message: string;
  /** JSON of the failure that says it; "" = written by a release that had none */
  told: string;
  when_ms: number;
}

type AuditAdded = "seq" | "hash" | "cameras" | "from_ms" | "to_ms" | "result";

export interface Tables {
  users: Omit<
    UserRow,
    "email" | "factor_key" | "factor_step" | "factor_recovery" | "signs_in_by" | "provider_subject" | "unmask"
  > & {
    email: Generated<string>;
    unmask: Generated<number>;
    factor_key: Generated<string>;
    factor_step: Generated<number>;
    factor_recovery: Generated<string>;
    signs_in_by: Generated<UserRow["signs_in_by"]>;
    provider_subject: Generated<string>;
  };
  sessions: Omit<SessionRow, "signed_in_by" | "provider_session" | "provider_token"> & {
    provider_session: Generated<string>;
    provider_token: Generated<string>;
    signed_in_by: ColumnType<SessionRow["signed_in_by"], SessionRow["signed_in_by"] | undefined>;
  };
  cameras: Omit<CameraRow, "privacy_masks"> & { privacy_masks: Generated<string> };
  streams: Omit<StreamRow, "privacy_masks"> & { privacy_masks: Generated<string | null> };
  stages: StageRow;
  fisheye_views: FisheyeViewRow;
  fisheye_homes: FisheyeHomeRow;
  fisheye_patrols: FisheyePatrolRow;
  camera_groups: CameraGroupRow;
  settings: SettingRow;
  lockouts: LockoutRow;
  audit: Omit<AuditRow, AuditAdded> & { [K in AuditAdded]: Generated<AuditRow[K]> };
  audit_head: AuditHeadRow;
  passkeys: PasskeyRow;
  app_passwords: Omit<AppPasswordRow, "view_only"> & { view_only: Generated<number> };
  server_events: Omit<ServerEventRow, "told"> & { told: Generated<string> };
  ptz_presets: PtzPresetRow;
  ptz_tours: PtzTourRow;
  orchids: OrchidRow;
  permission_groups: PermissionGroupRow;
  smtp_servers: SmtpServerRow;
  notifications: NotificationRow;
  notification_events: Omit<NotificationEventRow, "told"> & { told: Generated<string> };
}
