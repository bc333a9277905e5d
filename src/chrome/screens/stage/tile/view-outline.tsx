/**
 * The outlines of dewarped views in the round picture: on a small map beside a view, or over the round picture where it
 * is shown.
 */
import { Fragment } from "react";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { Point, Rect } from "#base/geometry.ts";
import { type LensCircle, lensCircle } from "#domain/dewarp/lens.ts";
import { type ViewInCircle, viewsInCircle } from "#domain/dewarp/tile-in-source.ts";
import { zoomedPicture } from "#domain/player/digital-zoom.ts";
import { perspectiveOf, tileDewarp, viewsOnRound } from "#state/stage/dewarp-tile.ts";
import type { TileRect } from "#state/stage/stage-geometry.ts";
import css from "../ptz/player-extras.module.css";

/** The size of the map as a share of the tile's shorter side. */
const SHARE = 0.28;

export function ViewOutlines({ tiles }: { readonly tiles: readonly TileRect[] }) {
  return tiles.map(({ tileId, rect }) => <Outline key={tileId} tileId={tileId} rect={rect} tiles={tiles} />);
}

interface OutlineProps {
  readonly tileId: string;
  readonly rect: Rect;
  readonly tiles: readonly TileRect[];
}

function Outline(props: OutlineProps) {
  const { stores } = useProduct();
  const on = useFacts(stores.players, (facts) => facts.byTile[props.tileId]?.viewOutline ?? false);
  return on ? <ShownOutline {...props} /> : null;
}

/** A map beside the perspective view; over the round picture the outlines of all views of this camera. */
function ShownOutline({ tileId, rect, tiles }: OutlineProps) {
  const { stores } = useProduct();
  const say = useText();
  const players = useFacts(stores.players, (facts) => facts);
  const cameras = useFacts(stores.cameras, (facts) => facts);
  const grid = useFacts(stores.stage, (facts) => facts.grid);
  const named = useFacts(stores.views, (facts) => facts);
  const dewarpMax = useFacts(stores.preferences, (facts) => facts.dewarpMax);
  const sources = { grid, cameras, players, views: named, dewarpMax };
  const mode = tileDewarp(sources, tileId)?.mode ?? 0;
  const own = perspectiveOf(sources, tileId);
  const player = players.byTile[tileId];
  if (!own || !player || mode === 2) return null;
  const rectOf = (id: string): Rect => tiles.find((each) => each.tileId === id)?.rect ?? rect;
  const label = say("dewarp.outlineLabel");
  if (mode === 1) {
    const side = Math.round(Math.min(rect.width, rect.height) * SHARE);
    const place = { x: rect.x + 8, y: rect.y + rect.height - side - 36, width: side, height: side };
    const circle = { cx: side / 2, cy: side / 2, rx: side / 2.08, ry: side / 2.08 };
    const view = { ...own, layout: tileDewarp(sources, tileId)?.layout ?? "single" };
    return <Lines label={label} place={place} circle={circle} views={viewsInCircle(view, rect)} map />;
  }
  if (!player.stats || player.stats.widthPx === 0) return null;
  const picture = { width: player.stats.widthPx, height: player.stats.heightPx };
  const shown = zoomedPicture(picture, rect, player.zoom);
  const scale = shown.width / picture.width;
  const inPicture = lensCircle(own.lens, picture);
  const circle = {
    cx: shown.x + inPicture.cx * scale,
    cy: shown.y + inPicture.cy * scale,
    rx: inPicture.rx * scale,
    ry: inPicture.ry * scale,
  };
  const views = viewsOnRound(sources, tileId).flatMap((id) => {
    const view = tileDewarp(sources, id) ?? perspectiveOf(sources, id);
    return view ? viewsInCircle(view, rectOf(id)) : [];
  });
  return <Lines label={label} place={rect} circle={circle} views={views} />;
}

/** Half the length of a cross's arms, shares of the circle. */
const CROSS = 0.05;

/** `place`: CSS px of the stage; `circle`: px of the place; a cross marks the centre of each view. */
function Lines(props: {
  readonly label: string;
  readonly place: Rect;
  readonly circle: LensCircle;
  readonly views: readonly ViewInCircle[];
  /** a map has a background and a rim of its own */
  readonly map?: boolean;
}) {
  const { place, circle } = props;
  const { cx, cy, rx, ry } = circle;
  return (
    <svg
      className={css.outline}
      role="img"
      aria-label={props.label}
      width={place.width}
      height={place.height}
      style={{ transform: `translate(${place.x}px, ${place.y}px)` }}
    >
      <g transform={`translate(${cx} ${cy}) scale(${rx} ${ry})`}>
        {props.map ? <circle r={1} className={css.rim ?? ""} /> : null}
        {props.views.map(({ outline, centre }, index) => (
          <Fragment key={index}>
            <path d={pathOf(outline)} className={css.view ?? ""} data-part="view" />
            {centre ? (
              <path
                d={`M${centre.x - CROSS} ${centre.y}h${2 * CROSS}M${centre.x} ${centre.y - CROSS}v${2 * CROSS}`}
                className={css.cross ?? ""}
              />
            ) : null}
          </Fragment>
        ))}
      </g>
    </svg>
  );
}

/** A closed line that is interrupted where the lens does not see. */
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
