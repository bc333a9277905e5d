/** The name of a tile: its camera's, and that of the named view or the patrol that it shows. */
import type { ClaimedCell } from "#domain/stage-grid/grid.ts";
import { shownName } from "../camera-names.ts";
import { cameraKey, type CameraStore, type CameraStoreFacts } from "../camera-store.ts";
import type { ServerStore, ServerStoreFacts } from "../server-store.ts";
import { namedOf } from "./patrol-tile.ts";
import type { ViewStore, ViewStoreFacts } from "./view-store.ts";

interface NameStores {
  readonly cameras: CameraStore;
  readonly servers: ServerStore;
  readonly views: ViewStore;
}

interface NameSources {
  readonly cameras: CameraStoreFacts;
  readonly servers: ServerStoreFacts;
  readonly views: ViewStoreFacts;
}

/** As they are now. */
export const nameSources = ({ cameras, servers, views }: NameStores): NameSources => ({
  cameras: cameras.get(),
  servers: servers.get(),
  views: views.get(),
});

/** Null: there is no such camera. A view that is gone leaves the camera's name. */
export function shownTileName(cell: ClaimedCell, { cameras, servers, views }: NameSources): string | null {
  const name = shownName(cameraKey(cell.camera), cameras.byKey, servers.byId);
  const named = namedOf(views, cell);
  return name !== null && named ? nameOfView(name, named) : name;
}

export const nameOfView = (cameraName: string, { name }: { readonly name: string }): string =>
  `${cameraName} · ${name}`;
