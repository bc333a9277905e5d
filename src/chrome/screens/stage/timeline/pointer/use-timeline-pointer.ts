/**
 * Mouse, touch and pen on the timeline, live and played back alike: a click seeks, a drag of the tape pans and may be
 * thrown, the playhead's handle scrubs, ruler and Shift choose a range, wheel and pinch zoom.
 */
import { type RefObject, useEffect } from "react";
import { epochMs } from "#actions/epoch.ts";
import { clamp } from "#base/geometry.ts";
import { type Product, useProduct, useWorkspace, type Workspace } from "#chrome/product.ts";
import { type FlingSample, flingSpeed } from "#domain/timeline/strip/fling.ts";
import { gripAt, type TimelineGrip } from "#domain/timeline/strip/grips.ts";
import { isSameGesture } from "#domain/timeline/scales.ts";
import { dragSelection } from "#domain/timeline/strip/selection.ts";
import { pinchedWindow } from "#domain/timeline/strip/sight.ts";
import { durationOf, shiftWindow, type TimeWindow, timeToX, xToTime } from "#domain/timeline/time-window.ts";
import { selectedRange } from "#domain/timeline/timeline-state.ts";
import { WINDOW_MIN_PX } from "#domain/limits/timeline.ts";
import { timelineWindow } from "#state/timeline-window.ts";
import { timelineTime } from "#state/timeline-store.ts";
import { TimelineFling } from "./timeline-fling.ts";
import { TimelineWheel } from "./timeline-wheel.ts";

/** A click that moves less than this is still a click. */
const DRAG_FROM_PX = 4;

interface Press {
  readonly pointerId: number;
  readonly fromX: number;
  readonly window: TimeWindow;
  readonly headMs: number;
  readonly selection: TimeWindow | null;
  readonly grip: TimelineGrip;
  readonly path: FlingSample[];
  dragging: boolean;
}
interface Pinch {
  readonly window: TimeWindow;
  readonly from: readonly [number, number];
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
  #pinch: Pinch | null = null;
  #pinchedAtMs = Number.NEGATIVE_INFINITY;
  readonly #wheel: TimelineWheel;
  readonly #fling: TimelineFling;

