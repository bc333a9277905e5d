/**
 * Every English text of the chrome in ICU syntax: the texts of the stage, and those that only administration screens
 * show.
 */
import { aggregation } from "#domain/failures/en/aggregation.ts";
import { cameraSetup } from "#domain/failures/en/camera-setup.ts";
import { company } from "#domain/failures/en/company.ts";
import { event } from "#domain/failures/en/event.ts";
import { onvif } from "#domain/failures/en/onvif.ts";
import { registration } from "#domain/failures/en/registration.ts";
import { request } from "#domain/failures/en/request.ts";
import { streamSetup } from "#domain/failures/en/stream-setup.ts";
import { system } from "#domain/failures/en/system.ts";
import { user } from "#domain/failures/en/user.ts";
import { accountsTexts } from "../en/accounts.ts";
import { activationTexts } from "../en/activation.ts";
import { camerasTexts } from "../en/cameras.ts";
import { companyTexts } from "../en/company.ts";
import { notificationsTexts } from "../en/notifications.ts";
import { ownAccountTexts } from "../en/own-account.ts";
import { permissionsTexts } from "../en/permissions.ts";
import { retentionTexts } from "../en/retention.ts";
import { serversTexts } from "../en/servers.ts";
import { systemTexts } from "../en/system.ts";
import { versionTexts } from "../en/version.ts";
import { haveEnglish } from "../english.ts";
import { failureTexts } from "../failure-texts.ts";
import type { Translated } from "../translated.ts";
import { enStage } from "./stage.ts";

export const en = {
  ...enStage,
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
  ...failureTexts({
    ...company,
    ...onvif,
    ...request,
    ...registration,
    ...cameraSetup,
    ...streamSetup,
    ...user,
    ...system,
    ...aggregation,
    ...event,
  }),
};
export type TextId = keyof typeof en;
haveEnglish(en);

/** A language other than English has all texts except those that are the same in every language. */
export type TranslatedTexts = Translated<typeof en>;
