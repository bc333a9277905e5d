/** The patrol of a tile, with the looks of those of its views that this session sees. */
import { stateOfLook } from "#domain/dewarp/look.ts";
import type { PatrolRoute } from "#domain/stage/patrol.ts";
import { layoutsOf } from "#domain/dewarp/tile-dewarp.ts";
import { type ClaimedCell, patrolIdOf, viewIdOf } from "#domain/stage-grid/grid.ts";
import { cameraKey, type CameraStoreFacts } from "../camera-store.ts";
import type { NamedView, Patrol, PatrolStopFacts, ViewStoreFacts } from "./view-store.ts";

interface Sources {
  readonly cameras: CameraStoreFacts;
  readonly views: ViewStoreFacts;
}
type Cell = Pick<ClaimedCell, "camera" | "view">;

/** The named view or the patrol that a cell shows. */
export function namedOf({ list, patrols }: ViewStoreFacts, cell: Pick<Cell, "view">): NamedView | Patrol | null {
  const [viewId, patrolId] = [viewIdOf(cell), patrolIdOf(cell)];
  return list.find(({ id }) => id === viewId) ?? patrols.find(({ id }) => id === patrolId) ?? null;
}

/** Those of a patrol's stops whose views are there. */
export function patrolStops(
  { list }: Pick<ViewStoreFacts, "list">,
  { stops, camera }: Pick<Patrol, "stops" | "camera">,
): readonly (PatrolStopFacts & { readonly view: NamedView })[] {
  return stops.flatMap((stop) => {
    const view = list.find(({ id }) => id === stop.viewId);
    return view && cameraKey(view.camera) === cameraKey(camera) ? [{ ...stop, view }] : [];
  });
}

/** What a cell's patrol runs through; null: it has none, or none of its views is there. `glides`: not by steps. */
export function patrolRoute({ cameras, views }: Sources, cell: Cell, glides = true): PatrolRoute | null {
  const id = patrolIdOf(cell);
  const patrol = id === null ? undefined : views.patrols.find((each) => each.id === id);
  const config = cameras.byKey[cameraKey(cell.camera)]?.dewarp;
  if (!patrol || !config) return null;
  const stops = patrolStops(views, patrol).map(({ view: { look }, dwellS }) => {
    const layout = layoutsOf(look.mode, config).includes(look.layout) ? look.layout : "single";
    return { look: { mode: look.mode, ...stateOfLook(look, config), layout }, dwellMs: dwellS * 1000 };
  });
  return stops.length === 0 ? null : { stops, glideMs: patrol.glideS * 1000, steps: !glides };
}
