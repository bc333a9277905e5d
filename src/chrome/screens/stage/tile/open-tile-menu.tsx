/**
 * The menu of the tile that has requested one; its code is loaded after the first pictures, or when the first menu is
 * opened.
 */
import { lateChunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { TileRect } from "#state/stage/stage-geometry.ts";

const TileMenu = lateChunk(() => import("./tile-menu.tsx"));

export function OpenTileMenu({ tiles }: { readonly tiles: readonly TileRect[] }) {
  const { stores } = useProduct();
  const { stage } = useWorkspace();
  const menu = useFacts(stores.stage, (facts) => facts.menu);
  const tile = menu && tiles.find(({ tileId }) => tileId === menu.tileId);
  return menu && tile ? (
    <LatePart onClose={() => stage.setMenu(null)}>
      <TileMenu menu={menu} rect={tile.rect} />
    </LatePart>
  ) : null;
}
