/** What an unlinked player's own timeline shows: its time, the stretch of time about it, and what is recorded there. */
import { useEffect, useReducer, useState } from "react";
import { epochMs } from "#actions/epoch.ts";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { TimeWindow } from "#domain/timeline/time-window.ts";
import { timelineTime } from "#state/timeline-store.ts";

/** The strip shows this much time: it moves on when the playhead comes to an end of it. */
export const WINDOW_MS = 20 * 60_000;
const EDGE_SHARE = 0.05;
/** The strip moves by no less. */
const STEP_MS = 1000;
const LOOK_MS = 250;
const REFRESH_MS = 15_000;

/** The time of a tile's own playback: updated at once after each order, and four times a second. */
export function useOwnTime(tileId: string): number {
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
export function useWindow(timeMs: number, nowMs: number, held: boolean): TimeWindow {
  const around = (): number => Math.floor(Math.min(timeMs - WINDOW_MS / 2, nowMs - WINDOW_MS));
  const [startMs, setStartMs] = useState(around);
  const share = (timeMs - startMs) / WINDOW_MS;
  // At its right end the strip moves on only when there is later time to show.
  const isOut = share < EDGE_SHARE || share > 1 || (share > 1 - EDGE_SHARE && nowMs - (startMs + WINDOW_MS) > STEP_MS);
  const wanted = isOut && !held ? around() : startMs;
  // Time goes on between two renderings: a strip that moved by each millisecond would be rendered without end.
  const next = Math.abs(wanted - startMs) < STEP_MS ? startMs : wanted;
  if (next !== startMs) setStartMs(next);
  return { startMs: next, stopMs: next + WINDOW_MS };
}

/** Whether a pointer is pressed on the strip, and the handler that starts it; it ends when the pointer is released. */
export function useHeld(): readonly [boolean, () => void] {
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

/** `streamIds`: of one camera, separated by commas; what any of them has counts. */
export function useSpans(streamIds: string, window: TimeWindow): readonly TimeWindow[] {
  const { recordings } = useWorkspace();
  const [spans, setSpans] = useState<readonly TimeWindow[]>([]);
  const { startMs, stopMs } = window;
  useEffect(() => {
    if (streamIds === "") return;
    let gone = false;
    const load = async (): Promise<void> => {
      const answer = await recordings.spans(streamIds.split(","), { startMs, stopMs });
      if (!gone && answer.ok) setSpans(answer.value);
    };
    void load();
    const timer = setInterval(() => void load(), REFRESH_MS);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [recordings, streamIds, startMs, stopMs]);
  return spans;
}
