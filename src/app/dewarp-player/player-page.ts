/** The exported player: video, gestures and controls. The page contains everything that it shows. */
import { LensSearch } from "#actions/stage/lens-search.ts";
import type { Point, Size } from "#base/geometry.ts";
import { type DewarpConfig, initialDewarpMode } from "#domain/dewarp/config.ts";
import {
  centreDewarp,
  type DewarpGrab,
  dragDewarp,
  grabDewarp,
  steerDewarp,
  stepDewarpZoom,
  wheelDewarp,
} from "#domain/dewarp/gestures.ts";
import { dewarpScene } from "#domain/dewarp/scene.ts";
import { type DewarpState, homeState, layoutsOf, type TileDewarp, tileDewarpOf } from "#domain/dewarp/tile-dewarp.ts";
import type { Lens } from "#domain/dewarp/lens.ts";
import type { DewarpPageFacts } from "#protocol/dewarp-page.ts";
import type { DewarpSurface } from "#stage/dewarp-surface.ts";
import { type Controls, makeControls } from "./controls.ts";
import type { PageSpeech } from "./page-speech.ts";

interface PlayerParts {
  readonly root: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly video: HTMLVideoElement;
  readonly facts: DewarpPageFacts;
  readonly config: DewarpConfig;
  readonly surface: DewarpSurface;
  readonly speech: PageSpeech;
}

type Mode = 0 | 1 | 2;

/** A press that moves less than this is a click. */
const DRAG_FROM_PX = 4;
/** A wheel's notch in the units of its event. */
const NOTCH_PX = 100;
/** One key press steers as if the key were held for this long. */
const KEY_S = 0.12;
/** Frames that are searched until one shows the lens's circle, and the time between them: the same as on the stage. */
const LOOKS = 4;
const NEXT_LOOK_MS = 1500;

export class PlayerPage {
  readonly #parts: PlayerParts;
  readonly #controls: Controls;
  #mode: Mode;
  #state: DewarpState;
  #grab: { readonly id: number; readonly from: Point; grab: DewarpGrab | null; dragged: boolean } | null = null;
  #drawn = 0;
  /** null: the settings name the lens, or it was found, or the search has ended */
  #search: LensSearch | null;
  #looks = 0;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #foundLens: Lens | null = null;

