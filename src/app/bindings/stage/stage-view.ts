/** From the stores' facts to the plain view that the stage draws. Pure; lengths become device px here. */
import type { Rect } from "#base/geometry.ts";
import { noZoom } from "#domain/first-facts.ts";
import { isInSight } from "#domain/stage-grid/form.ts";
import { cellById, claimedAt } from "#domain/stage-grid/grid.ts";
import { cellRect, type DropTarget } from "#domain/stage-grid/layout.ts";
import { dewarpScene } from "#domain/dewarp/scene.ts";
import type { StageTheme, StageView, TileView } from "#protocol/stage-worker.ts";
import type { CameraStoreFacts } from "#state/camera-store.ts";
import { patrolRoute } from "#state/stage/patrol-tile.ts";
import { shownTileName } from "#state/stage/tile-name.ts";
import { tileDewarp } from "#state/stage/dewarp-tile.ts";
import type { PlayerFacts, PlayerStoreFacts } from "#state/stage/player-store.ts";
import {
  enlargedTile,
  fillingTileId,
  fitsOwnTimeline,
  layoutOf,
  type TileRect,
  tileRects,
} from "#state/stage/stage-geometry.ts";
import type { ServerStoreFacts } from "#state/server-store.ts";
import type { StageFacts } from "#state/stage/stage-store.ts";
import type { ViewStoreFacts } from "#state/stage/view-store.ts";
import type { UnlinkedFacts } from "#state/stage/unlinked-store.ts";
import type { StageWords } from "./stage-words.ts";

interface StageViewInput {
  readonly stage: StageFacts;
  /** CSS px: the canvas reaches to the end of it */
  readonly timelineRect: Rect | null;
  /** the stage's timeline is dragged, or stepped frame by frame */
  readonly looksClosely: boolean;
  readonly players: PlayerStoreFacts;
  readonly cameras: CameraStoreFacts;
  readonly servers: ServerStoreFacts;
  readonly unlinked: UnlinkedFacts;
  readonly views: ViewStoreFacts;
  /** most dewarped players at a time */
  readonly dewarpMax: number;
  /** patrols glide from view to view, instead of stepping */
  readonly glides: boolean;
  readonly words: StageWords;
  readonly theme: StageTheme;
  /** presents per second at most, 0 = no cap */
  readonly presentCapHz: number;
  readonly hidden: boolean;
  /** rectangles during the 200 ms of animation; without them the final places */
  readonly moving: ReadonlyMap<string, Rect>;
}

/** Width of the mark where a new row or column would grow. */
const GROW_MARK_PX = 10;

export function buildStageView(input: StageViewInput): StageView {
  const { stage, theme, hidden } = input;
  const ratio = stage.area.devicePixelRatio;
  const { drag } = stage;
  const area = { width: stage.area.widthCss, height: stage.area.heightCss };
  const inSight = tileRects(stage).filter((tile) => isInSight(input.moving.get(tile.tileId) ?? tile.rect, area));
  const tiles = inSight.map((tile) => tileView(input, tile));
  const extra: TileView[] = [];
  if (drag?.kind === "move") {
    const at = tiles.findIndex((tile) => tile.id === drag.tileId);
    const lifted = tiles[at];
    if (lifted) {
      const corner = { x: drag.point.x - drag.grab.x, y: drag.point.y - drag.grab.y };
      const rect = { ...lifted.rect, x: Math.round(corner.x * ratio), y: Math.round(corner.y * ratio) };
      tiles.splice(at, 1);
      extra.push({ ...lifted, rect, floating: true, opacity: 0.85, frame: "focus" });
    }
  }
  if ((drag?.kind === "move" || (drag?.kind === "add" && drag.cameras.length === 1)) && drag.target) {
    const swapped = drag.target.kind === "claimed" ? claimedAt(stage.grid, drag.target) : null;
    const at = tiles.findIndex((tile) => tile.id === swapped?.id);
    const other = tiles[at];
    if (other) tiles[at] = { ...other, frame: "drop" };
    else if (!swapped) extra.unshift(markOf(stage, drag.target));
  }
  if (drag?.kind === "resize") resizing(stage, drag, tiles, extra);
  const enlarged = enlargedTile(stage);
  if (enlarged) {
    const view = tileView(input, enlarged);
    extra.push({ ...view, id: `${enlarged.tileId}:enlarged`, floating: true, frame: "focus" });
  }
  return {
    widthPx: Math.max(1, Math.round(stage.area.widthCss * ratio)),
    heightPx: Math.max(1, Math.round(canvasHeight(input) * ratio)),
    devicePixelRatio: ratio,
    theme,
    tiles: [...tiles, ...extra],
    interacting: drag !== null || input.moving.size > 0 || stage.swipePx !== 0,
    presentCapHz: input.presentCapHz,
    hidden,
  };
}

/** A valid resize shows the tile at its new span; an invalid one leaves the span and turns red (document 1, section 5). */
function resizing(
  stage: StageFacts,
  drag: Extract<StageFacts["drag"], { kind: "resize" }>,
  tiles: TileView[],
  extra: TileView[],
): void {
  const at = tiles.findIndex((tile) => tile.id === drag.tileId);
  const tile = tiles[at];
  const cell = cellById(stage.grid, drag.tileId);
  if (!tile || !cell) return;
  tiles.splice(at, 1);
  const span = drag.valid ? { ...cell, rowSpan: drag.rowSpan, columnSpan: drag.columnSpan } : cell;
  const rect = scaled(cellRect(layoutOf(stage), span), stage.area.devicePixelRatio);
  extra.push({ ...tile, rect, floating: true, frame: drag.valid ? "valid" : "invalid" });
}

