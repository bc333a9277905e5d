/** The header's PTZ toggle, and the presets button of tiles that have no room for the pane. */
import { IconDeviceGamepad2, IconListDetails } from "@tabler/icons-react";
import { mayMove } from "#actions/cameras/ptz-actions.ts";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { Size } from "#base/geometry.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { cameraKey } from "#state/camera-store.ts";
import { hasPaneRoom, usePresetCamera } from "./use-preset-camera.ts";

/** Whether this user may move a tile's camera and the camera can move. */
export function usePtzOffered(tileId: string): boolean {
  const { stores } = useProduct();
  const key = useFacts(stores.stage, (facts) => {
    const cell = cellById(facts.grid, tileId);
    return cell ? cameraKey(cell.camera) : "";
  });
  return useFacts(stores.cameras, (facts) => {
    const camera = facts.byKey[key];
    return camera !== undefined && mayMove(camera);
  });
}

export function PtzToggle({ tileId }: { readonly tileId: string }) {
  const { stores } = useProduct();
  const { players } = useWorkspace();
  const say = useText();
  const on = useFacts(stores.players, (facts) => facts.byTile[tileId]?.ptz ?? false);
  return (
    <IconButton size="small" label={say("ptz.toggle")} keys="p" selected={on} onPress={() => players.togglePtz(tileId)}>
      <IconDeviceGamepad2 size={16} />
    </IconButton>
  );
}

/** Whether PTZ is on in a tile that is too small for the presets pane. */
export function usePresetsButton(tileId: string, size: Size): boolean {
  const { stores } = useProduct();
  const on = useFacts(stores.players, (facts) => facts.byTile[tileId]?.ptz ?? false);
  const camera = usePresetCamera(tileId);
  return on && camera !== null && !hasPaneRoom(size);
}

export function PresetsButton({ tileId, size }: { readonly tileId: string; readonly size: Size }) {
  const { stores } = useProduct();
  const { stage } = useWorkspace();
  const say = useText();
  const open = useFacts(stores.stage, (facts) => facts.presetsTileId === tileId);
  if (!usePresetsButton(tileId, size)) return null;
  return (
    <IconButton
      size="small"
      label={say("ptz.presetsTitle")}
      aria-haspopup="dialog"
      aria-expanded={open}
      onPress={() => stage.setPresets(tileId)}
    >
      <IconListDetails size={16} />
    </IconButton>
  );
}
