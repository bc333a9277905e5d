/** English of the failures that the stage can say beside them. */
import { camera } from "./camera.ts";
import { exporting } from "./exporting.ts";
import { group } from "./group.ts";
import { licenseState } from "./license-state.ts";
import { live } from "./live.ts";
import { mark } from "./mark.ts";
import { process } from "./process.ts";
import { ptz } from "./ptz.ts";
import { recording } from "./recording.ts";
import { server } from "./server.ts";
import { stage } from "./stage.ts";
import { stream } from "./stream.ts";

export const ofStage = {
  ...process,
  ...camera,
  ...ptz,
  ...stream,
  ...live,
  ...recording,
  ...exporting,
  ...mark,
  ...stage,
  ...group,
  ...server,
  ...licenseState,
};
