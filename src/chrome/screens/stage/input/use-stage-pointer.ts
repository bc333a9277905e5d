/**
 * Mouse, touch and pen on the stage area: hover, click, double-click, move, resize, digital zoom by wheel and pinch,
 * pan of a zoomed picture. Pure geometry decides which tile lies under the pointer; a move does not make React render.
 */
import { type RefObject, useEffect } from "react";
import { ignoreNextClick } from "#chrome/kit/browser/ignore-next-click.ts";
import { type Product, useProduct, useWorkspace, type Workspace } from "#chrome/product.ts";
import type { Point } from "#base/geometry.ts";
import { TAP_AND_HOLD_MS } from "#domain/limits/ptz.ts";
import { oneAlone } from "#state/stage/stage-geometry.ts";
import { Pinch } from "./pinch.ts";
import { onPane, onToolbar, within } from "./pointer-target.ts";
import { type Press, PressDrags } from "./press-drags.ts";
import { isFixed, isWall, rectOf, tileAt } from "./tile-at.ts";
import { TileClicks } from "./tile-clicks.ts";
import { TileGestures } from "./tile-gestures.ts";

/** A click that moves less than this is still a click. */
const DRAG_THRESHOLD_PX = 6;
/**
 * A finger that rests this long on a tile opens its menu: the hook measures this itself, because not every browser
 * reports a long press.
 */
const LONG_PRESS_MS = 500;
/** A finger that has opened a menu pulls its tile away after this much. */
const PULL_THRESHOLD_PX = 12;
/** One notch of an ordinary mouse wheel. */
const WHEEL_NOTCH_PX = 100;

export function useStagePointer(area: RefObject<HTMLElement | null>): void {
  const { stores } = useProduct();
  const workspace = useWorkspace();
  useEffect(() => {
    const element = area.current;
    return element ? new StagePointer(element, { ...workspace, stores }).listen() : undefined;
  }, [area, stores, workspace]);
}

class StagePointer {
  readonly #element: HTMLElement;
  readonly #product: Workspace & Pick<Product, "stores">;
  readonly #gestures: TileGestures;
  readonly #drags: PressDrags;
  readonly #clicks: TileClicks;
  readonly #pinch: Pinch;
  readonly #end = new AbortController();
  #press: Press | null = null;
  /** lets the cycle of stages continue: it waits while a pointer is down, or two fingers zoom */
  #letGo: (() => void) | null = null;
  #hold: ReturnType<typeof setTimeout> | undefined;
  /** the finger whose rest has opened a menu, and is still down: it may pull the tile away */
  #rested: Press | null = null;

