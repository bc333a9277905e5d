/** What the tiles of the stage show of a fisheye beside its named views: turned by hand, split, or never named. */
import { sameData } from "#base/same-data.ts";
import type { FisheyeLook } from "#domain/dewarp/config.ts";
import { lookOf } from "#domain/dewarp/look.ts";
import { type DewarpSources, tileDewarp } from "./dewarp-tile.ts";
import { cameraKey } from "../camera-store.ts";
import { patrolStops } from "./patrol-tile.ts";
import { patrolIdOf, viewIdOf } from "#domain/stage-grid/grid.ts";

/** The looks of a camera's tiles (`cameraKey`) that are none of its named views, in the order of the stage. */
export function unnamedLooks(sources: DewarpSources, key: string): readonly FisheyeLook[] {
  const named = sources.views.list.filter((view) => cameraKey(view.camera) === key).map(({ look }) => look);
  const looks: FisheyeLook[] = [];
  for (const cell of sources.grid.cells) {
    if (cameraKey(cell.camera) !== key) continue;
    const tile = tileDewarp(sources, cell.id);
    const look = tile && lookOf(tile);
    if (look && ![...named, ...looks].some((each) => sameData(each, look))) looks.push(look);
  }
  return looks;
}

/** The named views that the tiles of a camera show, those of their patrols included; null stands for a tile of none. */
export function shownViewIds(
  { grid, views }: Pick<DewarpSources, "grid" | "views">,
  key: string,
): readonly (string | null)[] {
  const ids = grid.cells.flatMap((cell): readonly (string | null)[] => {
    if (cameraKey(cell.camera) !== key) return [];
    const patrol = views.patrols.find(({ id }) => id === patrolIdOf(cell));
    const stops = patrol ? patrolStops(views, patrol).map(({ viewId }) => viewId) : [];
    return stops.length > 0 ? stops : [viewIdOf(cell)];
  });
  return [...new Set(ids)];
}
