import { epochMs } from "#actions/epoch.ts";
import type { PlayerActions } from "#actions/player-actions.ts";
import type { Product } from "#chrome/product.ts";
import { exportStamp } from "#domain/export-names.ts";
import { timelineTime, zoneOf } from "#state/timeline-store.ts";

/** Long enough for a browser to begin its download. */
const KEPT_MS = 10_000;

/**
 * Saves what a tile shows as a PNG that is named after its camera and the time of the picture, by the timeline's clock as
 * exports are; nothing where it shows no picture.
 */
export async function savePicture(
  { timeline, unlinked }: Pick<Product["stores"], "timeline" | "unlinked">,
  players: Pick<PlayerActions, "snapshot">,
  tileId: string,
  name: string,
): Promise<void> {
  const timeMs = timelineTime(unlinked.get().byTile[tileId] ?? timeline.get(), epochMs());
  const picture = await players.snapshot(tileId);
  if (!picture) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = `${name} ${exportStamp(timeMs, zoneOf(timeline.get()))}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