  constructor(element: HTMLElement, product: Workspace & Pick<Product, "stores">) {
    this.#element = element;
    this.#product = product;
    this.#gestures = new TileGestures(product);
    this.#drags = new PressDrags(product, this.#gestures);
    this.#clicks = new TileClicks(element, product, this.#gestures);
    this.#pinch = new Pinch(product.stores.stage, this.#gestures, () => {
      this.#letGo ??= product.savedStages.hold();
    });
  }

  listen(): () => void {
    const { signal } = this.#end;
    const element = this.#element;
    element.addEventListener("pointermove", (event) => this.#move(event), { signal });
    element.addEventListener("pointerdown", (event) => this.#down(event), { signal });
    // A quick flick leaves the stage before it counts as a drag, and is released somewhere else.
    window.addEventListener("pointerup", (event) => this.#up(event), { signal });
    window.addEventListener("pointercancel", (event) => this.#cancel(event), { signal });
    element.addEventListener("pointerleave", () => this.#leave(), { signal });
    element.addEventListener("contextmenu", (event) => this.#menu(event), { signal });
    element.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
    window.addEventListener("keydown", (event) => event.key === "Escape" && this.#escape(), { signal });
    window.addEventListener("blur", () => this.#drop(), { signal });
    return () => {
      this.#drop();
      this.#end.abort();
    };
  }

  get #facts() {
    return this.#product.stores.stage.get();
  }

  #point(event: MouseEvent): Point {
    const corner = this.#element.getBoundingClientRect();
    return { x: event.clientX - corner.x, y: event.clientY - corner.y };
  }

  #move(event: PointerEvent): void {
    const point = this.#point(event);
    if (this.#pinch.move(event.pointerId, point)) return;
    if (this.#rested?.pointerId === event.pointerId) this.#pullFromMenu(this.#rested, point);
    const press = this.#press;
    if (!press || press.pointerId !== event.pointerId) return this.#hover(event, point);
    if (press.dragging === "no") {
      if (Math.hypot(point.x - press.from.x, point.y - press.from.y) < DRAG_THRESHOLD_PX) return;
      clearTimeout(this.#hold);
      press.dragging = this.#drags.start(press);
      // The gamepad's cursor is not a real pointer, so it cannot be captured.
      if (event.isTrusted) this.#element.setPointerCapture(event.pointerId);
    }
    this.#drags.move(press, point);
  }

  /** The tile follows the finger that has opened its menu by resting, as soon as it moves on. */
  #pullFromMenu(rested: Press, point: Point): void {
    if (Math.hypot(point.x - rested.from.x, point.y - rested.from.y) < PULL_THRESHOLD_PX) return;
    this.#rested = null;
    if (!isWall(this.#facts) || oneAlone(this.#facts)) return;
    this.#product.stage.setMenu(null);
    this.#press = { ...rested, edge: null, dragging: "move" };
    this.#letGo ??= this.#product.savedStages.hold();
  }

  /** A press whose pointer stays where it went down. */
  #held(press: Press): void {
    const rect = rectOf(this.#facts, press.tileId);
    if (this.#press !== press || press.dragging !== "no" || !rect) return;
    press.inside = this.#gestures.hold(press.tileId, within(rect, press.from), rect);
    if (press.inside) press.dragging = "inside";
    else if (press.touch)
      this.#hold = setTimeout(() => {
        this.#openMenu(press.tileId, press.from);
        this.#rested = press;
        ignoreNextClick(this.#end.signal);
      }, LONG_PRESS_MS - TAP_AND_HOLD_MS);
  }

  #hover(event: PointerEvent, point: Point): void {
    if (onToolbar(event)) return;
    const hit = tileAt(this.#facts, point);
    this.#hovered(event, hit?.tileId ?? null);
    const edge = event.pointerType === "mouse" ? hit?.edge : null;
    if (edge) this.#element.dataset.edge = edge;
    else delete this.#element.dataset.edge;
  }

  #down(event: PointerEvent): void {
    if (onToolbar(event) || (event.pointerType === "mouse" && event.button !== 0)) return;
    const point = this.#point(event);
    const touch = event.pointerType === "touch";
    if (touch && this.#pinch.down(event, point)) {
      this.#drop();
      return this.#pinch.follow();
    }
    const hit = tileAt(this.#facts, point, touch);
    this.#rested = null;
    this.#hovered(event, hit?.tileId ?? null);
    // A click beside the enlarged preview closes it.
    if (!hit) return this.#product.stage.setEnlarged(null);
    // A second pointer takes over: the drag of the first pointer is ended properly.
    this.#drop();
    this.#product.patrols.hold(hit.tileId);
    const { pointerId, shiftKey: moves } = event;
    const { timeStamp: atMs } = event;
    const press: Press = { pointerId, ...hit, from: point, touch, moves, atMs, dragging: "no", inside: null };
    this.#press = press;
    this.#letGo = this.#product.savedStages.hold();
    this.#hold = setTimeout(() => this.#held(press), TAP_AND_HOLD_MS);
  }

  #up(event: PointerEvent): void {
    this.#lift(event);
    const press = this.#press;
    if (!press || press.pointerId !== event.pointerId) return;
    this.#release();
    const { drag } = this.#facts;
    this.#drags.end();
    if (press.dragging === "no") {
      const point = this.#point(event);
      const still = Math.hypot(point.x - press.from.x, point.y - press.from.y) < DRAG_THRESHOLD_PX;
      return still ? this.#clicks.click(press, event) : undefined;
    }
    this.#drags.drop(press, drag, this.#point(event), event.timeStamp);
  }

  /** A finger hovers over nothing: in a small window its touch would bring a header that a tap does not need. */
  #hovered({ pointerType }: PointerEvent, tileId: string | null): void {
    if (pointerType !== "touch" || isWall(this.#facts)) this.#product.stage.hover(tileId);
  }

  /**
   * A right click, or a long press where the browser reports one. A drag, or a press that steers a camera, continues.
   */
  #menu(event: MouseEvent): void {
    if (onToolbar(event) || onPane(event)) return;
    event.preventDefault();
    if (this.#press && this.#press.dragging !== "no") return;
    const point = this.#point(event);
    const hit = tileAt(this.#facts, point);
    if (hit && !this.#facts.menu) this.#openMenu(hit.tileId, point);
  }

  #openMenu(tileId: string, point: Point): void {
    if (isFixed(this.#facts)) return;
    this.#drop();
    this.#element.querySelector<HTMLElement>(`[data-tile-id="${tileId}"]`)?.focus();
    this.#product.stage.setMenu({ tileId, at: point });
  }

  /** A pinch ends with either of its fingers. */
  #lift({ pointerId }: PointerEvent): void {
    if (this.#rested?.pointerId === pointerId) this.#rested = null;
    if (this.#pinch.lift(pointerId) && this.#press === null) this.#release();
  }

  #cancel(event: PointerEvent): void {
    this.#lift(event);
    if (this.#press?.pointerId === event.pointerId) this.#drop();
  }

  #escape(): void {
    if (this.#press) return this.#drop();
    this.#product.stage.setEnlarged(null);
    // The browser's own full screen ends by itself; where the browser refused it, nothing else would end the enlarged
    // tile.
    this.#product.stage.setFull(null);
  }

  /** Cancels the current drag. */
  #drop(): void {
    this.#release();
    this.#drags.end();
    this.#product.look.swipe(0);
  }

  #release(): void {
    clearTimeout(this.#hold);
    this.#press?.inside?.end();
    this.#press = null;
    this.#letGo?.();
    this.#letGo = null;
  }

  #leave(): void {
    if (this.#press) return;
    this.#product.stage.hover(null);
    delete this.#element.dataset.edge;
  }

  #wheel(event: WheelEvent): void {
    const point = this.#point(event);
    const hit = tileAt(this.#facts, point);
    const rect = hit && rectOf(this.#facts, hit.tileId);
    if (!hit || !rect || onPane(event)) return;
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * WHEEL_NOTCH_PX;
    if (this.#gestures.wheel(hit.tileId, -pixels / WHEEL_NOTCH_PX, within(rect, point), rect)) event.preventDefault();
  }
}
