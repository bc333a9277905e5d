import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { cellById, patrolIdOf } from "#domain/stage-grid/grid.ts";
import { patrolStops } from "#state/stage/patrol-tile.ts";

/** The name of the view at which a tile's patrol is; null: it has none. */
export function usePatrolStop(tileId: string): string | null {
  const { stores } = useProduct();
  const id = useFacts(stores.stage, ({ grid }) => {
    const cell = cellById(grid, tileId);
    return cell && cell.dewarpMode !== 0 ? patrolIdOf(cell) : null;
  });
  const stop = useFacts(stores.players, ({ byTile }) => byTile[tileId]?.patrol?.stop ?? null);
  return useFacts(stores.views, (views) => {
    const patrol = id === null || stop === null ? undefined : views.patrols.find((each) => each.id === id);
    return (patrol && stop !== null && patrolStops(views, patrol)[stop]?.view.name) || null;
  });
}
