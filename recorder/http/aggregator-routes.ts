/** The routes of an aggregator. */
import type { AggregatorServices } from "./aggregator-services.ts";
import type { RouteModule } from "./server/app.ts";
import { aboutRoutes } from "./routes/aggregator/about.ts";
import { accountRoutes } from "./routes/aggregator/accounts.ts";
import { auditOfAllRoutes } from "./routes/aggregator/audit.ts";
import { fleetRoutes } from "./routes/aggregator/fleet.ts";
import { loginRoutes } from "./routes/aggregator/login.ts";
import { registeredServerRoutes } from "./routes/aggregator/servers.ts";
import { permissionRoutes } from "./routes/aggregator/permissions.ts";
import { proxyRoutes } from "./routes/aggregator/proxy.ts";
import { notificationRoutes } from "./routes/aggregator/notifications.ts";
import { smtpServerRoutes } from "./routes/aggregator/smtp-servers.ts";
import { clientRoutes } from "./routes/server/client.ts";
import { groupRoutes } from "./routes/cameras/groups.ts";
import { companyRoutes } from "./routes/company.ts";
import { companySettingRoutes } from "./routes/company-setting.ts";
import { directorySettingRoutes } from "./routes/directory-setting.ts";
import { healthRoutes } from "./routes/server/health.ts";
import { logRoutes } from "./routes/server/log.ts";
import { appPasswordRoutes } from "./routes/app-passwords.ts";
import { ownAccountRoutes } from "./routes/own-account.ts";
import { passkeyRoutes } from "./routes/passkeys.ts";
import { pluginRoutes } from "./routes/plugins.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { stageRoutes } from "./routes/stages.ts";
import { patrolRoutes } from "./routes/patrols.ts";
import { viewRoutes } from "./routes/views.ts";
import { systemRoutes } from "./routes/server/system.ts";

export const aggregatorRoutes: readonly RouteModule<AggregatorServices>[] = [
  healthRoutes,
  loginRoutes,
  sessionRoutes,
  accountRoutes,
  ownAccountRoutes,
  companyRoutes,
  companySettingRoutes,
  passkeyRoutes,
  directorySettingRoutes,
  appPasswordRoutes,
  registeredServerRoutes,
  fleetRoutes,
  stageRoutes,
  patrolRoutes,
  viewRoutes,
  groupRoutes,
  permissionRoutes,
  proxyRoutes,
  smtpServerRoutes,
  notificationRoutes,
  aboutRoutes,
  systemRoutes,
  logRoutes,
  auditOfAllRoutes,
  pluginRoutes,
  clientRoutes,
];
