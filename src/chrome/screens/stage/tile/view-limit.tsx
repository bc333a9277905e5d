/** Where a view of a fisheye looks beyond what its camera's picture holds: hatched, instead of a black that could be night. */
import { useMemo, useState } from "react";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { Point, Rect, Size } from "#base/geometry.ts";
import { sameData } from "#base/same-data.ts";
import { dewarpScene } from "#domain/dewarp/tile-view.ts";
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
const HATCH_PX = 10;

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
  const { stores } = useProduct();
  const say = useText();
  const players = useFacts(stores.players, (facts) => facts);
  const cameras = useFacts(stores.cameras, (facts) => facts);
  const grid = useFacts(stores.stage, (facts) => facts.grid);
  const views = useFacts(stores.views, (facts) => facts);
  const dewarpMax = useFacts(stores.preferences, (facts) => facts.dewarpMax);
  const tile = tileDewarp({ grid, cameras, players, views, dewarpMax }, tileId);
  // What a patrol shows on its way only the stage's worker knows.
  const patrol = players.byTile[tileId]?.patrol;
  const scene = useKept(tile && (!patrol || patrol.heldAtMs !== null) ? dewarpScene(tile) : null);
  const { width, height } = rect;
  const limit = useMemo(
    () => scene && pictureLimit(scene, { x: 0, y: 0, width, height }, picture),
    [scene, width, height, picture],
  );
  if (!limit || limit.share < LEAST_SHARE) return null;
  const label = say("dewarp.beyond");
  const id = `beyond-${tileId}`;
  return (
    <svg
      className={css.outline}
      role="img"
      aria-label={label}
      data-view-limit={limit.share.toFixed(3)}
      width={width}
      height={height}
      style={{ transform: `translate(${rect.x}px, ${rect.y}px)` }}
    >
      <pattern id={id} width={HATCH_PX} height={HATCH_PX} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={HATCH_PX} height={HATCH_PX} className={css.beyond ?? ""} />
        <rect width={HATCH_PX / 2} height={HATCH_PX} className={css.hatch ?? ""} />
      </pattern>
      <path d={limit.outside.map(pathOf).join("")} fill={`url(#${id})`} />
      {limit.share >= WORDS_FROM && width >= WORDS_MIN_PX ? (
        <text x={width / 2} y={height / 2} className={css.beyondWords ?? ""}>
          {label}
        </text>
      ) : null}
    </svg>
  );
}

const pathOf = (outline: readonly Point[]): string =>
  `M${outline.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;

/** The value itself as long as one that is made anew says the same. */
function useKept<T>(value: T): T {
  const [kept, setKept] = useState(value);
  if (sameData(kept, value)) return kept;
  setKept(value);
  return value;
}