function tileView(input: StageViewInput, { tileId, rect }: TileRect): TileView {
  const { stage, players } = input;
  const ratio = stage.area.devicePixelRatio;
  const cell = cellById(stage.grid, tileId);
  const player = players.byTile[tileId];
  const dewarp = tileDewarp({ ...input, grid: stage.grid }, tileId);
  const patrol = dewarp && player?.patrol;
  const runs = cell && patrol?.heldAtMs === null ? patrolRoute(input, cell, input.glides) : null;
  return {
    id: tileId,
    sourceId: player?.sourceId ?? null,
    rect: scaled(input.moving.get(tileId) ?? rect, ratio),
    name: (cell && shownTileName(cell, input)) ?? "",
    overlay: overlayOf(input, tileId),
    message: messageOf(input.words, player),
    errorIcon: player?.errorIcon ?? "warning",
    badges: [
      ...(player?.ptz === true ? [input.words.ptz] : []),
      ...(player?.hasAudio === true && player.volume > 0 ? [input.words.sound] : []),
      ...(player?.still === true ? [input.words.still] : player?.saving === true ? [input.words.saving] : []),
      ...(patrol ? [patrol.heldAtMs === null ? input.words.patrol : input.words.patrolHeld] : []),
    ],
    unlinked: input.unlinked.byTile[tileId] !== undefined && !fitsOwnTimeline(rect),
    frame: isLarge(stage, tileId)
      ? "none"
      : tileId === stage.focusedTileId
        ? "focus"
        : tileId === stage.hoveredTileId
          ? "hover"
          : "none",
    opacity: 1,
    floating: false,
    zoom: dewarp ? noZoom : (player?.zoom ?? noZoom),
    dewarp: dewarp && dewarpScene(dewarp),
    patrol: patrol && runs ? { route: runs, start: patrol.start } : null,
  };
}

/** A small window's large picture is the only one: a frame around it says nothing. */
const isLarge = (stage: StageFacts, tileId: string): boolean =>
  stage.form !== "wall" && fillingTileId(stage) === tileId;

/** The disc of a paused player would cover the picture that the user goes to frame by frame. */
function overlayOf({ players, unlinked, looksClosely }: StageViewInput, tileId: string): TileView["overlay"] {
  const overlay = players.byTile[tileId]?.overlay ?? "connecting";
  const isClose = unlinked.byTile[tileId]?.stepping ?? looksClosely;
  return overlay === "play" && isClose ? "none" : overlay;
}

/** An error's own text, or the text of the state. A countdown needs no language. */
function messageOf({ states, failed, away }: StageWords, player: PlayerFacts | undefined): string {
  const state = player?.overlay ?? "connecting";
  const why = player?.failure ? failed(player.failure) : null;
  if (state === "delay") return why ? `${player?.message ?? ""} · ${away}` : (player?.message ?? "");
  if (state === "no_video" && why) return away;
  return state === "error" && why ? why : states[state];
}

const canvasHeight = ({ stage, timelineRect }: StageViewInput): number =>
  Math.max(stage.area.heightCss, timelineRect ? timelineRect.y + timelineRect.height : 0);

/** A rectangle in whole device px: edges are rounded, so that neighbours keep their gap. */
function scaled(rect: Rect, ratio: number): Rect {
  const x = Math.round(rect.x * ratio);
  const y = Math.round(rect.y * ratio);
  return {
    x,
    y,
    width: Math.max(1, Math.round((rect.x + rect.width) * ratio) - x),
    height: Math.max(1, Math.round((rect.y + rect.height) * ratio) - y),
  };
}

const mark = (rect: Rect, frame: TileView["frame"]): TileView => ({
  id: "mark",
  sourceId: null,
  rect,
  name: "",
  overlay: "none",
  message: "",
  badges: [],
  frame,
  opacity: 0.4,
  floating: true,
  zoom: noZoom,
  dewarp: null,
});

/** Where a drop would land: the free cell, or the edge that would grow. */
function markOf(stage: StageFacts, target: DropTarget): TileView {
  const { grid, area } = stage;
  const layout = layoutOf(stage);
  const ratio = area.devicePixelRatio;
  const row = Math.min(Math.max(target.row, 0), grid.rows - 1);
  const column = Math.min(Math.max(target.column, 0), grid.columns - 1);
  const rect = cellRect(layout, { row, column, rowSpan: 1, columnSpan: 1 });
  if (target.kind === "free") return mark(scaled(rect, ratio), "drop");
  const side = GROW_MARK_PX;
  const grown: Rect =
    target.column < 0
      ? { ...rect, x: rect.x - side, width: side }
      : target.column >= grid.columns
        ? { ...rect, x: rect.x + rect.width, width: side }
        : target.row < 0
          ? { ...rect, y: rect.y - side, height: side }
          : { ...rect, y: rect.y + rect.height, height: side };
  return mark(scaled(grown, ratio), "drop");
}
