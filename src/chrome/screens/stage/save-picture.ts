import type { PlayerActions } from "#actions/player-actions.ts";

/** Long enough for a browser to begin its download. */
const KEPT_MS = 10_000;

/** Saves what a tile shows as a PNG that is named after its camera and the time; nothing where it shows no picture. */
export async function savePicture(players: PlayerActions, tileId: string, name: string): Promise<void> {
  const picture = await players.snapshot(tileId);
  if (!picture) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = `${name} ${new Date().toISOString().replaceAll(":", "-")}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
