/** Where the dewarped view lies in the round picture: a small map over the tile, drawn from the lens alone. */
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { Point, Rect } from "#base/geometry.ts";
import { outlineInCircle } from "#domain/dewarp/tile-view.ts";
import { tileDewarp } from "#state/dewarp-tile.ts";
import type { TileRect } from "#state/stage-geometry.ts";
import css from "./player-extras.module.css";

/** Share of the tile's shorter side that the map takes. */
const SHARE = 0.28;

export function ViewOutlines({ tiles }: { readonly tiles: readonly TileRect[] }) {
  return tiles.map(({ tileId, rect }) => <Outline key={tileId} tileId={tileId} rect={rect} />);
}

function Outline({ tileId, rect }: { readonly tileId: string; readonly rect: Rect }) {
  const { stores } = useProduct();
  const say = useText();
  const on = useFacts(stores.players, (facts) => facts.byTile[tileId]?.viewOutline ?? false);
  const state = useFacts(stores.players, (facts) => facts.byTile[tileId]?.dewarp ?? null);
  const grid = useFacts(stores.stage, (facts) => facts.grid);
  const dewarpMax = useFacts(stores.preferences, (facts) => facts.dewarpMax);
  if (!on) return null;
  const sources = { grid, cameras: stores.cameras.get(), players: stores.players.get(), dewarpMax };
  const tile = tileDewarp(sources, tileId);
  if (!tile || tile.mode !== 1) return null;
  const side = Math.round(Math.min(rect.width, rect.height) * SHARE);
  const lines = outlineInCircle(state ? { ...tile, ...state, layout: tile.layout } : tile, rect);
  return (
    <svg
      className={css.outline}
      role="img"
      aria-label={say("dewarp.outlineLabel")}
      viewBox="-1.04 -1.04 2.08 2.08"
      style={{
        width: side,
        height: side,
        transform: `translate(${rect.x + 8}px, ${rect.y + rect.height - side - 36}px)`,
      }}
    >
      <circle r={1} className={css.rim ?? ""} />
      {lines.map((line, index) => (
        <path key={index} d={pathOf(line)} className={css.view ?? ""} />
      ))}
    </svg>
  );
}

/** A closed line that breaks where the lens does not see. */
function pathOf(line: readonly (Point | null)[]): string {
  const closed = [...line, line[0] ?? null];
  let pen = "M";
  return closed
    .map((point) => {
      if (!point) {
        pen = "M";
        return "";
      }
      const step = `${pen}${point.x.toFixed(4)} ${point.y.toFixed(4)}`;
      pen = "L";
      return step;
    })
    .join("");
}
