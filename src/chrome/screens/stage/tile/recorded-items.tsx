/** The entries in a tile's menu that keep what its camera has recorded: a bookmark, and an export. */
import { IconBookmarkPlus, IconFileExport } from "@tabler/icons-react";
import { tileExport } from "#actions/timeline/tile-export.ts";
import { MenuItem } from "#chrome/kit/popup/menu.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { timelineShown } from "#domain/accounts/access.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { cameraKey } from "#state/camera-store.ts";
import { visitorOf } from "#state/session-store.ts";
import { useBookmarkNow } from "../use-bookmark-now.ts";

export function RecordedItems({ tileId }: { readonly tileId: string }) {
  const { stores, hidden } = useProduct();
  const { timeline } = useWorkspace();
  const say = useText();
  const { set } = useBookmarkNow();
  const cell = useFacts(stores.stage, (facts) => cellById(facts.grid, tileId));
  const mayPlayBack = useFacts(
    stores.cameras,
    ({ byKey }) => cell !== null && byKey[cameraKey(cell.camera)]?.actions.playback === true,
  );
  const isShown = useFacts(stores.session, (facts) => timelineShown(visitorOf(facts), hidden.timeline));
  const isOnly = useFacts(stores.single, (facts) => facts.page !== null);
  if (!isShown || !mayPlayBack || isOnly) return null;
  const open = tileExport(stores, timeline.nowMs, tileId);
  return (
    <>
      <MenuItem
        label={say("marks.now")}
        keys="b"
        icon={<IconBookmarkPlus size={16} />}
        onAction={() => void set(tileId)}
      />
      <MenuItem
        label={say("player.export")}
        keys="Shift+E"
        icon={<IconFileExport size={16} />}
        isDisabled={open === null}
        onAction={() => open?.()}
      />
    </>
  );
}
