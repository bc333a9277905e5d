/**
 * The timeline of an unlinked player, along the lower edge of its tile: whose it is and what moment it shows, the strip
 * over the whole width, and its controls. Tiles without room for it show the first line.
 */
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useReducer, useState } from "react";
import { epochMs } from "#actions/epoch.ts";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useTileName } from "#chrome/use-tile-name.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { ticks, tickStepMs } from "#domain/timeline/strip/ticks.ts";
import type { TimeWindow } from "#domain/timeline/time-window.ts";
import { formatLocal } from "#domain/timeline/zone.ts";
import { cellById } from "#domain/stage-grid/grid.ts";
import { cameraKey } from "#state/camera-store.ts";
import type { TileRect } from "#state/stage/stage-geometry.ts";
import { timelineTime, zoneOf } from "#state/timeline-store.ts";
import { SpeedMenu } from "./speed-menu.tsx";
import css from "./unlinked-bar.module.css";

/** The strip shows this much time: it moves on when the playhead comes to an end of it. */
const WINDOW_MS = 20 * 60_000;
const EDGE_SHARE = 0.05;
const LOOK_MS = 250;
const REFRESH_MS = 15_000;
/** The first press of an arrow key leaves the live window (5 s). */
const KEY_STEP_MS = 10_000;
/**
 * As on the stage's timeline: Shift multiplies the step of the arrow keys, and page keys move by half of the shown
 * window.
 */
const SHIFT_FACTOR = 10;
const ARROWS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
const PAGES: Readonly<Record<string, 1 | -1>> = { PageDown: -1, PageUp: 1 };
/** Finer than a pixel of the strip. */
const POINTER_STEP_MS = 100;
/** Labels of ticks are at least this far apart. */
const TICK_PX = 64;

/** The time of a tile's own playback: updated at once after each order, and four times a second. */
function useOwnTime(tileId: string): number {
  const { stores } = useProduct();
  const own = useFacts(stores.unlinked, (facts) => facts.byTile[tileId] ?? null);
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  useEffect(() => {
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return own ? timelineTime(own, epochMs()) : 0;
}

/**
 * The strip stands still while the time moves through it, and while `held`, because a dragged target must not move
 * under the pointer.
 */
function useWindow(timeMs: number, nowMs: number, held: boolean): TimeWindow {
  const around = (): number => Math.floor(Math.min(timeMs - WINDOW_MS / 2, nowMs - WINDOW_MS));
  const [startMs, setStartMs] = useState(around);
  const share = (timeMs - startMs) / WINDOW_MS;
  // At its right end the strip moves on only when there is later time to show.
  const isOut = share < EDGE_SHARE || share > 1 || (share > 1 - EDGE_SHARE && nowMs - (startMs + WINDOW_MS) > 1000);
  const next = isOut && !held ? around() : startMs;
  if (next !== startMs) setStartMs(next);
  return { startMs: next, stopMs: next + WINDOW_MS };
}

/** Whether a pointer is pressed on the strip, and the handler that starts it; it ends when the pointer is released. */
function useHeld(): readonly [boolean, () => void] {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!held) return;
    const end = (): void => setHeld(false);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
    return () => {
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    };
  }, [held]);
  return [held, () => setHeld(true)];
}

function useSpans(streamId: string | null, window: TimeWindow): readonly TimeWindow[] {
  const { recordings } = useWorkspace();
  const [spans, setSpans] = useState<readonly TimeWindow[]>([]);
  const { startMs, stopMs } = window;
  useEffect(() => {
    if (streamId === null) return;
    let gone = false;
    const load = async (): Promise<void> => {
      const answer = await recordings.spans(streamId, { startMs, stopMs });
      if (!gone && answer.ok) setSpans(answer.value);
    };
    void load();
    const timer = setInterval(() => void load(), REFRESH_MS);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [recordings, streamId, startMs, stopMs]);
  return spans;
}

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
  const streamId = useFacts(stores.cameras, (facts) => facts.byKey[camera]?.primaryStreamId ?? null);
  const state = useFacts(stores.unlinked, (facts) => facts.byTile[tileId]?.state ?? null);
  const zone = namedZone(useFacts(stores.timeline, zoneOf));
  const timeMs = useOwnTime(tileId);
  const [held, hold] = useHeld();
  const window = useWindow(timeMs, timeline.nowMs(), held);
  const spans = useSpans(streamId, window);
  const { second } = useShownTime();
  if (!state) return null;
  const isLive = state.mode === "live";
  const percent = (ms: number): number => Math.min(100, Math.max(0, ((ms - window.startMs) / WINDOW_MS) * 100));
  const onKey = (event: KeyboardEvent): void => {
    const arrowMs = (ARROWS[event.key] ?? 0) * KEY_STEP_MS * (event.shiftKey ? SHIFT_FACTOR : 1);
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
      <time>{isSmall ? clock : second(timeMs, zone)}</time>
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
    <div className={css.bar} data-toolbar={tileId} data-unlinked={tileId} style={place}>
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
        <IconButton
          size="small"
          label={say(state.paused ? "timeline.play" : "timeline.pause")}
          keys="Space k"
          onPress={() => links.togglePause(tileId)}
        >
          {state.paused ? <IconPlayerPlayFilled size={14} /> : <IconPlayerPauseFilled size={14} />}
        </IconButton>
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
