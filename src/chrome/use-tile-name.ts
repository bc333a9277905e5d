import { cellById } from "#domain/stage-grid/grid.ts";
import { shownTileName } from "#state/stage/tile-name.ts";
import { useProduct } from "./product.ts";
import { useText } from "./texts/use-text.ts";
import { useFacts } from "./use-facts.ts";

/** The displayed name of a tile, see `shownTileName`; of a camera that is not known: that there is none. */
export function useTileName(tileId: string): string {
  const { stores } = useProduct();
  const say = useText();
  const cell = useFacts(stores.stage, ({ grid }) => cellById(grid, tileId));
  const servers = useFacts(stores.servers, (facts) => facts);
  const views = useFacts(stores.views, (facts) => facts);
  // Cameras change often (their states), their names seldom: a tile renders for its name alone.
  const name = useFacts(stores.cameras, (cameras) => cell && shownTileName(cell, { cameras, servers, views }));
  return name ?? say("player.noCamera");
}