  constructor(parts: PlayerParts) {
    this.#parts = parts;
    const { root, canvas, video, facts, config, speech } = parts;
    this.#mode = initialDewarpMode({ ...config, enable: true });
    this.#state = homeState(config);
    this.#search = config.lens ? null : new LensSearch();
    this.#controls = makeControls(root, canvas, facts, speech, {
      toggle: () => this.#toggle(),
      seek: (seconds) => {
        video.currentTime = seconds;
      },
      step: (direction) => this.#step(direction),
      speed: (rate) => {
        video.playbackRate = rate;
      },
      mode: (mode) => this.#setMode(mode),
      layout: () => this.#nextLayout(),
      home: () => this.#put(homeState(config, this.#state.layout)),
      fullScreen: () => void (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()),
    });
    video.muted = false;
    video.playsInline = true;
    video.preload = "auto";
    this.#showMode();
  }

  /** Takes gestures, keys and frames from here on. */
  listen(): void {
    const { canvas, video, speech } = this.#parts;
    for (const name of ["play", "pause", "timeupdate", "durationchange", "seeked"])
      video.addEventListener(name, () => this.#showTime());
    video.addEventListener("error", () => this.#controls.fail(speech.say("dewarpPage.notPlayed")));
    const next = (): void => {
      void this.#take();
      video.requestVideoFrameCallback(next);
    };
    video.requestVideoFrameCallback(next);
    new ResizeObserver(() => this.#draw()).observe(canvas);
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", () => (this.#grab = null));
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    addEventListener("keydown", (event) => this.#key(event));
  }

  /** Uploads the video's frame to the GPU: as a VideoFrame where the browser has them, otherwise as a bitmap. */
  async #take(): Promise<void> {
    const { video, surface } = this.#parts;
    await this.#look();
    const picture = typeof VideoFrame === "undefined" ? await createImageBitmap(video) : new VideoFrame(video);
    surface.upload(picture);
    this.#draw();
    this.#showTime();
  }

  /** A lens that the settings do not name is searched for before the frame is drawn. */
  async #look(): Promise<void> {
    const search = this.#search;
    const nowMs = performance.now();
    if (!search || nowMs - this.#lookedAtMs < NEXT_LOOK_MS) return;
    this.#lookedAtMs = nowMs;
    this.#looks += 1;
    const picture = await createImageBitmap(this.#parts.video).catch(() => null);
    this.#foundLens = (picture && search.add(picture))?.lens ?? null;
    picture?.close();
    if (this.#foundLens || this.#looks >= LOOKS) this.#search = null;
  }

  get #tile(): TileDewarp | null {
    return this.#mode === 0 ? null : tileDewarpOf(this.#mode, this.#parts.config, this.#state, this.#foundLens);
  }
  get #size(): Size {
    const { clientWidth, clientHeight } = this.#parts.canvas;
    return { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) };
  }

  #draw(): void {
    const { canvas, surface } = this.#parts;
    const { width, height } = this.#size;
    const ratio = devicePixelRatio;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const tile = this.#tile;
    surface.draw(tile && dewarpScene(tile), this.#parts.video.paused && !this.#grab);
    canvas.dataset.drawn = String((this.#drawn += 1));
  }

  #put(state: DewarpState): void {
    this.#state = state;
    this.#draw();
  }
  #setMode(mode: Mode): void {
    this.#mode = mode;
    this.#showMode();
    this.#draw();
  }
  #nextLayout(): void {
    const layouts = layoutsOf(this.#mode, this.#parts.config);
    const layout = layouts[(layouts.indexOf(this.#tile?.layout ?? "single") + 1) % Math.max(1, layouts.length)];
    if (layout) this.#put({ ...this.#state, layout });
  }
  #showMode(): void {
    this.#controls.showMode(this.#mode, layoutsOf(this.#mode, this.#parts.config).length > 1);
  }

  #toggle(): void {
    const { video } = this.#parts;
    if (video.paused) void video.play();
    else video.pause();
  }
  /** About one frame: a page cannot know how long one lasts. */
  #step(direction: 1 | -1): void {
    const { video } = this.#parts;
    video.pause();
    video.currentTime = Math.max(0, video.currentTime + direction / 15);
  }
  #showTime(): void {
    const { video, facts, speech } = this.#parts;
    const wall = speech.time(facts.startMs + video.currentTime * 1000);
    this.#controls.showTime(
      video.currentTime,
      Number.isFinite(video.duration) ? video.duration : 0,
      wall,
      video.paused,
    );
  }

  #at(event: MouseEvent): Point {
    const corner = this.#parts.canvas.getBoundingClientRect();
    return { x: event.clientX - corner.x, y: event.clientY - corner.y };
  }
  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.#parts.canvas.setPointerCapture(event.pointerId);
    const from = this.#at(event);
    const tile = this.#tile;
    this.#grab = { id: event.pointerId, from, grab: tile && grabDewarp(tile, this.#size, from), dragged: false };
  }
  #move(event: PointerEvent): void {
    const grab = this.#grab;
    if (!grab || grab.id !== event.pointerId) return;
    const at = this.#at(event);
    grab.dragged ||= Math.hypot(at.x - grab.from.x, at.y - grab.from.y) > DRAG_FROM_PX;
    const tile = this.#tile;
    if (grab.dragged && tile && grab.grab) this.#put(dragDewarp(tile, grab.grab, at));
  }
  #up(event: PointerEvent): void {
    const grab = this.#grab;
    this.#grab = null;
    if (grab?.dragged) this.#draw();
    if (!grab || grab.dragged || grab.id !== event.pointerId) return;
    const tile = this.#tile;
    const state = tile && centreDewarp(tile, this.#size, grab.from);
    if (!state) return;
    // A click on the panorama opens the perspective view of that point.
    if (this.#mode === 2) this.#setMode(1);
    this.#put(state);
  }
  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const tile = this.#tile;
    if (tile) this.#put(wheelDewarp(tile, this.#size, this.#at(event), -event.deltaY / NOTCH_PX));
  }

  #key(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const tile = this.#tile;
    const steer = (x: number, y: number): void => {
      if (tile) this.#put(steerDewarp(tile, this.#size, { x, y }, KEY_S));
    };
    const zoom = (steps: number): void => {
      if (tile) this.#put(stepDewarpZoom(tile, this.#size, steps));
    };
    const verbs: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => steer(-1, 0),
      ArrowRight: () => steer(1, 0),
      ArrowUp: () => steer(0, -1),
      ArrowDown: () => steer(0, 1),
      "+": () => zoom(1),
      "-": () => zoom(-1),
      " ": () => this.#toggle(),
      ".": () => this.#step(1),
      ",": () => this.#step(-1),
    };
    const verb = verbs[event.key];
    if (!verb || (event.key === " " && event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    verb();
  }
}
