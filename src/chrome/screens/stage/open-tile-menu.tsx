/** The menu of the tile that asked for one; its code is loaded when the first one is opened. */
import { Suspense } from "react";
import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { TileRect } from "#state/stage-geometry.ts";
import { chunk } from "#chrome/kit/chunk.tsx";

const TileMenu = chunk(() => import("./tile-menu.tsx"));

export function OpenTileMenu({ tiles }: { readonly tiles: readonly TileRect[] }) {
  const { stores } = useProduct();
  const menu = useFacts(stores.stage, (facts) => facts.menu);
  const tile = menu && tiles.find(({ tileId }) => tileId === menu.tileId);
  return menu && tile ? (
    <Suspense fallback={null}>
      <TileMenu menu={menu} rect={tile.rect} />
    </Suspense>
  ) : null;
}
