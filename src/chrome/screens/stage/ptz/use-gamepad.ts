/**
 * A gamepad on the stage (document 1, section 2): the left stick moves a cursor, the right stick scrolls or turns the
 * dewarped view under the cursor, the triggers zoom it, the first button clicks, the shoulder buttons go back and
 * forward. While PTZ is on in the tile under the cursor, the left stick and the triggers steer the camera. The gamepad
 * is polled only while one is connected and this window has the focus.
 */
import { type RefObject, useEffect } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { clamp, type Point, type Size } from "#base/geometry.ts";
import {
  deadZone,
  gamepadIntent,
  type GamepadIntent,
  gamepadMove,
  type GamepadReading,
  isStill,
  ptzStill,
} from "#domain/cameras/ptz.ts";
import { axesOf } from "#actions/cameras/ptz-actions.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import { TileGestures } from "../input/tile-gestures.ts";
import css from "./player-extras.module.css";

/** The effect of full deflection for one second. */
const CURSOR_PX_PER_S = 900;
const SCROLL_PX_PER_S = 900;
const NOTCHES_PER_S = 5;
/** The browser's frames may stall; a stick must not jump after that. */
const STEP_MAX_S = 0.1;

export function useGamepad(area: RefObject<HTMLElement | null>): void {
  const { stores } = useProduct();
  const { patrols, players, ptz, savedStages, stage } = useWorkspace();
  useEffect(() => {
    const gestures = new TileGestures({ patrols, players, ptz, stage, stores });
    let frame = 0;
    let lastMs = 0;
    let before: GamepadIntent | null = null;
    /** the camera that the stick moves now */
    let steering: CameraFacts | null = null;
    let letGo: (() => void) | null = null;
    let cursor: Cursor | null = null;

    const steer = (camera: CameraFacts | null, reading: GamepadReading): void => {
      const move = camera ? gamepadMove(reading, axesOf(camera)) : ptzStill;
      // A resting stick sends no commands, because pointer or keys may be moving this camera.
      const pushed = isStill(move) ? null : camera;
      if (steering && (pushed === null || cameraKey(steering) !== cameraKey(pushed))) ptz.stop(steering);
      steering = pushed;
      if (pushed) ptz.drive(pushed, move);
      // Without this the cycle of stages would replace the camera while the stick moves it.
      if (pushed) letGo ??= savedStages.hold();
      else release();
    };
    const release = (): void => {
      letGo?.();
      letGo = null;
    };
    const turn = (at: Cursor, tileId: string, push: Point, seconds: number): boolean => {
      const size = at.tileSize();
      return size !== null && gestures.steerView(tileId, push, size, seconds);
    };
    const pads = new Pads();
    const poll = (nowMs: number): void => {
      frame = 0;
      const reading = pads.read();
      if (!reading || !area.current) return rest();
      const seconds = Math.min(STEP_MAX_S, (nowMs - (lastMs || nowMs)) / 1000);
      lastMs = nowMs;
      const intent = gamepadIntent(reading);
      cursor ??= new Cursor(area.current);
      const tileId = cursor.tileId();
      const camera = tileId === null ? null : gestures.steered(tileId);
      // While the left stick steers the camera, the right stick moves the cursor, so that it can leave the tile.
      steer(camera, reading);
      cursor.move(camera ? intent.scroll : intent.cursor, seconds * CURSOR_PX_PER_S);
      if (!camera) {
        const turned = tileId !== null && isPushed(intent.scroll) && turn(cursor, tileId, intent.scroll, seconds);
        if (!turned && isPushed(intent.scroll)) cursor.scroll(intent.scroll, seconds * SCROLL_PX_PER_S);
        if (intent.zoom !== 0) cursor.wheel(intent.zoom * seconds * NOTCHES_PER_S);
      }
      if (intent.click && before && !before.click) cursor.press("pointerdown");
      if (!intent.click && before?.click) cursor.press("pointerup");
      if (intent.back && before && !before.back) history.back();
      if (intent.forward && before && !before.forward) history.forward();
      before = intent;
      frame = requestAnimationFrame(poll);
    };
    const rest = (): void => {
      if (steering) ptz.stop(steering);
      steering = null;
      release();
      // Nobody is left to let the button go: what it holds, a camera that turns or a tile that is dragged, ends here.
      if (before?.click) cursor?.press("pointercancel");
      cursor?.remove();
      cursor = null;
      before = null;
      lastMs = 0;
    };
    const wake = (): void => {
      if (frame === 0) frame = requestAnimationFrame(poll);
    };
    const onVisibility = (): void => {
      if (document.hidden && steering) ptz.stop(steering);
    };
    window.addEventListener("gamepadconnected", wake);
    window.addEventListener("focus", wake);
    document.addEventListener("visibilitychange", onVisibility);
    if (pads.read()) wake();
    return () => {
      window.removeEventListener("gamepadconnected", wake);
      window.removeEventListener("focus", wake);
      document.removeEventListener("visibilitychange", onVisibility);
      cancelAnimationFrame(frame);
      rest();
    };
  }, [area, patrols, players, ptz, savedStages, stage, stores]);
}

