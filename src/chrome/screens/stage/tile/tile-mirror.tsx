/** Each tile as a real, focusable element over the canvas: its name, state and time for assistive technology, its keys. */
import { type KeyboardEvent, memo, useEffect, useMemo } from "react";
import { classes } from "#chrome/kit/classes.ts";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import type { TextId } from "#chrome/texts/parts/all.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useTileName } from "#chrome/use-tile-name.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import type { Rect } from "#base/geometry.ts";
import { isKiosk } from "#domain/stage/deep-link.ts";
import { cellById, type Direction, inReadingOrder, neighbour, type StageGrid } from "#domain/stage-grid/grid.ts";
import { cameraKey } from "#state/camera-store.ts";
import { besideInOrder } from "#domain/stage-grid/form.ts";
import { oneAlone, type TileRect } from "#state/stage/stage-geometry.ts";
import { TileKeys } from "../input/tile-keys.ts";
import { useFlash } from "./use-flash.ts";
import { usePatrolStop } from "./use-patrol-stop.ts";
import { useFocusBeside } from "./use-focus-beside.ts";
import { useMinute, useSpokenTime } from "./use-spoken-time.ts";
import css from "../stage.module.css";
import type { OverlayState } from "#domain/player/overlay.ts";
import { type PlayerFacts, transportOf } from "#state/stage/player-store.ts";

const arrows: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** Keys that move, resize or close a tile, or open its menu. */
const changesStage = ({ key, shiftKey, altKey }: KeyboardEvent): boolean =>
  ((shiftKey || altKey) && key in arrows) ||
  (shiftKey && key === "F10") ||
  ["ContextMenu", "Delete", "Backspace"].includes(key);
/** Keys that repeat while they are held; every other key acts once. */
const REPEATS = /^(?:Arrow.*|[-+=_])$/;

