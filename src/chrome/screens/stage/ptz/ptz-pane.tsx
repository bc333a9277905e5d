/**
 * The presets of moving cameras: a pane over the tile while PTZ is on. A tile without room for the pane has a popover
 * instead, which the toolbar or the tile's menu opens. What they show is loaded with the first of them.
 */
import { useEffect } from "react";
import { lateChunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { TileRect } from "#state/stage/stage-geometry.ts";

const OpenPanes = lateChunk(() => import("./open-panes.tsx"));
const HELD_EVERY_MS = 5000;

export function PtzPanes({ tiles }: { readonly tiles: readonly TileRect[] }) {
  const { stores } = useProduct();
  const { ptz, stage } = useWorkspace();
  // A held key renews its order: its refusal is said once in a while.
  useEffect(() => {
    let saidAtMs = Number.NEGATIVE_INFINITY;
    return ptz.onHeld((failure) => {
      if (performance.now() - saidAtMs < HELD_EVERY_MS) return;
      saidAtMs = performance.now();
      showToast({ text: failure, tone: "warn" });
    });
  }, [ptz]);
  const hasPopover = useFacts(stores.stage, (facts) => facts.presetsTileId !== null);
  const hasPane = useFacts(stores.players, ({ byTile }) => tiles.some(({ tileId }) => byTile[tileId]?.ptz === true));
  if (!hasPopover && !hasPane) return null;
  return (
    <LatePart onClose={() => stage.setPresets(null)}>
      <OpenPanes tiles={tiles} />
    </LatePart>
  );
}
