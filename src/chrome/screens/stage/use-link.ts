import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";

/** Whether a player can be taken off the master timeline, or is; where it may not be played back nothing is offered. */
export function useLink(tileId: string, camera: string) {
  const { stores, hidden } = useProduct();
  const { links } = useWorkspace();
  const mayPlayBack = useFacts(stores.cameras, (facts) => facts.byKey[camera]?.actions.playback === true);
  const isUnlinked = useFacts(stores.unlinked, (facts) => facts.byTile[tileId] !== undefined);
  return { offered: mayPlayBack && !hidden.timeline, isUnlinked, toggle: () => links.toggle(tileId) };
}
