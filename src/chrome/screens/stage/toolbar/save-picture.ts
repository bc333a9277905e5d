import type { PlayerActions } from "#actions/stage/player-actions.ts";
import type { TimelineActions } from "#actions/timeline/timeline-actions.ts";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import type { Product } from "#chrome/product.ts";
import { paintedWatermark } from "#domain/accounts/watermark.ts";
import { failure } from "#domain/failures/failure.ts";
import { fileNamePart } from "#domain/file-names.ts";
import { exportStamp } from "#domain/recordings/export-names.ts";
import { watermarkName } from "../use-watermark.ts";
import { zoneOf } from "#state/timeline-store.ts";

/** Long enough for a browser to start its download. */
const KEPT_MS = 10_000;

/**
 * Saves the picture that a tile shows as a PNG, named after its camera and the picture's time in the timeline's zone.
 * Where the tile shows no picture, a message says so.
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
  const shown = await players.snapshot(tileId);
  if (!shown) return showToast({ text: failure("stream/no-picture"), tone: "warn" });
  const account = watermarkName({ stores }, tileId);
  const picture = account === null ? shown : await watermarked(shown, paintedWatermark(account, timeline.nowMs()));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = `${fileNamePart(name) || "camera"} ${exportStamp(shownMs, zoneOf(stores.timeline.get()))}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/** The picture as a PNG with the text over it, as the recorder paints it into exports. */
async function watermarked(picture: Blob, text: string): Promise<Blob> {
  const bitmap = await createImageBitmap(picture);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d");
  // A picture that cannot be marked is not given out.
  if (!context) throw new Error("no canvas for the watermark");
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const sizePx = Math.max(10, Math.round(canvas.height / 26));
  context.font = `${sizePx}px sans-serif`;
  context.fillStyle = "rgb(255 255 255 / 40%)";
  context.strokeStyle = "rgb(0 0 0 / 35%)";
  context.lineWidth = Math.max(1, sizePx / 12);
  const stepX = context.measureText(text).width + 3 * sizePx;
  for (let line = 0, y = 2 * sizePx; y < canvas.height + sizePx; line++, y += 5 * sizePx)
    for (let x = line % 2 === 0 ? sizePx : sizePx - stepX / 2; x < canvas.width; x += stepX) {
      context.strokeText(text, x, y);
      context.fillText(text, x, y);
    }
  return canvas.convertToBlob({ type: "image/png" });
}
