import type { PlayerActions } from "#actions/stage/player-actions.ts";
import type { TimelineActions } from "#actions/timeline/timeline-actions.ts";
import type { Product } from "#chrome/product.ts";
import { exportStamp } from "#domain/recordings/export-names.ts";
import { zoneOf } from "#state/timeline-store.ts";

/** Long enough for a browser to start its download. */
const KEPT_MS = 10_000;

/**
 * Saves the picture that a tile shows as a PNG, named after its camera and the picture's time in the timeline's zone.
 * Does nothing when the tile shows no picture.
 */
export async function savePicture(
  {
    players,
    timeline,
    stores,
  }: Pick<Product, "stores"> & {
    readonly players: Pick<PlayerActions, "snapshot">;
    readonly timeline: Pick<TimelineActions, "nowMs">;
  },
  tileId: string,
  name: string,
): Promise<void> {
  // The time of a live picture is not always known.
  const shownMs = stores.players.get().byTile[tileId]?.stats?.wallMs || timeline.nowMs();
  const picture = await players.snapshot(tileId);
  if (!picture) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = `${name} ${exportStamp(shownMs, zoneOf(stores.timeline.get()))}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
