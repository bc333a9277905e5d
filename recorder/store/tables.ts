/**
 * Tables of the recorder's database. The schema keeps to what SQLite and PostgreSQL share: text identifiers that we make,
 * times as epoch ms, booleans as 0 and 1, JSON and bytes (base64) as text.
 */

export interface UserRow {
  id: string;
  username: string;
  /** small letters: names differ by more than case */
  username_key: string;
  role: string;
  password_hash: string;
  super_user: number;
  /** JSON: [{id, scope}] */
  camera_scopes: string;
  created_ms: number;
}

export interface SessionRow {
  /** SHA-256 of the session id: the table opens nothing */
  id_hash: string;
  /** what lists show and DELETE takes */
  handle: string;
  user_id: string;
  type: string;
  created_ms: number;
  expires_ms: number;
  address: string;
}

export interface CameraRow {
  id: string;
  name: string;
  driver: string;
  /** without credentials */
  uri: string;
  /** sealed JSON {username, password} */
  credentials: string;
  /** JSON documents as the API gives them out */
  configuration: string;
  capabilities: string;
  features: string;
  primary_stream_id: string | null;
  retention_ms: number;
  demo_key: string | null;
  created_ms: number;
  /** its recordings outlive the camera: the row stays, null = not deleted */
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

export interface CameraGroupRow {
  id: string;
  name: string;
  /** null: at Home */
  parent_id: string | null;
  /** JSON: [camera id]; cameras that are gone are left out when it is read */
  cameras: string;
  created_ms: number;
}

export interface SettingRow {
  key: string;
  value: string;
}

export interface LockoutRow {
  /** account:<name> or address:<ip> */
  key: string;
  failures: number;
  /** no try is looked at before */
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
}

export interface ServerEventRow {
  id: string;
  type: string;
  message: string;
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

export interface Tables {
  users: UserRow;
  sessions: SessionRow;
  cameras: CameraRow;
  streams: StreamRow;
  stages: StageRow;
  camera_groups: CameraGroupRow;
  settings: SettingRow;
  lockouts: LockoutRow;
  audit: AuditRow;
  server_events: ServerEventRow;
  ptz_presets: PtzPresetRow;
}
