/** Mouse, touch and pen on the timeline: click seeks, dragging scrubs or selects, wheel and pinch change the scale. */
import { type RefObject, useEffect } from "react";
import { epochMs } from "#actions/epoch.ts";
import { clamp } from "#base/geometry.ts";
import { type Product, useProduct, useWorkspace, type Workspace } from "#chrome/product.ts";
import { dragSelection, type SelectionGrip } from "#domain/timeline/selection.ts";
import { durationOf, type TimeWindow, timeToX, xToTime } from "#domain/timeline/time-window.ts";
import { selectedRange } from "#domain/timeline/timeline-state.ts";
import { WINDOW_MIN_PX } from "#domain/limits.ts";
import { timelineWindow } from "#state/timeline-window.ts";
import { timelineTime } from "#state/timeline-store.ts";

/** A click that moves less than this is still a click. */
const DRAG_FROM_PX = 4;
/** The distance within which a press grabs a handle of the selection. */
const HANDLE_REACH_PX = 9;
/**
 * The height of the ruler: dragging there selects a range in selection mode. The stage draws it with the same height.
 */
const RULER_PX = 24;
/** The distance of the fingers must grow by this ratio for one step of the scale. */
const PINCH_STEP = 1.25;

type Grip = "scrub" | SelectionGrip;

interface Press {
  readonly pointerId: number;
  readonly fromX: number;
  readonly window: TimeWindow;
  readonly timeMs: number;
  readonly selection: TimeWindow | null;
  readonly grip: Grip;
  dragging: boolean;
}

export function useTimelinePointer(element: RefObject<HTMLElement | null>): void {
  const product = useProduct();
  const workspace = useWorkspace();
  useEffect(() => {
    const strip = element.current;
    return strip ? new TimelinePointer(strip, product, workspace).listen() : undefined;
  }, [element, product, workspace]);
}

class TimelinePointer {
  readonly #element: HTMLElement;
  readonly #stores: Product["stores"];
  readonly #timeline: Workspace["timeline"];
  #press: Press | null = null;
  readonly #touches = new Map<number, number>();
  #apart = 0;

  constructor(element: HTMLElement, { stores }: Product, { timeline }: Workspace) {
    this.#element = element;
    this.#stores = stores;
    this.#timeline = timeline;
  }

