import { useProduct, useWorkspace } from "#chrome/product.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import { timelineShown } from "#domain/accounts/access.ts";
import { visitorOf } from "#state/session-store.ts";

/**
 * Whether a player can be unlinked from the master timeline, or is unlinked. Where the camera may not be played back,
 * or no timeline is shown, nothing is offered.
 */
export function useLink(tileId: string, camera: string) {
  const { stores, hidden } = useProduct();
  const { links } = useWorkspace();
  const mayPlayBack = useFacts(stores.cameras, (facts) => facts.byKey[camera]?.actions.playback === true);
  const visitor = useFacts(stores.session, visitorOf, sameFields);
  const isUnlinked = useFacts(stores.unlinked, (facts) => facts.byTile[tileId] !== undefined);
  return {
    offered: mayPlayBack && timelineShown(visitor, hidden.timeline),
    isUnlinked,
    toggle: () => links.toggle(tileId),
  };
}
