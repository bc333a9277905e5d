/**
 * Shows the wall in the page: makes it, keeps it for a while when another screen is visited, and passes to it what is
 * asked of its players and pictures.
 */
import type { UnlinkedPlayers } from "#actions/stage/link-actions.ts";
import type { PlayerPort } from "#actions/stage/player-actions.ts";
import type { TimelinePlayers } from "#actions/timeline/timeline-core.ts";
import { type Disposer, Disposers } from "#base/disposer.ts";
import type { Rect } from "#base/geometry.ts";
import type { StageHost } from "#chrome/product.ts";
import type { PlayerMode } from "#domain/player/mode.ts";
import { wallKeptMs } from "#domain/stage/wall-kept.ts";
import type { Pixels } from "#stage/pixels.ts";
import type { PainterChoice } from "#domain/stage/painter-choice.ts";
import { createPlayerNotices } from "../players/player-notices.ts";
import type { StageBindingDeps } from "../stage-binding-deps.ts";
import { openWall, type Wall } from "./wall.ts";

export class StageBinding implements StageHost, PlayerPort, TimelinePlayers, UnlinkedPlayers {
  readonly #deps: StageBindingDeps;
  /** how long a wall goes on while another screen is visited */
  readonly #keepMs: number;
  readonly #notice = createPlayerNotices();
  #wall: Wall | null = null;
  #hide: Disposer | null = null;
  /** where the wall is shown */
  #element: HTMLElement | null = null;
  #painter: PainterChoice;
  #release: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: StageBindingDeps, keepMs: number = wallKeptMs(deviceMemoryGib())) {
    this.#deps = deps;
    this.#keepMs = keepMs;
    this.#painter = deps.painter;
  }

  /** A wall that is kept comes back at once, with its players; otherwise it is made anew. */
  attach(element: HTMLElement): Disposer {
    this.#show(element);
    return () => {
      if (this.#element === element) this.#hide?.();
    };
  }

  #show(element: HTMLElement): void {
    clearTimeout(this.#release);
    this.#hide?.();
    this.#element = element;
    const wall = (this.#wall ??= openWall(this.#deps, this.#painter, this.#notice, () => this.#openWithoutGpu()));
    const hidden = new Disposers();
    hidden.add(wall.show(element));
    hidden.add(() => {
      if (this.#hide !== hidden.dispose) return;
      this.#hide = null;
      this.#element = null;
      if (this.#keepMs <= 0 || wall.hasFailed()) this.close();
      else this.#release = setTimeout(() => this.close(), this.#keepMs);
    });
    this.#hide = hidden.dispose;
  }

  /** The GPU's process has died for good: the wall is made anew, as a 2D canvas, which needs none. */
  #openWithoutGpu(): void {
    const element = this.#element;
    this.#painter = "canvas2d";
    this.close();
    if (element) this.#show(element);
  }

  /** Ends the players and the worker, whether or not the page has removed the element. */
  close(): void {
    const hide = this.#hide;
    this.#hide = null;
    this.#element = null;
    hide?.();
    clearTimeout(this.#release);
    this.#wall?.dispose();
    this.#wall = null;
  }

  setMode(tileId: string, mode: PlayerMode): void {
    this.#wall?.players.setMode(tileId, mode);
  }
  setUnmasked(tileId: string, on: boolean): void {
    this.#wall?.players.setUnmasked(tileId, on);
  }
  setVolume(tileId: string, volume: number): void {
    this.#wall?.players.setVolume(tileId, volume);
  }
  step(direction: 1 | -1): void {
    this.#wall?.players.step(direction);
  }
  prefetch(timeMs: number): void {
    this.#wall?.players.prefetch(timeMs);
  }
  stepAlone(tileId: string, direction: 1 | -1): void {
    this.#wall?.players.stepAlone(tileId, direction);
  }
  async snapshot(tileId: string): Promise<Blob | null> {
    return (await this.#wall?.client.snapshot(tileId)) ?? null;
  }

  /** For the e2e build: pixels of the stage as presented, device px. */
  async readPixels(rect: Rect): Promise<(Pixels & { readonly atMs: number }) | null> {
    return (await this.#wall?.client.readPixels(rect)) ?? null;
  }
  async whenIdle(): Promise<void> {
    await this.#wall?.client.whenIdle();
  }
  loseContext(restoreAfterMs: number): void {
    this.#wall?.client.loseContext(restoreAfterMs);
  }
}

/** null = the browser does not tell */
const deviceMemoryGib = (): number | null =>
  "deviceMemory" in navigator && typeof navigator.deviceMemory === "number" ? navigator.deviceMemory : null;
