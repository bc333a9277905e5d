import { type CameraStoreFacts, cameraKey } from "../camera-store.ts";
import type { StageFacts } from "./stage-store.ts";

/** Whether any camera of the stage may be exported. */
export const exportsFromStage = (
  { grid }: Pick<StageFacts, "grid">,
  { byKey }: Pick<CameraStoreFacts, "byKey">,
): boolean => grid.cells.some(({ camera }) => byKey[cameraKey(camera)]?.actions.export === true);
