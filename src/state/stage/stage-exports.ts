import { mayExportSome } from "#domain/accounts/access.ts";
import { type CameraStoreFacts, cameraKey } from "../camera-store.ts";
import type { StageFacts } from "./stage-store.ts";

/** Whether any camera of the stage may be exported. */
export const exportsFromStage = (
  { grid }: Pick<StageFacts, "grid">,
  { byKey }: Pick<CameraStoreFacts, "byKey">,
): boolean =>
  grid.cells.some(({ camera }) => {
    const known = byKey[cameraKey(camera)];
    return known !== undefined && mayExportSome(known.actions);
  });