export function TileMirror({
  tiles,
  enlarged,
  grid,
}: {
  readonly tiles: readonly TileRect[];
  /** the tile that is shown large over the others, and its rectangle */
  readonly enlarged: TileRect | null;
  readonly grid: StageGrid;
}) {
  const { stores } = useProduct();
  const { stage, look, savedStages, patrols, players, ptz } = useWorkspace();
  const keys = useMemo(
    () => new TileKeys({ stage, savedStages, patrols, players, ptz, stores }),
    [stage, savedStages, patrols, players, ptz, stores],
  );
  useFocusBeside();
  useFlash();
  useEffect(() => {
    // A key that is released in another window is never reported here.
    const stop = (): void => keys.stop();
    window.addEventListener("blur", stop);
    document.addEventListener("visibilitychange", stop);
    return () => {
      window.removeEventListener("blur", stop);
      document.removeEventListener("visibilitychange", stop);
      stop();
    };
  }, [keys]);
  const focusedId = useFacts(stores.stage, (facts) => facts.focusedTileId);
  const minute = useMinute();
  const order = inReadingOrder(grid).map((cell) => cell.id);
  const byId = new Map([...tiles, ...(enlarged ? [enlarged] : [])].map((tile) => [tile.tileId, tile.rect]));
  const shown = order.filter((id) => byId.has(id));
  const tabStop = focusedId !== null && shown.includes(focusedId) ? focusedId : shown[0];

  const focusTile = (id: string): void => document.querySelector<HTMLElement>(`[data-tile-id="${id}"]`)?.focus();
  const onKey = (event: KeyboardEvent, id: string): void => {
    if (event.repeat && !REPEATS.test(event.key)) return;
    const rect = byId.get(id);
    if (rect && keys.down(event, id, rect)) return event.preventDefault();
    // A kiosk's stage cannot be changed, and it has no menu.
    if (isKiosk(stores.stage.get().opening) && changesStage(event)) return event.preventDefault();
    const direction = arrows[event.key];
    if (direction) {
      // ⌘ with an arrow belongs to the browser; Ctrl and Alt have their own meaning here.
      if (event.metaKey) return;
      event.preventDefault();
      // A tile that is enlarged over the stage has no place to change, and the tiles behind it are not visible.
      const facts = stores.stage.get();
      if (facts.form !== "wall") {
        const step = direction === "left" || direction === "up" ? -1 : 1;
        if (event.shiftKey || event.altKey) return;
        if (oneAlone(facts)) {
          look.beside(step);
          // The tile that was large is gone with its focus.
          requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-tile-id]")?.focus());
          return;
        }
        const beside = besideInOrder(grid, id, step);
        return beside === null ? undefined : focusTile(beside);
      }
      if (oneAlone(facts)) return;
      if (event.shiftKey) return stage.moveBy(id, direction);
      if (event.altKey) return stage.resizeBy(id, direction);
      const next = neighbour(grid, id, direction);
      if (next) focusTile(next.id);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    switch (event.key) {
      case "ContextMenu":
        stage.setMenu({ tileId: id, at: null });
        break;
      case "F10":
        if (!event.shiftKey) return;
        stage.setMenu({ tileId: id, at: null });
        break;
      case "Enter":
      case "f":
        stage.setFull(stores.stage.get().fullTileId === id ? null : id);
        break;
      case "Escape":
        stage.setFull(null);
        stage.setEnlarged(null);
        break;
      case "Delete":
      case "Backspace":
        // The single player's page has nothing else to show.
        if (stores.single.get().page === null) stage.close(id);
        break;
      case "m":
        players.cycleVolume(id);
        break;
      case "i":
        players.toggleStats(id);
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  return shown.map((id) => {
    const cell = cellById(grid, id);
    const rect = byId.get(id);
    return cell && rect ? (
      <Tile
        key={id}
        id={id}
        camera={cameraKey(cell.camera)}
        rect={rect}
        minute={minute}
        isTabStop={id === tabStop}
        isCovered={enlarged !== null && enlarged.tileId !== id}
        onKey={onKey}
        keys={keys}
      />
    ) : null;
  });
}

interface TileProps {
  readonly id: string;
  readonly camera: string;
  readonly rect: Rect;
  readonly minute: number;
  readonly isTabStop: boolean;
  /** a tile behind the enlarged one: a pointer there does not mean this tile */
  readonly isCovered: boolean;
  readonly onKey: (event: KeyboardEvent, id: string) => void;
  readonly keys: TileKeys;
}

const Tile = memo(function Tile({ id, camera, rect, minute, isTabStop, isCovered, onKey, keys }: TileProps) {
  const { stores } = useProduct();
  const { stage } = useWorkspace();
  const say = useText();
  const name = useTileName(id);
  const shown = useFacts(stores.players, (facts) => tileState(facts.byTile[id]), sameFields);
  const time = useSpokenTime(id, minute);
  const played = say(`player.${shown.state}` as TextId);
  const stop = usePatrolStop(id);
  const sparing = shown.still
    ? say("still.state", { state: played })
    : shown.saving
      ? say("saving.state", { state: played })
      : played;
  const state = stop === null ? sparing : say(`patrols.state.${shown.patrol}`, { state: sparing, view: stop });
  const mode = say(`player.mode.${shown.transport}`);
  return (
    <button
      type="button"
      className={classes(css.tile, isCovered && css.covered)}
      data-tile-id={id}
      data-camera={camera}
      data-state={shown.state}
      data-still={shown.still || undefined}
      data-patrol={stop === null ? undefined : shown.patrol}
      data-mode={shown.mode}
      data-transport={shown.transport}
      aria-label={say("stage.tile", { name, state, mode, time })}
      aria-describedby="tile-help"
      tabIndex={isTabStop ? 0 : -1}
      style={{ width: rect.width, height: rect.height, transform: `translate(${rect.x}px, ${rect.y}px)` }}
      onFocus={() => stage.focus(id)}
      onBlur={(event) => {
        keys.stop();
        // The toolbar belongs to the focused tile: focus that moves into the toolbar keeps it there.
        if (!event.relatedTarget?.closest("[data-toolbar], [data-control-bar]")) stage.focus(null);
      }}
      onKeyDown={(event) => onKey(event, id)}
      onKeyUp={(event) => keys.up(event)}
    />
  );
});

/** The picture itself does not show the information of these overlays. */
const words: Partial<Record<OverlayState, string>> = { none: "playing", play: "paused" };

/** The state of a player in the words of the mirror. */
function tileState(player: PlayerFacts | undefined) {
  if (!player)
    return {
      state: "connecting",
      mode: "webrtc",
      transport: "webrtc",
      still: false,
      saving: false,
      patrol: "runs",
    } as const;
  const { overlay, mode, still, saving } = player;
  const patrol = (player.patrol?.heldAtMs ?? null) === null ? ("runs" as const) : ("held" as const);
  return { state: words[overlay] ?? overlay, mode, transport: transportOf(player), still, saving, patrol };
}
