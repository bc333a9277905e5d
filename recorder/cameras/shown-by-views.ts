/** What the shared views of a fisheye show of each of its streams: for viewers whose rights name views. */
import { parseDewarpConfig } from "#domain/dewarp/config.ts";
import { viewFootprint } from "#domain/dewarp/view-footprint.ts";
import { look } from "#protocol/rest/view.ts";
import type { StreamSpec } from "#recorder/ipc/contracts.ts";
import type { Store } from "#recorder/store/store.ts";
import type { StreamRow } from "#recorder/store/tables/camera-rows.ts";

interface SharedView {
  readonly id: string;
  /** JSON */
  readonly look: string;
}
/** By the camera. */
type SharedViews = ReadonlyMap<string, readonly SharedView[]>;

export async function sharedViews(store: Store): Promise<SharedViews> {
  const rows = await store
    .selectFrom("fisheye_views")
    .select(["id", "camera_id", "look"])
    .where("shared", "=", 1)
    .where("orchid_id", "=", "1")
    .execute();
  const found = new Map<string, SharedView[]>();
  for (const { id, camera_id, look: json } of rows)
    found.set(camera_id, [...(found.get(camera_id) ?? []), { id, look: json }]);
  return found;
}

/** Empty where nothing can be said of what a view shows: then nothing of it is seen. */
export function shownByView(
  views: readonly SharedView[],
  row: Pick<StreamRow, "dewarp">,
  picture: { readonly width: number; readonly height: number } | null,
): NonNullable<StreamSpec["shownByView"]> {
  const config = parseDewarpConfig(JSON.parse(row.dewarp));
  if (!config.ok || !picture) return {};
  return Object.fromEntries(
    views.map(({ id, look: json }) => [id, viewFootprint(look.parse(JSON.parse(json)), config.value, picture)]),
  );
}