  listen(): () => void {
    const end = new AbortController();
    const { signal } = end;
    const element = this.#element;
    element.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    element.addEventListener("pointermove", (event) => this.#move(event), { signal });
    element.addEventListener("pointerup", (event) => this.#up(event), { signal });
    element.addEventListener("pointercancel", (event) => this.#cancel(event), { signal });
    element.addEventListener("pointerleave", () => this.#press || this.#timeline.hover(null), { signal });
    element.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
    // When the pointer is released in another window, the drag would continue without a pressed pointer.
    window.addEventListener("blur", () => this.#drop(), { signal });
    return () => {
      this.#drop();
      this.#timeline.hover(null);
      end.abort();
    };
  }

  get #width(): number {
    return Math.max(1, this.#element.clientWidth);
  }
  #window(): TimeWindow {
    return timelineWindow(this.#stores.timeline.get(), epochMs());
  }
  #at(event: MouseEvent): { x: number; y: number } {
    const corner = this.#element.getBoundingClientRect();
    return { x: event.clientX - corner.x, y: event.clientY - corner.y };
  }

  #gripAt(x: number, y: number, shift: boolean): Grip {
    const { state } = this.#stores.timeline.get();
    const range = selectedRange(state);
    if (range) {
      const window = this.#window();
      const left = timeToX(window, this.#width, range.startMs);
      const right = timeToX(window, this.#width, range.stopMs);
      if (Math.abs(x - left) <= HANDLE_REACH_PX && (x < (left + right) / 2 || right - left > HANDLE_REACH_PX * 2))
        return "from";
      if (Math.abs(x - right) <= HANDLE_REACH_PX) return "to";
      if (y < RULER_PX && x > left && x < right) return "move";
    }
    return state.selectionMode && (y < RULER_PX || shift) ? "select" : "scrub";
  }

  #down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const { x, y } = this.#at(event);
    if (event.pointerType === "touch") {
      // This is the first finger on the surface, so earlier ones that were never lifted are forgotten.
      if (event.isPrimary) this.#touches.clear();
      this.#touches.set(event.pointerId, x);
      if (this.#touches.size > 1) {
        this.#apart = 0;
        return this.#drop();
      }
    }
    // A second pointer takes over: the drag of the first pointer ends.
    this.#drop();
    this.#element.setPointerCapture(event.pointerId);
    const facts = this.#stores.timeline.get();
    this.#press = {
      pointerId: event.pointerId,
      fromX: x,
      window: this.#window(),
      timeMs: timelineTime(facts, epochMs()),
      selection: selectedRange(facts.state),
      grip: this.#gripAt(x, y, event.shiftKey),
      dragging: false,
    };
  }

  #move(event: PointerEvent): void {
    const { x, y } = this.#at(event);
    if (this.#touches.has(event.pointerId)) this.#touches.set(event.pointerId, x);
    if (this.#touches.size === 2) return this.#pinch();
    const press = this.#press;
    if (!press || press.pointerId !== event.pointerId) return this.#hover(event, x, y);
    if (!press.dragging && Math.abs(x - press.fromX) < DRAG_FROM_PX) return;
    if (!press.dragging && press.grip !== "scrub") this.#timeline.hold(true);
    press.dragging = true;
    this.#drag(press, x);
  }

  #hover(event: PointerEvent, x: number, y: number): void {
    if (event.pointerType === "touch") return;
    this.#timeline.hover(clamp(x / this.#width, 0, 1));
    const grip = this.#gripAt(x, y, event.shiftKey);
    this.#element.dataset.grip = grip;
  }

  #drag(press: Press, x: number): void {
    const { startMs } = press.window;
    const msPerPx = durationOf(press.window) / this.#width;
    const toMs = xToTime(press.window, this.#width, x);
    if (press.grip === "scrub") {
      const { selectionMode } = this.#stores.timeline.get().state;
      this.#timeline.hover(null);
      // Without selection mode the playhead stands still and the tape moves under it: dragging to the right goes back
      // in time.
      return this.#timeline.scrub(selectionMode ? toMs : press.timeMs - (x - press.fromX) * msPerPx);
    }
    const { selection } = press;
    const fromMs = startMs + press.fromX * msPerPx;
    const leastMs = WINDOW_MIN_PX * msPerPx;
    this.#timeline.select(
      dragSelection(press.grip, { fromMs, toMs, selection, leastMs, nowMs: this.#timeline.nowMs() }),
    );
  }

  #up(event: PointerEvent): void {
    this.#touches.delete(event.pointerId);
    const press = this.#press;
    if (!press || press.pointerId !== event.pointerId) return;
    if (press.dragging) return this.#drop();
    this.#press = null;
    const time = xToTime(this.#window(), this.#width, this.#at(event).x);
    // The live bar: the part of the timeline after now.
    if (time >= this.#timeline.nowMs()) this.#timeline.goLive();
    else this.#timeline.seek(time);
  }

  #cancel(event: PointerEvent): void {
    this.#touches.delete(event.pointerId);
    if (this.#press?.pointerId === event.pointerId) this.#drop();
  }

  #drop(): void {
    const press = this.#press;
    this.#press = null;
    if (!press?.dragging) return;
    if (press.grip === "scrub") this.#timeline.endScrub();
    else this.#timeline.hold(false);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    const { x } = this.#at(event);
    const window = this.#window();
    if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY))
      return this.#timeline.pan((sideways / this.#width) * durationOf(window));
    if (event.deltaY !== 0) this.#timeline.zoomBy("wheel", event.deltaY < 0 ? 1 : -1, xToTime(window, this.#width, x));
  }

  #pinch(): void {
    const [a, b] = [...this.#touches.values()];
    if (a === undefined || b === undefined) return;
    const apart = Math.max(1, Math.abs(a - b));
    if (this.#apart === 0) this.#apart = apart;
    const ratio = apart / this.#apart;
    if (ratio < PINCH_STEP && ratio > 1 / PINCH_STEP) return;
    this.#apart = apart;
    this.#timeline.zoomBy("pinch", ratio > 1 ? 1 : -1, xToTime(this.#window(), this.#width, (a + b) / 2));
  }
}
