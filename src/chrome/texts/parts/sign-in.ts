/**
 * Defines which English texts are loaded when. Each file of this folder is a part of the client, and the bundler makes
 * a chunk of it: first the sign-in page, then the stage and the frame around it, then everything else. A text belongs
 * into the file of its subject, and a subject is listed in one of these files. Other languages are loaded as a whole.
 */
import { general } from "#domain/failures/en/general.ts";
import { session } from "#domain/failures/en/session.ts";
import { startTexts } from "../en/start.ts";
import { failureTexts } from "../failure-texts.ts";

/** The texts that are needed before anything else is loaded. */
export const firstTexts = {
  ...startTexts,
  ...failureTexts({ ...general, ...session }),
} as const;
