/** Rows that only the aggregator has: its servers, permission groups and notifications by mail. */

/** A recorder that the aggregator watches. */
export interface OrchidRow {
  id: string;
  name: string;
  uri: string;
  /** empty = none */
  direct_uri: string;
  /** encrypted: the key that signs the tokens which the recorder accepts, base64url of 32 bytes */
  key: string;
  /** JSON: the last known state; an older release kept its cameras here, too */
  state: string;
  created_ms: number;
}

/** A camera of a server, as it was last known. */
export interface FleetCameraRow {
  orchid_id: string;
  camera_id: string;
  /** `fleetOrder` and `fleetText` of it */
  sort_key: string;
  found_by: string;
  /** of its primary stream */
  state: string;
  /** JSON: the camera */
  camera: string;
  /** grows: at each time that some cameras became other, those get the next one */
  version: number;
}

/** One row: the version of the rows of `fleet_cameras`. */
export interface FleetHeadRow {
  id: string;
  /** in the name of every version */
  run: string;
  version: number;
  /** differences since an older version are not known */
  told_from: number;
}

/** A camera that went. */
export interface FleetGoneRow {
  /** from which on it was gone */
  version: number;
  orchid_id: string;
  camera_id: string;
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

/** A user was given a token for a server. */
export interface UsedServerRow {
  user_id: string;
  orchid_id: string;
  /** now and then renewed */
  used_ms: number;
}

/** A session in which a server was used. */
export interface NotedSessionRow {
  hash: string;
  user_id: string;
  expires_ms: number;
}

/** What a server is to be told of a user. */
export interface OwedNoticeRow {
  orchid_id: string;
  kind: "rights" | "end";
  user_id: string;
  /** "": all of the user */
  session_hash: string;
  /** another one each time that it becomes news */
  id: string;
  made_ms: number;
  /** until then a node is telling it; 0 = nobody is */
  claimed_until_ms: number;
}
