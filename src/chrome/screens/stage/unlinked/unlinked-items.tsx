/**
 * The entries in the menu of an unlinked tile: the controls of its own timeline, for tiles that are too small to show
 * one.
 */
import { IconBroadcast, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { MenuItem } from "#chrome/kit/popup/menu.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";

export function UnlinkedItems({ tileId }: { readonly tileId: string }) {
  const { stores } = useProduct();
  const { links } = useWorkspace();
  const say = useText();
  const state = useFacts(stores.unlinked, (facts) => facts.byTile[tileId]?.state ?? null);
  if (!state) return null;
  const isLive = state.mode === "live";
  return (
    <>
      <MenuItem
        label={say(state.paused ? "timeline.play" : "timeline.pause")}
        keys="k"
        icon={state.paused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
        onAction={() => links.togglePause(tileId)}
      />
      <MenuItem
        label={say(isLive ? "timeline.live" : "timeline.toLive")}
        icon={<IconBroadcast size={16} />}
        isDisabled={isLive}
        onAction={() => links.goLive(tileId)}
      />
    </>
  );
}
