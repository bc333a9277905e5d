/** How large each tile is on the screen, as the choice of streams wants it. */
import { sourceSide } from "#domain/dewarp/tile-in-source.ts";
import { isInSight } from "#domain/stage-grid/form.ts";
import type { WallTile } from "#media/player/player-wall.ts";
import { type DewarpSources, patrolLooks, tileDewarp } from "#state/stage/dewarp-tile.ts";
import { enlargedTile, tileRects } from "#state/stage/stage-geometry.ts";
import type { StageFacts } from "#state/stage/stage-store.ts";

/** No stream is as large: the largest is taken. */
const LARGEST_SIDE_PX = 2 ** 15;

export function wallTiles(facts: StageFacts, sources: DewarpSources): readonly WallTile[] {
  const ratio = facts.area.devicePixelRatio;
  const enlarged = enlargedTile(facts);
  const area = { width: facts.area.widthCss, height: facts.area.heightCss };
  return tileRects(facts).map((tile): WallTile => {
    const { tileId } = tile;
    const isEnlarged = enlarged?.tileId === tileId;
    const { rect } = isEnlarged ? enlarged : tile;
    const scale = sources.players.byTile[tileId]?.zoom.scale ?? 1;
    const dewarp = tileDewarp(sources, tileId);
    const side =
      dewarp &&
      (isEnlarged || facts.fullTileId === tileId
        ? // Who looks at one view alone turns it and zooms: a stream that just fits would be too small at once.
          LARGEST_SIDE_PX
        : // A dewarped view shows a part of the picture, so the size of the whole circle counts. A patrol keeps its stream
          // from stop to stop: the one that its closest look needs.
          Math.max(...[dewarp, ...patrolLooks(sources, tileId)].map((each) => sourceSide(each, rect.width * ratio))));
    return {
      playerId: tileId,
      widthPx: side ?? rect.width * ratio * scale,
      heightPx: side ?? rect.height * ratio * scale,
      focused: [facts.focusedTileId, facts.fullTileId, enlarged?.tileId].includes(tileId),
      onScreen: isInSight(rect, area),
    };
  });
}
