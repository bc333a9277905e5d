/** The place of the timeline over the canvas: an accessible slider; the stage draws the timeline under it. */
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { epochMs } from "#actions/epoch.ts";
import { isForBrowser } from "#chrome/kit/browser/browser-keys.ts";
import { lateChunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { EXPORT_MIN_MS, LIVE_WINDOW_S } from "#domain/limits/timeline.ts";
import { RESIZE_DEBOUNCE_MS } from "#domain/limits/stage.ts";
import { speedLabel } from "#domain/timeline/speed.ts";
import { stripHeight } from "#domain/timeline/strip/lane-rows.ts";
import { durationOf } from "#domain/timeline/time-window.ts";
import { selectedRange } from "#domain/timeline/timeline-state.ts";
import { timelineWindow } from "#state/timeline-window.ts";
import { timelineTime, zoneOf } from "#state/timeline-store.ts";
import words from "#chrome/kit/words.module.css";
import css from "./timeline-strip.module.css";
import { StripEdge } from "./lanes/strip-edge.tsx";
import { useTimelinePointer } from "./pointer/use-timeline-pointer.ts";

// Its place is kept free from the beginning; the names come after the strip.
const LaneGutter = lateChunk(() => import("./lanes/lane-gutter.tsx"));

/** An arrow key moves by this share of the shown window, with Shift by ten times as much. */
const KEY_SHARE = 0.01;
const MINUTE_S = 60;
/** A step back from live goes at least this far. */
const LEAVES_LIVE_MS = LIVE_WINDOW_S * 1000 + 1000;

export function TimelineStrip({ frame }: { readonly frame: RefObject<HTMLElement | null> }) {
  const { stores } = useProduct();
  const { timeline } = useWorkspace();
  const say = useText();
  const strip = useRef<HTMLDivElement>(null);
  const state = useFacts(stores.timeline, (facts) => facts.state);
  // While it plays, the words change once a minute: a screen reader must not talk every second.
  const second = useFacts(stores.timeline, ({ shownSecond, state: { paused } }) =>
    paused ? shownSecond : Math.floor(shownSecond / MINUTE_S) * MINUTE_S,
  );
  const zone = useFacts(stores.timeline, zoneOf);
  // The bounds follow zoom and pan too.
  useFacts(stores.timeline, ({ msPerPx, centreMs, headShare }) => `${msPerPx}/${centreMs}/${headShare}`);
  useTimelinePointer(strip);
  usePlace(strip, frame);

  const onKey = (event: KeyboardEvent): void => {
    // A slider uses the arrow keys itself, with or without modifier keys.
    if (event.key.length === 1 && isForBrowser(event)) return;
    const facts = stores.timeline.get();
    const window = timelineWindow(facts, epochMs());
    const time = timelineTime(facts, epochMs());
    const step = durationOf(window) * KEY_SHARE * (event.shiftKey ? 10 : 1);
    // A time closer to now than this is live, so a smaller step back from there would have no effect.
    const back = state.mode === "live" ? Math.max(step, LEAVES_LIVE_MS) : step;
    const range = selectedRange(state);
    switch (event.key) {
      case "ArrowLeft":
      case "ArrowDown":
        timeline.seek(time - back, "jump");
        break;
      case "ArrowRight":
      case "ArrowUp":
        timeline.seek(time + step, "jump");
        break;
      case "PageDown":
      case "PageUp": {
        const byMs = (durationOf(window) / 2) * (event.key === "PageUp" ? 1 : -1);
        if (event.shiftKey) timeline.pan(byMs);
        else timeline.seek(time + byMs, "jump");
        break;
      }
      case "Home":
        timeline.seek(window.startMs, "jump");
        break;
      case "End":
        timeline.goLive();
        break;
      case "+":
      case "=":
        timeline.zoom(1);
        break;
      case "-":
        timeline.zoom(-1);
        break;
      case "[": {
        // Nothing after now can be selected: near now the range starts earlier instead.
        const stopMs = Math.min(timeline.nowMs(), Math.max(range?.stopMs ?? 0, time + EXPORT_MIN_MS));
        timeline.select({ startMs: Math.min(time, stopMs - EXPORT_MIN_MS), stopMs });
        break;
      }
      case "]":
        timeline.select({ startMs: Math.min(range?.startMs ?? time, time - EXPORT_MIN_MS), stopMs: time });
        break;
      case "Escape":
        timeline.select(null);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const heightPx = useFacts(stores.preferences, (facts) =>
    facts.timelineHeightPx === null ? null : stripHeight(facts.timelineHeightPx, facts.window.heightPx),
  );
  const shown = useShownTime();
  const window = timelineWindow(stores.timeline.get(), epochMs());
  const time = shown.second(second * 1000, zone);
  const spoken =
    state.mode === "live"
      ? say("timeline.spokenLive", { time })
      : state.paused
        ? say("timeline.spokenPaused", { time })
        : say("timeline.spokenPlaying", { time, speed: speedLabel(state.speed) });
  return (
    <div className={css.strip} style={heightPx === null ? undefined : { height: heightPx }}>
      <StripEdge />
      <LatePart>
        <LaneGutter />
      </LatePart>
      <div ref={strip} className={css.tape} data-timeline="" data-mode={state.mode}>
        {/* The pointer belongs to the strip; keys and readers use the slider that lies over it. */}
        <input
          type="range"
          className={css.stripSlider}
          aria-label={say("timeline.label")}
          aria-describedby="timeline-help"
          min={Math.floor(window.startMs / 1000)}
          max={Math.ceil(window.stopMs / 1000)}
          value={second}
          aria-valuetext={spoken}
          onKeyDown={onKey}
          onChange={(event) => timeline.seek(event.target.valueAsNumber * 1000, "jump")}
        />
        <span id="timeline-help" className={words.hidden}>
          {say("timeline.help")}
        </span>
      </div>
    </div>
  );
}

/** Reports the position of the strip on the canvas: at once the first time, then with the same delay as the stage. */
function usePlace(strip: RefObject<HTMLElement | null>, frame: RefObject<HTMLElement | null>): void {
  const { timeline } = useWorkspace();
  useEffect(() => {
    const [element, origin] = [strip.current, frame.current];
    if (!element || !origin) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = (): void => {
      const corner = origin.getBoundingClientRect();
      const { x, y, width, height } = element.getBoundingClientRect();
      timeline.place({ x: x - corner.x, y: y - corner.y, width, height });
    };
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(measure, RESIZE_DEBOUNCE_MS);
    };
    measure();
    const observer = new ResizeObserver(later);
    observer.observe(element);
    observer.observe(origin);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      timeline.place(null);
    };
  }, [strip, frame, timeline]);
}
