/** English of the failures that the stage can say beside them. */
import { camera } from "./camera.ts";
import { recording } from "./recording.ts";
import { server } from "./server.ts";
import { stage } from "./stage.ts";
import { viewing } from "./viewing.ts";

export const ofStage = {
  ...camera,
  ...viewing,
  ...recording,
  ...stage,
  ...server,
};
