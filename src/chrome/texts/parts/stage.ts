/**
 * The texts of the stage and of the frame around every screen, including those of the sign-in page. Where the documents
 * give a text word for word, it stands here unchanged.
 */
import { camera } from "#domain/failures/en/camera.ts";
import { recording } from "#domain/failures/en/recording.ts";
import { server } from "#domain/failures/en/server.ts";
import { stage } from "#domain/failures/en/stage.ts";
import { viewing } from "#domain/failures/en/viewing.ts";
import { exportTexts } from "../en/export.ts";
import { frameTexts } from "../en/frame.ts";
import { groupsTexts } from "../en/groups.ts";
import { playerTexts } from "../en/player.ts";
import { stageTexts } from "../en/stage.ts";
import { stagesTexts } from "../en/stages.ts";
import { timelineTexts } from "../en/timeline.ts";
import { haveEnglish } from "../english.ts";
import { failureTexts } from "../failure-texts.ts";
import { firstTexts } from "./sign-in.ts";

export const enStage = {
  ...firstTexts,
  ...frameTexts,
  ...stageTexts,
  ...stagesTexts,
  ...timelineTexts,
  ...exportTexts,
  ...playerTexts,
  ...groupsTexts,
  ...failureTexts({ ...camera, ...viewing, ...recording, ...stage, ...server }),
};
// A program that has loaded this file has all its texts.
haveEnglish(enStage);
