/**
 * The timeline of an unlinked player, along the lower edge of its tile: whose it is and what moment it shows, the strip
 * over the whole width, and its controls. A low tile shows the first line, and the rest while it is pointed at or has
 * the keyboard; tiles without room for the rest show the first line alone.
 */
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward10,
  IconRewindForward10,
} from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useTileName } from "#chrome/use-tile-name.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { JUMP_MS } from "#domain/limits/stage.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { ticks, tickStepMs } from "#domain/timeline/strip/ticks.ts";
import { formatLocal } from "#domain/timeline/zone.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { cameraKey } from "#state/camera-store.ts";
import type { TileRect } from "#state/stage/stage-geometry.ts";
import { zoneOf } from "#state/timeline-store.ts";
import { SpeedMenu } from "./speed-menu.tsx";
import { useHeld, useOwnTime, useSpans, useWindow, WINDOW_MS } from "./use-own-timeline.ts";
import css from "./unlinked-bar.module.css";

/**
 * As on the stage's timeline: Shift multiplies the step of the arrow keys, and page keys move by half of the shown
 * window.
 */
const SHIFT_FACTOR = 10;
const ARROWS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
const PAGES: Readonly<Record<string, 1 | -1>> = { PageDown: -1, PageUp: 1 };
/** Finer than a pixel of the strip. */
const POINTER_STEP_MS = 100;
/** In a tile that is lower than this the whole bar would hide more than a quarter of the picture. */
const LOW_TILE_PX = 260;
/** With fewer px the clock alone stands beside the controls of a low tile. */
const DATE_PX = 380;
/** Labels of ticks are at least this far apart. */
const TICK_PX = 64;

interface BarProps extends TileRect {
  /** the corner of the tile that resizes it stays free, px */
  readonly cornerPx: number;
  /** the tile has no room for more than the line that says what it shows */
  readonly isSmall: boolean;
}

export default function UnlinkedBar({ tileId, rect, cornerPx, isSmall }: BarProps) {
  const { stores } = useProduct();
  const { links, timeline } = useWorkspace();
  const say = useText();
  const camera = useFacts(stores.stage, (facts) => {
    const cell = cellById(facts.grid, tileId);
    return cell ? cameraKey(cell.camera) : "";
  });
  const name = useTileName(tileId);
  const streamIds = useFacts(stores.cameras, (facts) =>
    (facts.byKey[camera]?.streams ?? []).map(({ id }) => id).join(),
  );
  const state = useFacts(stores.unlinked, (facts) => facts.byTile[tileId]?.state ?? null);
  const zone = namedZone(useFacts(stores.timeline, zoneOf));
  const timeMs = useOwnTime(tileId);
  const [held, hold] = useHeld();
  const window = useWindow(timeMs, timeline.nowMs(), held);
  const spans = useSpans(streamIds, window);
  const { second } = useShownTime();
  const isLow = rect.height < LOW_TILE_PX;
  const isPointedAt = useFacts(stores.stage, (facts) => (facts.hoveredTileId ?? facts.focusedTileId) === tileId);
  const [hasFocus, setHasFocus] = useState(false);
  const isActive = isPointedAt || hasFocus;
  if (!state) return null;
  const isLive = state.mode === "live";
  const percent = (ms: number): number => Math.min(100, Math.max(0, ((ms - window.startMs) / WINDOW_MS) * 100));
  const onKey = (event: KeyboardEvent): void => {
    const arrowMs = (ARROWS[event.key] ?? 0) * JUMP_MS * (event.shiftKey ? SHIFT_FACTOR : 1);
    const byMs = arrowMs + (PAGES[event.key] ?? 0) * (WINDOW_MS / 2);
    if (event.key === "End") links.goLive(tileId);
    else if (byMs !== 0) links.seek(tileId, timeMs + byMs);
    else return;
    event.preventDefault();
  };
  const clock = formatLocal(timeMs, zone, "HH:mm:ss");
  const said = (
    <div className={css.said} data-unlinked-said={tileId}>
      <span className={css.name}>{name}</span>
      <time>{isSmall || (isLow && isActive && rect.width < DATE_PX) ? clock : second(timeMs, zone)}</time>
      <span className={css.badge} data-live={isLive || undefined}>
        {say(isLive ? "timeline.live" : "timeline.notLive")}
      </span>
    </div>
  );
  const place = {
    width: rect.width,
    transform: `translate(${rect.x}px, ${rect.y + rect.height}px) translateY(-100%)`,
  };
  if (isSmall)
    return (
      <div className={css.bar} style={place}>
        {said}
      </div>
    );
  const marks = ticks(window, tickStepMs(window, rect.width, TICK_PX), zone);
  return (
    <div
      className={css.bar}
      data-toolbar={tileId}
      data-unlinked={tileId}
      data-low={isLow ? (isActive ? "active" : "") : undefined}
      style={place}
      onFocus={() => setHasFocus(true)}
      onBlur={({ currentTarget, relatedTarget }) => setHasFocus(currentTarget.contains(relatedTarget))}
    >
      {said}
      <span className={css.strip}>
        {spans.map(({ startMs, stopMs }) => (
          <span
            key={startMs}
            className={css.span}
            style={{
              insetInlineStart: `${percent(startMs)}%`,
              width: `${Math.max(0.2, percent(stopMs) - percent(startMs))}%`,
            }}
          />
        ))}
        {marks.map(({ timeMs: atMs, label }) => (
          <span key={atMs} className={css.tick} style={{ insetInlineStart: `${percent(atMs)}%` }} aria-hidden="true">
            {label}
          </span>
        ))}
        <span className={css.head} style={{ insetInlineStart: `${percent(timeMs)}%` }} />
        <input
          type="range"
          className={css.slider}
          aria-label={say("player.ownTimeline", { name })}
          aria-valuetext={clock}
          min={window.startMs}
          max={window.stopMs}
          step={POINTER_STEP_MS}
          value={timeMs}
          onPointerDown={hold}
          onKeyDown={onKey}
          onChange={(event) => links.seek(tileId, event.target.valueAsNumber)}
        />
      </span>
      <div className={css.controls} style={{ marginInlineEnd: cornerPx }}>
        {isLow ? null : (
          <IconButton
            size="small"
            label={say("timeline.jumpBack", { count: JUMP_MS / 1000 })}
            keys="Shift+J"
            onPress={() => links.jump(tileId, -JUMP_MS)}
          >
            <IconRewindBackward10 size={16} />
          </IconButton>
        )}
        <IconButton
          size="small"
          label={say(state.paused ? "timeline.play" : "timeline.pause")}
          keys="Space k"
          onPress={() => links.togglePause(tileId)}
        >
          {state.paused ? <IconPlayerPlayFilled size={14} /> : <IconPlayerPauseFilled size={14} />}
        </IconButton>
        {isLow ? null : (
          <IconButton
            size="small"
            label={say("timeline.jumpForward", { count: JUMP_MS / 1000 })}
            keys="Shift+L"
            isDisabled={isLive}
            onPress={() => links.jump(tileId, JUMP_MS)}
          >
            <IconRewindForward10 size={16} />
          </IconButton>
        )}
        <SpeedMenu speed={state.speed} onChoose={(speed) => links.setSpeed(tileId, speed)} />
        <button
          type="button"
          className={css.live}
          data-live={isLive || undefined}
          aria-label={say(isLive ? "timeline.live" : "timeline.toLive")}
          aria-pressed={isLive}
          onClick={() => links.goLive(tileId)}
        >
          {say("timeline.live")}
        </button>
      </div>
    </div>
  );
}