  constructor(element: HTMLElement, { stores }: Product, { timeline }: Workspace) {
    this.#element = element;
    this.#stores = stores;
    this.#timeline = timeline;
    this.#wheel = new TimelineWheel(timeline);
    this.#fling = new TimelineFling(timeline);
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
    element.addEventListener("wheel", (event) => this.#turn(event), { signal, passive: false });
    // When the pointer is released in another window, the drag would continue without a pressed pointer.
    window.addEventListener("blur", () => this.#drop(), { signal });
    return () => {
      this.#drop();
      this.#fling.land();
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

  #gripAt(event: PointerEvent): TimelineGrip {
    const facts = this.#stores.timeline.get();
    const window = this.#window();
    const widthPx = this.#width;
    const xOf = (timeMs: number): number => timeToX(window, widthPx, timeMs);
    const headX = xOf(timelineTime(facts, epochMs()));
    const range = selectedRange(facts.state);
    return gripAt({
      ...this.#at(event),
      widthPx,
      shift: event.shiftKey,
      pointer: event.pointerType === "touch" ? "coarse" : "fine",
      headX: headX < 0 || headX > widthPx ? null : headX,
      range: range && [xOf(range.startMs), xOf(range.stopMs)],
    });
  }

  #down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const { x } = this.#at(event);
    this.#fling.land();
    // A second pointer takes over: the drag of the first pointer ends.
    this.#drop();
    this.#element.setPointerCapture(event.pointerId);
    if (event.pointerType === "touch") {
      // This is the first finger on the surface, so earlier ones that were never lifted are forgotten.
      if (event.isPrimary) this.#touches.clear();
      this.#touches.set(event.pointerId, x);
      if (this.#touches.size > 1) return this.#beginPinch();
    }
    // Fingers that leave after a pinch may touch again: that is no click.
    if (isSameGesture("pinch", event.timeStamp - this.#pinchedAtMs)) return;
    const facts = this.#stores.timeline.get();
    const grip = this.#gripAt(event);
    this.#press = {
      pointerId: event.pointerId,
      fromX: x,
      window: this.#window(),
      headMs: timelineTime(facts, epochMs()),
      selection: selectedRange(facts.state),
      grip,
      path: [],
      dragging: false,
    };
    // A finger mostly pans, perhaps over a line that costs money.
    if (grip !== "head" && event.pointerType !== "touch") this.#timeline.press(clamp(x / this.#width, 0, 1));
  }

  #move(event: PointerEvent): void {
    const { x, y } = this.#at(event);
    if (this.#touches.has(event.pointerId)) this.#touches.set(event.pointerId, x);
    if (this.#pinch) return this.#movePinch(this.#pinch);
    const press = this.#press;
    if (!press || press.pointerId !== event.pointerId) return this.#hover(event, x, y);
    if (!press.dragging && Math.abs(x - press.fromX) < DRAG_FROM_PX) return;
    if (!press.dragging) {
      this.#timeline.press(null);
      this.#timeline.hold(true);
    }
    press.dragging = true;
    press.path.push({ x, atMs: event.timeStamp });
    this.#drag(press, x);
  }

  #hover(event: PointerEvent, x: number, y: number): void {
    if (event.pointerType === "touch") return;
    this.#timeline.hover(clamp(x / this.#width, 0, 1), y);
    this.#element.dataset.grip = this.#gripAt(event);
  }

  #drag(press: Press, x: number): void {
    const { grip, window, selection, headMs } = press;
    const msPerPx = durationOf(window) / this.#width;
    const byMs = (x - press.fromX) * msPerPx;
    if (grip === "pan") {
      this.#timeline.hover(null);
      return this.#timeline.look(shiftWindow(window, -byMs));
    }
    if (grip === "head") {
      this.#timeline.hover(null);
      return this.#timeline.scrub(headMs + byMs);
    }
    const fromMs = window.startMs + press.fromX * msPerPx;
    const leastMs = WINDOW_MIN_PX * msPerPx;
    const toMs = xToTime(window, this.#width, x);
    this.#timeline.select(dragSelection(grip, { fromMs, toMs, selection, leastMs, nowMs: this.#timeline.nowMs() }));
  }

  #up(event: PointerEvent): void {
    this.#lift(event);
    const press = this.#press;
    if (!press || press.pointerId !== event.pointerId) return;
    if (press.dragging) {
      const speed = press.grip === "pan" ? flingSpeed(press.path, event.timeStamp) : 0;
      this.#drop();
      if (speed !== 0) this.#fling.start(speed, this.#window(), this.#width);
      return;
    }
    this.#press = null;
    // The playhead's handle stands over times that nobody meant to go to.
    if (press.grip === "head") return;
    const time = xToTime(this.#window(), this.#width, this.#at(event).x);
    // The live bar: the part of the timeline after now.
    if (time >= this.#timeline.nowMs()) this.#timeline.goLive();
    else this.#timeline.seek(time);
  }

  #cancel(event: PointerEvent): void {
    this.#lift(event);
    if (this.#press?.pointerId === event.pointerId) this.#drop();
  }

  #drop(): void {
    const press = this.#press;
    this.#press = null;
    if (!press) return;
    if (!press.dragging) return this.#timeline.press(null);
    this.#timeline.hold(false);
    if (press.grip === "head") this.#timeline.endScrub();
  }

  #turn(event: WheelEvent): void {
    event.preventDefault();
    this.#fling.land();
    this.#wheel.turn(event, { ...this.#at(event), widthPx: this.#width, window: this.#window() });
  }

  #fingers(): readonly [number, number] | null {
    const [a, b] = [...this.#touches.values()];
    return a === undefined || b === undefined ? null : [a, b];
  }

  #beginPinch(): void {
    const from = this.#fingers();
    this.#timeline.hold(true);
    this.#pinch = from && { window: this.#window(), from };
  }

  #movePinch({ window, from }: Pinch): void {
    const to = this.#fingers();
    if (to) this.#timeline.look(pinchedWindow(window, this.#width, from, to, this.#timeline.nowMs()));
  }

  /** A finger that stays on the strip after a pinch neither drags nor clicks: it has no press. */
  #lift(event: PointerEvent): void {
    this.#touches.delete(event.pointerId);
    if (!this.#pinch) return;
    this.#pinch = null;
    this.#pinchedAtMs = event.timeStamp;
    this.#timeline.hold(false);
  }
}
