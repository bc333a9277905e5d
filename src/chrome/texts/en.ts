/** Every English text of the chrome, ICU syntax: those of the stage, and what only administration screens say. */
import { administrationErrors } from "#domain/administration-errors.ts";
import { ofAdministration } from "#domain/failures/en/of-administration.ts";
import { events } from "#domain/texts/en.ts";
import { accountTexts } from "./accounts.ts";
import { activation } from "./activation.ts";
import { administration } from "./administration.ts";
import { cameras } from "./cameras.ts";
import { enStage, type Refusal } from "./en-stage.ts";
import { failureTexts } from "./failure-texts.ts";
import { haveEnglish } from "./english.ts";
import { textsOf } from "./first.ts";
import { flagTexts } from "./flags.ts";
import { notificationTexts } from "./notifications.ts";
import { permissionTexts } from "./permissions.ts";
import { retention } from "./retention.ts";
import { serverTexts } from "./servers.ts";
import { systemReport } from "./system-report.ts";
import { systemStatus } from "./system-status.ts";
import { users } from "./users.ts";
import { versionTexts } from "./version.ts";

export const en = {
  ...enStage,
  ...permissionTexts,
  ...notificationTexts,
  ...accountTexts,
  ...serverTexts,
  ...versionTexts,
  ...flagTexts,
  ...users,
  ...administration,
  ...activation,
  ...systemStatus,
  ...retention,
  ...systemReport,
  ...cameras,
  ...events,
  ...textsOf(administrationErrors),
  ...failureTexts(ofAdministration),
};
export type TextId = keyof typeof en;
haveEnglish(en);

/** What is the same in every language: the product's name, and the patterns of codes. */
export const sameEverywhere = ["app.name", "activation.codeHint"] as const satisfies readonly TextId[];
/** The texts with which servers refuse, in one language. */
export type RefusalTexts = Readonly<Record<Refusal | `error.${keyof typeof administrationErrors}`, string>>;
/** A language other than English has all the others. */
export type TranslatedTexts = Readonly<Record<Exclude<TextId, (typeof sameEverywhere)[number]>, string>>;