/**
 * What is connected besides: a receiver of keyboards or a headset may call itself a gamepad, and come first. The one that
 * somebody uses counts.
 */
class Pads {
  /** axes that were seen at rest, by pad */
  readonly #rested = new Map<string, Set<number>>();

  read(): GamepadReading | null {
    // Every window on the screen reads the same stick: only the window with the focus uses it.
    const all = document.hasFocus() ? gamepads().filter((each) => each?.connected === true) : [];
    const readings = all.flatMap((pad) => (pad ? [this.#reading(pad)] : []));
    return readings.find((each) => isUsed(gamepadIntent(each))) ?? readings[0] ?? null;
  }

  #reading({ axes, buttons, id, index, mapping }: Gamepad): GamepadReading {
    const values = buttons.map((button) => button.value);
    if (mapping === "standard") return { axes, buttons: values };
    // The browser does not know this device: an axis that is at its end from the beginning may be a trigger that nobody pulls.
    const key = `${index} ${id}`;
    const rested = this.#rested.get(key) ?? new Set<number>();
    this.#rested.set(key, rested);
    for (const [at, value] of axes.entries()) if (deadZone(value) === 0) rested.add(at);
    return { axes: axes.map((value, at) => (rested.has(at) ? value : 0)), buttons: values };
  }
}

/**
 * There is no gamepad where the page may not use one, by the permissions policy of the surrounding page or of a proxy.
 */
function gamepads(): readonly (Gamepad | null)[] {
  try {
    return navigator.getGamepads?.() ?? [];
  } catch {
    return [];
  }
}

const isPushed = ({ x, y }: Point): boolean => x !== 0 || y !== 0;
const isUsed = ({ cursor, scroll, zoom, click, back, forward }: GamepadIntent): boolean =>
  isPushed(cursor) || isPushed(scroll) || zoom !== 0 || click || back || forward;

/** Acts as a second pointer of type mouse on the element under it. */
class Cursor {
  readonly #element: HTMLElement;
  #x: number;
  #y: number;

  constructor(area: HTMLElement) {
    const box = area.getBoundingClientRect();
    this.#x = box.x + box.width / 2;
    this.#y = box.y + box.height / 2;
    this.#element = document.createElement("div");
    this.#element.className = css.cursor ?? "";
    this.#element.setAttribute("aria-hidden", "true");
    document.body.append(this.#element);
    this.#place();
  }

  remove(): void {
    this.#element.remove();
  }

  tileId(): string | null {
    return this.#tile()?.dataset.tileId ?? null;
  }

  /** CSS px of the tile under the cursor, null when it is not over a tile. */
  tileSize(): Size | null {
    return this.#tile()?.getBoundingClientRect() ?? null;
  }

  #tile(): HTMLElement | null {
    return this.#under()?.closest<HTMLElement>("[data-tile-id]") ?? null;
  }

  move(axes: { readonly x: number; readonly y: number }, px: number): void {
    if (axes.x === 0 && axes.y === 0) return;
    this.#x = clamp(this.#x + axes.x * px, 0, innerWidth - 1);
    this.#y = clamp(this.#y + axes.y * px, 0, innerHeight - 1);
    this.#place();
    this.#send("pointermove");
  }

  scroll(axes: { readonly x: number; readonly y: number }, px: number): void {
    for (let at = this.#under(); at; at = at.parentElement) {
      const { overflowY } = getComputedStyle(at);
      if (at.scrollHeight <= at.clientHeight || (overflowY !== "auto" && overflowY !== "scroll")) continue;
      return at.scrollBy(axes.x * px, axes.y * px);
    }
  }

  wheel(notches: number): void {
    const init = { bubbles: true, cancelable: true, clientX: this.#x, clientY: this.#y, deltaY: -notches * 100 };
    this.#under()?.dispatchEvent(new WheelEvent("wheel", init));
  }

  press(kind: "pointerdown" | "pointerup" | "pointercancel"): void {
    this.#send(kind);
    const control = this.#under()?.closest<HTMLElement>("button, a, input, [role=menuitem], [role=tab], [role=option]");
    if (kind === "pointerup" && control && control.dataset.tileId === undefined) control.click();
  }

  #place(): void {
    this.#element.style.transform = `translate(${this.#x}px, ${this.#y}px)`;
  }

  #under(): Element | null {
    return document.elementFromPoint(this.#x, this.#y);
  }

  #send(kind: "pointermove" | "pointerdown" | "pointerup" | "pointercancel"): void {
    // The cursor has an id of its own: it cannot be captured, and it must not be mistaken for the mouse.
    const init = {
      bubbles: true,
      cancelable: true,
      clientX: this.#x,
      clientY: this.#y,
      pointerId: 77,
      pointerType: "pen",
      button: kind === "pointermove" ? -1 : 0,
    };
    this.#under()?.dispatchEvent(new PointerEvent(kind, init));
  }
}
