/**
 * Tables of the recorder's database; their rows are in the files beside this one. The schema keeps to what SQLite and PostgreSQL share: text identifiers that we
 * make, times as epoch ms, booleans as 0 and 1, JSON and bytes (base64) as text.
 */

import type { ColumnType, Generated } from "kysely";
import type {
  AppPasswordRow,
  LockoutRow,
  PasskeyRow,
  PendingFactorRow,
  SessionRow,
  TicketRow,
  UsedOnceRow,
  UserRow,
} from "./account-rows.ts";
import type { CameraGroupRow, CameraRow, PtzPresetRow, PtzTourRow, StreamRow } from "./camera-rows.ts";
import type { FisheyeHomeRow, FisheyePatrolRow, FisheyeViewRow, StageRow } from "./stage-rows.ts";
import type { AuditHeadRow, AuditRow, ServerEventRow, SettingRow } from "./server-rows.ts";
import type { BusHeadRow, BusMessageRow, NodeRow } from "./node-rows.ts";
import type {
  FleetCameraRow,
  FleetGoneRow,
  FleetHeadRow,
  NotedSessionRow,
  NotificationEventRow,
  NotificationRow,
  OrchidRow,
  OwedNoticeRow,
  PermissionGroupRow,
  SmtpServerRow,
  UsedServerRow,
} from "./aggregator-rows.ts";

type AuditAdded = "seq" | "hash" | "cameras" | "from_ms" | "to_ms" | "result";

export interface Tables {
  users: Omit<
    UserRow,
    "email" | "factor_key" | "factor_step" | "factor_recovery" | "signs_in_by" | "provider_subject" | "unmask" | "share"
  > & {
    email: Generated<string>;
    unmask: Generated<number>;
    share: Generated<number>;
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
  tickets: TicketRow;
  used_once: UsedOnceRow;
  pending_factors: PendingFactorRow;
  server_events: Omit<ServerEventRow, "told"> & { told: Generated<string> };
  ptz_presets: PtzPresetRow;
  ptz_tours: PtzTourRow;
  bus_head: BusHeadRow;
  bus_messages: BusMessageRow;
  nodes: NodeRow;
  orchids: OrchidRow;
  fleet_cameras: FleetCameraRow;
  fleet_head: FleetHeadRow;
  fleet_gone: FleetGoneRow;
  used_servers: UsedServerRow;
  noted_sessions: NotedSessionRow;
  owed_notices: OwedNoticeRow;
  permission_groups: PermissionGroupRow;
  smtp_servers: SmtpServerRow;
  notifications: NotificationRow;
  notification_events: Omit<NotificationEventRow, "told"> & { told: Generated<string> };
}
