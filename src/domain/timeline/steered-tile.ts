/** Where a key of playback arrived, and what is looked at then. */
export interface KeyPlace {
  /** the tile that stands alone in front of the stage: in full screen, or enlarged */
  readonly frontTileId: string | null;
  /** the tile that has the keyboard, itself or in its toolbar or its own timeline */
  readonly keyTileId: string | null;
  /** in the stage's control bar */
  readonly inControlBar: boolean;
}

/**
 * Whose playback the key steers: the tile of an unlinked player, null = the stage's timeline. What is looked at alone counts
 * before what has the keyboard behind it; the stage's control bar is always the stage's.
 */
export function steeredTile(
  { frontTileId, keyTileId, inControlBar }: KeyPlace,
  isUnlinked: (tileId: string) => boolean,
): string | null {
  const tileId = inControlBar ? null : (frontTileId ?? keyTileId);
  return tileId !== null && isUnlinked(tileId) ? tileId : null;
}
