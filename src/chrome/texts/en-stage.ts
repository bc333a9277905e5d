/**
 * Every English text of what is no administration: loaded with the stage. What the documents say word for word stands here
 * word for word; the error catalogue's texts come from the domain, once.
 */
import { type ErrorCode, errors } from "#domain/errors.ts";
import { ofStage } from "#domain/failures/en/of-stage.ts";
import type { refusals } from "#domain/refusals.ts";
import { haveEnglish } from "./english.ts";
import { exportTexts } from "./export.ts";
import { failureTexts } from "./failure-texts.ts";
import { firstTexts, textsOf } from "./first.ts";
import { frameTexts } from "./frame.ts";
import { groupTexts } from "./groups.ts";
import { player } from "./player.ts";
import { stageScreenTexts } from "./stage-screen.ts";
import { stageTexts } from "./stages.ts";
import { timelineTexts } from "./timeline.ts";

/** Those with which a server refuses what the stage asks. */
export type Refusal = `error.${keyof typeof refusals}`;
/** The texts of the error catalogue, in one language, without those with which a server refuses. */
export type ErrorTexts = Readonly<Record<Exclude<`error.${ErrorCode}`, Refusal>, string>>;

export const enStage = {
  ...timelineTexts,
  ...exportTexts,
  ...firstTexts,
  ...frameTexts,
  ...stageScreenTexts,
  ...stageTexts,
  ...groupTexts,
  ...player,
  ...textsOf(errors),
  ...failureTexts(ofStage),
};
// Whoever has loaded this file can say all of it.
haveEnglish(enStage);
