/** The actions of the administration screens. A chunk of its own, loaded with the first of them. */
import type { HttpClient } from "#transport/http.ts";
import { type AccountActions, createAccountActions } from "./account-actions.ts";
import { type AuditActions, createAuditActions } from "./audit-actions.ts";
import { type BucketActions, createBucketActions } from "./bucket-actions.ts";
import { type BulkUserActions, createBulkUserActions } from "./bulk-user-actions.ts";
import { type CameraAdminActions, createCameraAdminActions } from "./camera-admin-actions.ts";
import { type CompanyActions, createCompanyActions } from "./company-actions.ts";
import { createDirectoryActions, type DirectoryActions } from "./directory-actions.ts";
import { createLicenseActions, type LicenseActions } from "./license-actions.ts";
import { createNotificationActions, type NotificationActions } from "./notification-actions.ts";
import { createPermissionGroupActions, type PermissionGroupActions } from "./permission-group-actions.ts";
import { createRegisteredServerActions, type RegisteredServerActions } from "./registered-server-actions.ts";
import { createStreamAdminActions, type StreamAdminActions } from "./stream-admin-actions.ts";
import { createSystemActions, type SystemActions } from "./system-actions.ts";
import { createThinningActions, type ThinningActions } from "./thinning-actions.ts";
import { createVolumeActions, type VolumeActions } from "./volume-actions.ts";
import { createUserActions, type UserActions } from "./user-actions.ts";

export interface Administration {
  readonly users: UserActions;
  readonly cameras: CameraAdminActions;
  readonly streams: StreamAdminActions;
  readonly system: SystemActions;
  readonly volumes: VolumeActions;
  readonly bucket: BucketActions;
  readonly thinning: ThinningActions;
  readonly audit: AuditActions;
  readonly license: LicenseActions;
  /** the aggregator's own users */
  readonly accounts: AccountActions;
  /** the company's provider */
  readonly company: CompanyActions;
  readonly directory: DirectoryActions;
  readonly permissionGroups: PermissionGroupActions;
  readonly notifications: NotificationActions;
  /** users of all recorders of the aggregator */
  readonly bulkUsers: BulkUserActions;
  /** the servers of an aggregator */
  readonly servers: RegisteredServerActions;
}

export const createAdministration = (http: HttpClient): Administration => ({
  users: createUserActions(http),
  cameras: createCameraAdminActions(http),
  streams: createStreamAdminActions(http),
  system: createSystemActions(http),
  volumes: createVolumeActions(http),
  bucket: createBucketActions(http),
  thinning: createThinningActions(http),
  audit: createAuditActions(http),
  license: createLicenseActions(http),
  accounts: createAccountActions(http),
  company: createCompanyActions(http),
  directory: createDirectoryActions(http),
  permissionGroups: createPermissionGroupActions(http),
  notifications: createNotificationActions(http),
  bulkUsers: createBulkUserActions(http),
  servers: createRegisteredServerActions(http),
});
