/** The benchmark page: `run.mjs` calls `window.bench` and measures the browser's CPU around it. */
import { need } from "#base/assert.ts";
import type { PainterKind } from "#domain/stage/painter-choice.ts";
import type { FromStageWorker } from "#protocol/stage-worker.ts";
import type { UploadPathName } from "#stage/gl/upload-path.ts";
import { canvases, naiveGl, videoGrid } from "./baseline-designs.ts";
import { type Counts, type Design, later } from "./design.ts";
import { type StageChoice, StageDesign } from "./stage-design.ts";
import { dewarpedViewOf, viewOf, type WallSize } from "./wall-views.ts";

type DesignName = "stage" | "stage-2d" | "video" | "canvases" | "naive-gl";
interface Pixels {
  readonly rgba: Uint8Array;
}

const size: WallSize = { widthPx: 1920, heightPx: 1080 };
let design: Design | null = null;
let stage: StageDesign | null = null;
let gaps: number[] = [];
let watching = false;
let redrawing: ReturnType<typeof setInterval> | null = null;
let janking = false;
let burner: Worker | null = null;
/** the number of tiles whose pictures move */
let moving = 0;

/**
 * The first pictures of each moving tile, or the first presents of a still wall, are expensive: this many are not
 * counted.
 */
const WARM_PICTURES = 15;

const bench = {
  /** Starts a design; resolves when it is running. */
  async start(name: DesignName, clip: string, tiles: number, names = true): Promise<void> {
    moving = tiles;
    if (name === "stage") design = stage = await StageDesign.start(clip, viewOf(tiles, size, names));
    else if (name === "stage-2d")
      design = stage = await StageDesign.start(clip, viewOf(tiles, size, names), { painter: "canvas2d" });
    else if (name === "video") design = await videoGrid(clip, tiles, size);
    else design = await (name === "canvases" ? canvases : naiveGl)(clip, tiles, size);
  },
  /** The product with a choice: one upload path for all tiles, or only some of the sources. */
  async startStage(clip: string, tiles: number, names: boolean, uploadPath: UploadPathName | null, sources: number) {
    moving = sources;
    const choice: StageChoice = { ...(uploadPath ? { uploadPath } : {}), sources };
    design = stage = await StageDesign.start(clip, viewOf(tiles, size, names), choice);
  },
  /** The product with every tile dewarped; the tiles show `sources` cameras in turn. */
  async startDewarped(clip: string, tiles: number, sources: number, painter: PainterKind) {
    moving = sources;
    design = stage = await StageDesign.start(clip, dewarpedViewOf(tiles, size, sources), { sources, painter });
  },
  /**
   * Resolves when the wall has reached its steady state: every moving tile has had its first pictures, or a still wall
   * was drawn as often.
   */
  async warm(): Promise<void> {
    const first = await this.counts();
    await until(async () => {
      const now = await this.counts();
      return moving > 0
        ? now.due - first.due >= WARM_PICTURES * moving
        : now.presents - first.presents >= WARM_PICTURES;
    });
  },
  counts: (): Promise<Counts> => need(design, "design").counts(),
  facts: () => {
    const ready = stage?.ready;
    return { renderer: ready?.renderer ?? "", software: ready?.software ?? false, uploadPath: ready?.uploadPath ?? "" };
  },
  stop(): void {
    if (redrawing) clearInterval(redrawing);
    janking = false;
    burner?.terminate();
    burner = null;
    watching = false;
    design?.stop();
    design = stage = null;
  },

  /** The gaps between animation frames of the main thread since `watchFrames`. */
  watchFrames(): void {
    gaps = [];
    watching = true;
    let last = performance.now();
    const step = (): void => {
      if (!watching) return;
      const now = performance.now();
      gaps.push(now - last);
      last = now;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  },
  frameGapP95Ms(): number {
    watching = false;
    return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * 0.95)] ?? 0;
  },

  /** Occupies the main thread, or a thread of its own, with tasks of this length, with 10 ms between them. */
  jank(taskMs: number, elsewhere = false): void {
    if (elsewhere) {
      const script = `const task = () => { const until = performance.now() + ${taskMs}; while (performance.now() < until); setTimeout(task, 10); }; task();`;
      burner = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
      return;
    }
    janking = true;
    const task = (): void => {
      if (!janking) return;
      const until = performance.now() + taskMs;
      while (performance.now() < until);
      setTimeout(task, 10);
    };
    task();
  },

  /** Ends the sources of all tiles except the first `but`; their last pictures stay. */
  freeze(but = 0): void {
    const running = need(stage, "stage");
    moving = but;
    for (const tile of running.view.tiles.slice(but)) {
      running.post({ type: "source-close", sourceId: tile.id, forget: false });
    }
  },

  /** Makes the stage draw everything `perSecond` times a second; 0 = at every animation frame of the display. */
  redrawAll(perSecond: number): void {
    const running = need(stage, "stage");
    let flip = 0;
    const redraw = (): void => {
      flip ^= 1;
      const theme = { ...running.view.theme, background: running.view.theme.background + flip };
      running.post({ type: "view", view: { ...running.view, theme, interacting: perSecond === 0 } });
    };
    redrawing = setInterval(redraw, perSecond === 0 ? 1000 / 60 : 1000 / perSecond);
  },

  /** The largest difference of a pixel (0..255) between the present wall and the same wall drawn as a whole. */
  async partialAgainstFull(): Promise<number> {
    const running = need(stage, "stage");
    this.freeze();
    await still(running);
    const partial = await readAll(running);
    const { view } = running;
    const { background } = view.theme;
    for (const theme of [{ ...view.theme, background: background + 1 }, view.theme]) {
      const { presents } = await running.counts();
      running.post({ type: "view", view: { ...view, theme } });
      await until(async () => (await running.counts()).presents > presents);
    }
    await still(running);
    return difference(partial, await readAll(running));
  },

  /**
   * Loses and restores the context of a still wall; returns the ms until it is complete again, and the largest pixel
   * difference.
   */
  async recovery(): Promise<{ ms: number; difference: number }> {
    const running = need(stage, "stage");
    this.freeze();
    await still(running);
    const before = await readAll(running);
    const restored = running.next((message) => message.type === "context" && message.state === "restored");
    const lostAt = performance.now();
    running.post({ type: "lose-context", restoreAfterMs: 100 });
    await restored;
    const ms = performance.now() - lostAt;
    return { ms, difference: difference(before, await readAll(running)) };
  },
};

/** Polls until a condition holds. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await later(50);
}

/** Resolves when nothing was drawn between two checks: everything that was pending is then shown. */
async function still(running: StageDesign): Promise<void> {
  let presents = -1;
  await until(async () => {
    const before = presents;
    presents = (await running.counts()).presents;
    return presents === before;
  });
}

async function readAll(running: StageDesign): Promise<Pixels> {
  const answer = running.next<Extract<FromStageWorker, { type: "pixels" }>>((message) => message.type === "pixels");
  running.post({ type: "read-pixels", requestId: 1, rect: { x: 0, y: 0, width: size.widthPx, height: size.heightPx } });
  return answer;
}

function difference(a: Pixels, b: Pixels): number {
  let most = 0;
  for (let at = 0; at < a.rgba.length; at++) most = Math.max(most, Math.abs((a.rgba[at] ?? 0) - (b.rgba[at] ?? 0)));
  return most;
}

declare global {
  interface Window {
    bench: typeof bench;
  }
}
window.bench = bench;
