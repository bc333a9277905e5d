/** The header's PTZ toggle, and the presets' button of tiles that have no room for their pane: when this user may move the camera. */
import { IconDeviceGamepad2, IconListDetails } from "@tabler/icons-react";
import { mayMove } from "#actions/ptz-actions.ts";
import { IconButton } from "#chrome/kit/icon-button.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { Size } from "#base/geometry.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { cameraKey } from "#state/camera-store.ts";
import { hasPaneRoom, usePresetCamera } from "./use-preset-camera.ts";

export function PtzToggle({ tileId }: { readonly tileId: string }) {
  const { stores } = useProduct();
  const { players } = useWorkspace();
  const say = useText();
  const key = useFacts(stores.stage, (facts) => {
    const cell = cellById(facts.grid, tileId);
    return cell ? cameraKey(cell.camera) : "";
  });
  const offered = useFacts(stores.cameras, (facts) => {
    const camera = facts.byKey[key];
    return camera !== undefined && mayMove(camera);
  });
  const on = useFacts(stores.players, (facts) => facts.byTile[tileId]?.ptz ?? false);
  if (!offered) return null;
  return (
    <IconButton size="small" label={say("ptz.toggle")} selected={on} onPress={() => players.togglePtz(tileId)}>
      <IconDeviceGamepad2 size={16} />
    </IconButton>
  );
}

/** While PTZ is on in a tile too small for the pane. */
export function PresetsButton({ tileId, size }: { readonly tileId: string; readonly size: Size }) {
  const { stores } = useProduct();
  const { stage } = useWorkspace();
  const say = useText();
  const on = useFacts(stores.players, (facts) => facts.byTile[tileId]?.ptz ?? false);
  const open = useFacts(stores.stage, (facts) => facts.presetsTileId === tileId);
  const camera = usePresetCamera(tileId);
  if (!on || !camera || hasPaneRoom(size)) return null;
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
