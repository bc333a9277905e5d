/** Japanese: every text; the type demands completeness. */
import { all } from "#domain/failures/ja/all.ts";
import { failureTexts } from "../failure-texts.ts";
import type { TranslatedTexts } from "../parts/all.ts";
import { accountsTexts } from "./accounts.ts";
import { activationTexts } from "./activation.ts";
import { camerasTexts } from "./cameras.ts";
import { companyTexts } from "./company.ts";
import { exportTexts } from "./export.ts";
import { frameTexts } from "./frame.ts";
import { groupsTexts } from "./groups.ts";
import { notificationsTexts } from "./notifications.ts";
import { ownAccountTexts } from "./own-account.ts";
import { permissionsTexts } from "./permissions.ts";
import { playerTexts } from "./player.ts";
import { retentionTexts } from "./retention.ts";
import { serversTexts } from "./servers.ts";
import { stageTexts } from "./stage.ts";
import { stagesTexts } from "./stages.ts";
import { startTexts } from "./start.ts";
import { systemTexts } from "./system.ts";
import { timelineTexts } from "./timeline.ts";
import { versionTexts } from "./version.ts";

export const ja: TranslatedTexts = {
  ...startTexts,
  ...frameTexts,
  ...stageTexts,
  ...stagesTexts,
  ...timelineTexts,
  ...exportTexts,
  ...playerTexts,
  ...groupsTexts,
  ...accountsTexts,
  ...activationTexts,
  ...camerasTexts,
  ...companyTexts,
  ...notificationsTexts,
  ...ownAccountTexts,
  ...permissionsTexts,
  ...retentionTexts,
  ...serversTexts,
  ...systemTexts,
  ...versionTexts,
  ...failureTexts(all),
};
