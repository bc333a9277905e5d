import { mayMove } from "#actions/cameras/ptz-actions.ts";
import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { Size } from "#base/geometry.ts";
import { maxPresets, presetsShown } from "#domain/cameras/ptz.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";

/**
 * A pane over the picture needs room for three presets below their tour, and leaves a part of the picture to steer by,
 * CSS px.
 */
const MIN_WIDTH_PX = 320;
const MIN_HEIGHT_PX = 220;

export const hasPaneRoom = ({ width, height }: Size): boolean => width >= MIN_WIDTH_PX && height >= MIN_HEIGHT_PX;

/** The tile's camera when it has presets that this user may go to, else null. */
export function usePresetCamera(tileId: string): CameraFacts | null {
  const { stores } = useProduct();
  const key = useFacts(stores.stage, (facts) => {
    const cell = cellById(facts.grid, tileId);
    return cell ? cameraKey(cell.camera) : "";
  });
  const camera = useFacts(stores.cameras, (facts) => facts.byKey[key] ?? null);
  return camera && mayMove(camera) && presetsShown(maxPresets(camera.ptz?.maxPresets)) ? camera : null;
}
