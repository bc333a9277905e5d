/**
 * Which English texts are loaded when. Each file of this folder is a part of the client, and the bundler makes a chunk of it:
 * the page that signs in, the stage and the frame around it, then all that is left. A text goes into the subject that it
 * belongs to; a subject stands in one of these lists. Other languages come whole.
 */
import { general } from "#domain/failures/en/general.ts";
import { session } from "#domain/failures/en/session.ts";
import { startTexts } from "../en/start.ts";
import { failureTexts } from "../failure-texts.ts";

/** What is there before anything else is loaded. */
export const firstTexts = {
  ...startTexts,
  ...failureTexts({ ...general, ...session }),
} as const;
