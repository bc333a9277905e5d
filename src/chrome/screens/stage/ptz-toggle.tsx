/** The header's PTZ toggle: shown when the camera moves and this user may move it. */
import { IconDeviceGamepad2 } from "@tabler/icons-react";
import { mayMove } from "#actions/ptz-actions.ts";
import { IconButton } from "#chrome/kit/icon-button.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { cameraKey } from "#state/camera-store.ts";

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
