/** Takes a player off the master timeline, or back: offered where it may be played back. */
import { IconLink, IconLinkOff } from "@tabler/icons-react";
import { IconButton } from "#chrome/kit/icon-button.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";

export function LinkToggle({ tileId, camera }: { readonly tileId: string; readonly camera: string }) {
  const { stores, hidden } = useProduct();
  const { links } = useWorkspace();
  const say = useText();
  const mayPlayBack = useFacts(stores.cameras, (facts) => facts.byKey[camera]?.actions.playback === true);
  const isUnlinked = useFacts(stores.unlinked, (facts) => facts.byTile[tileId] !== undefined);
  if (!mayPlayBack || hidden.timeline) return null;
  return (
    <IconButton
      size="small"
      label={say(isUnlinked ? "player.link" : "player.unlink")}
      selected={isUnlinked}
      onPress={() => links.toggle(tileId)}
    >
      {isUnlinked ? <IconLinkOff size={16} /> : <IconLink size={16} />}
    </IconButton>
  );
}
