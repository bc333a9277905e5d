/** What a standalone recorder can be asked. */
import type { Services } from "#recorder/main/services.ts";
import type { RouteModule } from "./app.ts";
import { archiveRoutes } from "./routes/archives.ts";
import { cameraStreamRoutes } from "./routes/camera-streams.ts";
import { cameraRoutes } from "./routes/cameras.ts";
import { clientRoutes } from "./routes/client.ts";
import { eventRoutes } from "./routes/events.ts";
import { exportJobRoutes } from "./routes/export-jobs.ts";
import { exportRoutes } from "./routes/export.ts";
import { groupRoutes } from "./routes/groups.ts";
import { healthRoutes } from "./routes/health.ts";
import { issuerRoutes } from "./routes/issuer.ts";
import { licenseRoutes } from "./routes/license.ts";
import { liveRoutes } from "./routes/live.ts";
import { logRoutes } from "./routes/log.ts";
import { markRoutes } from "./routes/marks.ts";
import { motionMaskRoutes } from "./routes/motion-mask.ts";
import { pluginRoutes } from "./routes/plugins.ts";
import { ptzRoutes } from "./routes/ptz.ts";
import { serverRoutes } from "./routes/server.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { stageRoutes } from "./routes/stages.ts";
import { streamRoutes } from "./routes/streams.ts";
import { supportBundleRoutes } from "./routes/support-bundle.ts";
import { systemRoutes } from "./routes/system.ts";
import { userRoutes } from "./routes/users.ts";

export const recorderRoutes: readonly RouteModule<Services>[] = [
  healthRoutes,
  supportBundleRoutes,
  sessionRoutes,
  userRoutes,
  cameraRoutes,
  cameraStreamRoutes,
  motionMaskRoutes,
  streamRoutes,
  liveRoutes,
  archiveRoutes,
  exportRoutes,
  exportJobRoutes,
  eventRoutes,
  markRoutes,
  ptzRoutes,
  stageRoutes,
  groupRoutes,
  systemRoutes,
  serverRoutes,
  logRoutes,
  issuerRoutes,
  licenseRoutes,
  pluginRoutes,
  clientRoutes,
];
