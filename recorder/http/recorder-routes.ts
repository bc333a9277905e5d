/** The routes of a standalone recorder. */
import type { Services } from "./services.ts";
import type { RouteModule } from "./server/app.ts";
import { archiveRoutes } from "./routes/recordings/archives.ts";
import { bucketRoutes } from "./routes/server/bucket.ts";
import { auditRoutes } from "./routes/server/audit.ts";
import { cameraStreamRoutes } from "./routes/cameras/camera-streams.ts";
import { cameraRoutes } from "./routes/cameras/cameras.ts";
import { ownFleetRoutes } from "./routes/cameras/fleet.ts";
import { clientRoutes } from "./routes/server/client.ts";
import { eventRoutes } from "./routes/recordings/events.ts";
import { exportJobRoutes } from "./routes/recordings/export-jobs.ts";
import { exportRoutes } from "./routes/recordings/export.ts";
import { groupRoutes } from "./routes/cameras/groups.ts";
import { companyRoutes } from "./routes/company.ts";
import { companySettingRoutes } from "./routes/company-setting.ts";
import { directorySettingRoutes } from "./routes/directory-setting.ts";
import { healthRoutes } from "./routes/server/health.ts";
import { issuerRoutes } from "./routes/issuer.ts";
import { licenseRoutes } from "./routes/license.ts";
import { liveRoutes } from "./routes/cameras/live.ts";
import { integrityRoutes } from "./routes/server/integrity.ts";
import { logRoutes } from "./routes/server/log.ts";
import { markRoutes } from "./routes/recordings/marks.ts";
import { privacyMaskRoutes } from "./routes/cameras/privacy-masks.ts";
import { motionMaskRoutes } from "./routes/cameras/motion-mask.ts";
import { appPasswordRoutes } from "./routes/app-passwords.ts";
import { ownAccountRoutes } from "./routes/own-account.ts";
import { passkeyRoutes } from "./routes/passkeys.ts";
import { pluginRoutes } from "./routes/plugins.ts";
import { ptzRoutes } from "./routes/cameras/ptz.ts";
import { ptzTourRoutes } from "./routes/cameras/ptz-tour.ts";
import { serverRoutes } from "./routes/server/server.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { stageRoutes } from "./routes/stages.ts";
import { patrolRoutes } from "./routes/patrols.ts";
import { viewRoutes } from "./routes/views.ts";
import { streamRoutes } from "./routes/cameras/streams.ts";
import { supportBundleRoutes } from "./routes/server/support-bundle.ts";
import { standbyRoutes } from "./routes/server/standby.ts";
import { systemRoutes } from "./routes/server/system.ts";
import { thinningRoutes } from "./routes/server/thinning.ts";
import { volumeRoutes } from "./routes/server/volumes.ts";
import { userRoutes } from "./routes/users.ts";

export const recorderRoutes: readonly RouteModule<Services>[] = [
  healthRoutes,
  supportBundleRoutes,
  sessionRoutes,
  userRoutes,
  ownAccountRoutes,
  companyRoutes,
  companySettingRoutes,
  passkeyRoutes,
  directorySettingRoutes,
  appPasswordRoutes,
  cameraRoutes,
  ownFleetRoutes,
  cameraStreamRoutes,
  motionMaskRoutes,
  privacyMaskRoutes,
  streamRoutes,
  liveRoutes,
  archiveRoutes,
  exportRoutes,
  exportJobRoutes,
  eventRoutes,
  markRoutes,
  ptzRoutes,
  ptzTourRoutes,
  stageRoutes,
  patrolRoutes,
  viewRoutes,
  groupRoutes,
  systemRoutes,
  serverRoutes,
  volumeRoutes,
  bucketRoutes,
  thinningRoutes,
  integrityRoutes,
  standbyRoutes,
  logRoutes,
  auditRoutes,
  issuerRoutes,
  licenseRoutes,
  pluginRoutes,
  clientRoutes,
];
