/** Where a playback key was pressed, and which tiles are looked at then. */
interface KeyPlace {
  /** the tile that stands alone in front of the stage: in full screen, or enlarged */
  readonly frontTileId: string | null;
  /** the tile that has the keyboard, itself or in its toolbar or its own timeline */
  readonly keyTileId: string | null;
  /** in the stage's control bar */
  readonly inControlBar: boolean;
}

/**
 * The tile whose playback the key steers: that of an unlinked player, null = the stage's timeline. A tile that is
 * looked at alone counts before a tile behind it that has the keyboard; the stage's control bar always belongs to the
 * stage.
 */
export function steeredTile(
  { frontTileId, keyTileId, inControlBar }: KeyPlace,
  isUnlinked: (tileId: string) => boolean,
): string | null {
  const tileId = inControlBar ? null : (frontTileId ?? keyTileId);
  return tileId !== null && isUnlinked(tileId) ? tileId : null;
}
