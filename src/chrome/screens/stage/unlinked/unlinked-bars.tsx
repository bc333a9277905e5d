/**
 * The timelines of unlinked players; their code is loaded after the first pictures, or when the first player is
 * unlinked.
 */
import { lateChunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { RESIZE_HANDLE_ZONE_PX } from "#domain/limits/stage.ts";
import { fitsOwnTimeline, oneAlone, type TileRect } from "#state/stage/stage-geometry.ts";

const UnlinkedBar = lateChunk(() => import("./unlinked-bar.tsx"));

export function UnlinkedBars({ tiles }: { readonly tiles: readonly TileRect[] }) {
  const { stores } = useProduct();
  const byTile = useFacts(stores.unlinked, (facts) => facts.byTile);
  const alone = useFacts(stores.stage, oneAlone);
  const own = tiles.filter(({ tileId }) => byTile[tileId] !== undefined);
  if (own.length === 0) return null;
  return (
    <LatePart>
      {own.map((tile) => (
        <UnlinkedBar
          key={tile.tileId}
          {...tile}
          cornerPx={alone ? 0 : RESIZE_HANDLE_ZONE_PX}
          isSmall={!hasBar(byTile, tile)}
        />
      ))}
    </LatePart>
  );
}

/** Whether the strip lies along the south edge of a tile. */
export const hasBar = (byTile: Readonly<Record<string, unknown>>, { tileId, rect }: TileRect): boolean =>
  byTile[tileId] !== undefined && fitsOwnTimeline(rect);
