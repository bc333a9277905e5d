/**
 * Says where a view of a fisheye looks beyond what its camera's picture holds. The painters hatch that part, in patrols,
 * snapshots and exports alike; here are the words for it.
 */
import { useMemo } from "react";
import { type Product, useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { Rect, Size } from "#base/geometry.ts";
import { sameData } from "#base/same-data.ts";
import { type DewarpScene, dewarpScene } from "#domain/dewarp/scene.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { pictureLimit } from "#domain/stage/picture-limit.ts";
import { tileDewarp } from "#state/stage/dewarp-tile.ts";
import type { TileRect } from "#state/stage/stage-geometry.ts";
import css from "../ptz/player-extras.module.css";

/** From this share of the view on, words say what the hatching means. */
const WORDS_FROM = 0.5;
/** A narrower tile has no room for them. */
const WORDS_MIN_PX = 200;
/** Less than this is a line of rounding along an edge. */
const LEAST_SHARE = 0.0005;

export function ViewLimits({ tiles }: { readonly tiles: readonly TileRect[] }) {
  return tiles.map(({ tileId, rect }) => <Limit key={tileId} tileId={tileId} rect={rect} />);
}

interface LimitProps {
  readonly tileId: string;
  readonly rect: Rect;
}

function Limit(props: LimitProps) {
  const { stores } = useProduct();
  const dewarped = useFacts(stores.stage, ({ grid }) => (cellById(grid, props.tileId)?.dewarpMode ?? 0) !== 0);
  const picture = useFacts(
    stores.players,
    ({ byTile }): Size | null => {
      const stats = byTile[props.tileId]?.stats;
      return stats && stats.widthPx > 0 ? { width: stats.widthPx, height: stats.heightPx } : null;
    },
    sameData,
  );
  return dewarped && picture ? <ShownLimit {...props} picture={picture} /> : null;
}

function ShownLimit({ tileId, rect, picture }: LimitProps & { readonly picture: Size }) {
  const say = useText();
  const scene = useScene(tileId);
  const { width, height } = rect;
  const share = useMemo(
    () => (scene ? pictureLimit(scene, { x: 0, y: 0, width, height }, picture).share : 0),
    [scene, width, height, picture],
  );
  if (share < LEAST_SHARE) return null;
  const label = say("dewarp.beyond");
  return (
    <svg
      className={css.outline}
      role="img"
      aria-label={label}
      data-view-limit={share.toFixed(3)}
      width={width}
      height={height}
      style={{ transform: `translate(${rect.x}px, ${rect.y}px)` }}
    >
      {share >= WORDS_FROM && width >= WORDS_MIN_PX ? (
        <text x={width / 2} y={height / 2} className={css.beyondWords ?? ""}>
          {label}
        </text>
      ) : null}
    </svg>
  );
}

/** The view of a tile, the same object until another one is shown: players say something four times a second. */
function useScene(tileId: string): DewarpScene | null {
  const { stores } = useProduct();
  const read = () => sceneOf(stores, tileId);
  const scene = useFacts(stores.players, read, sameData);
  useFacts(stores.stage, read, sameData);
  useFacts(stores.cameras, read, sameData);
  useFacts(stores.views, read, sameData);
  useFacts(stores.preferences, read, sameData);
  return scene;
}

function sceneOf(stores: Product["stores"], tileId: string): DewarpScene | null {
  const players = stores.players.get();
  const [cameras, { grid }, views] = [stores.cameras.get(), stores.stage.get(), stores.views.get()];
  const { dewarpMax } = stores.preferences.get();
  const tile = tileDewarp({ grid, cameras, players, views, dewarpMax }, tileId);
  // While a patrol moves, only the stage's worker knows what it shows.
  const patrol = players.byTile[tileId]?.patrol;
  return tile && (!patrol || patrol.heldAtMs !== null) ? dewarpScene(tile) : null;
}
