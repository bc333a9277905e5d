/**
 * The timeline with many items: the product's own stage with its frames driven by hand, and a 2D canvas with the same
 * picture.
 */
import type { TimelineLaneData, TimelineView } from "#protocol/timeline-view.ts";
import { ISO_TIME } from "#domain/timeline/written-time.ts";
import type { LoopHost } from "#stage/wall/frame-loop.ts";
import { StageRenderer } from "#stage/stage-renderer.ts";
import { CanvasTimeline } from "./canvas-timeline.ts";

const WIDTH = 1600;
const HEIGHT = 120;
const LANES = ["a", "b", "c", "d"];
const DAY = 86_400_000;
const BASE = 1_750_000_000_000;
const SPAN_MS = 30 * DAY;
const THEME = {
  background: 0x0d1016,
  lane: 0x191e28,
  line: 0x343d4d,
  text: 0xe9edf4,
  faint: 0x8c97aa,
  recorded: 0x2f5290,
  motion: 0xe8b44c,
  playhead: 0xf4f6fa,
  live: 0x58c98a,
  accent: 0x8aa4ff,
  bookmark: 0xd9b8ff,
  lock: 0xff8a5c,
};

/** The bench triggers each frame itself, so the cost of a frame is the time of one call. */
class HandHost implements LoopHost {
  #frame: (() => void) | null = null;
  now(): number {
    return performance.now();
  }
  requestFrame(callback: () => void): number {
    this.#frame = callback;
    return 1;
  }
  cancelFrame(): void {
    this.#frame = null;
  }
  setTimer(callback: () => void, ms: number): number {
    return Number(setTimeout(callback, ms));
  }
  clearTimer(handle: number): void {
    clearTimeout(handle);
  }
  run(): void {
    const frame = this.#frame;
    this.#frame = null;
    frame?.();
  }
}

/** Irregular data without a random seed: recorded runs with gaps, and short motion in them. */
function laneOf(items: number, shift: number): TimelineLaneData {
  const runs = Math.max(1, Math.round(items / 5));
  const events = items - runs;
  const spans = (count: number, share: number) => {
    const each = SPAN_MS / count;
    const starts = new Float64Array(count);
    const stops = new Float64Array(count);
    for (let at = 0; at < count; at++) {
      const wobble = ((at * 0.618_034 + shift) % 1) * (1 - share);
      starts[at] = BASE + (at + wobble) * each;
      stops[at] = BASE + (at + wobble + share) * each;
    }
    return { starts, stops };
  };
  const known = { starts: Float64Array.of(BASE), stops: Float64Array.of(BASE + SPAN_MS) };
  return { known, recorded: spans(runs, 0.8), motion: spans(events, 0.2) };
}

const viewOf = (startMs: number, durationMs: number): TimelineView => ({
  rect: { x: 0, y: 0, width: WIDTH, height: HEIGHT },
  devicePixelRatio: 1,
  window: { startMs, stopMs: startMs + durationMs },
  follows: false,
  glide: false,
  playhead: { timeMs: startMs + durationMs / 2, atMs: 0, rate: 0 },
  now: { timeMs: BASE + SPAN_MS * 10, atMs: 0, rate: 0 },
  mode: "playback",
  selection: null,
  hoverShare: null,
  zone: "UTC",
  timeStyle: ISO_TIME,
  lanes: LANES.map((id) => ({ id })),
  laneScrollPx: 0,
  marks: [],
  liveWord: "LIVE",
  theme: THEME,
  hidden: false,
});

/** The windows of a movement: a pan of a few px per frame, or a zoom in and out around the middle. */
function windows(kind: "pan" | "zoom", frames: number): TimelineView[] {
  return Array.from({ length: frames }, (_, frame) => {
    if (kind === "pan") return viewOf(BASE + (SPAN_MS / 4) * (frame / frames), SPAN_MS / 2);
    const depth = Math.abs(((frame / frames) * 2 - 1) * 8);
    const duration = SPAN_MS / 2 ** (8 - depth);
    return viewOf(BASE + SPAN_MS / 2 - duration / 2, duration);
  });
}

interface Figures {
  /** the time of each frame until it is completely drawn, ms */
  readonly frameMs: readonly number[];
  /** the script time of each frame, ms; other work on the machine increases both figures */
  readonly scriptMs: readonly number[];
  /** ms from new lanes to their first picture */
  readonly firstMs: number;
}

async function stageRun(items: number, kind: "pan" | "zoom", frames: number): Promise<Figures> {
  const canvas = document.createElement("canvas");
  document.body.replaceChildren(canvas);
  const host = new HandHost();
  const stage = await StageRenderer.create({
    canvas,
    view: {
      widthPx: WIDTH,
      heightPx: HEIGHT,
      devicePixelRatio: 1,
      theme: { background: 0, cell: 0, text: 0, accent: 0, danger: 0, warning: 0 },
      tiles: [],
      interacting: true,
      presentCapHz: 0,
      hidden: false,
    },
    createSource: () => {
      throw new Error("no sources here");
    },
    emit: () => undefined,
    uploadPath: "rgba-bytes",
    loopHost: host,
  });
  const finish = (): void => void stage.readPixels({ x: 0, y: 0, width: 1, height: 1 });
  const lanes = LANES.map((id, at) => [id, laneOf(items / LANES.length, at * 0.25)] as const);
  const views = windows(kind, frames);
  const begun = performance.now();
  for (const [id, data] of lanes) stage.setTimelineLane(id, data);
  stage.applyTimeline(views[0] ?? null);
  host.run();
  finish();
  const firstMs = performance.now() - begun;
  const whole: number[] = [];
  const script: number[] = [];
  for (const view of views) {
    const start = performance.now();
    stage.applyTimeline(view);
    host.run();
    script.push(performance.now() - start);
    finish();
    whole.push(performance.now() - start);
  }
  stage.dispose();
  return { frameMs: whole, scriptMs: script, firstMs };
}

function canvasRun(items: number, kind: "pan" | "zoom", frames: number): Figures {
  const canvas = document.createElement("canvas");
  document.body.replaceChildren(canvas);
  const timeline = new CanvasTimeline(canvas, WIDTH, HEIGHT);
  for (const [at, id] of LANES.entries()) timeline.setLane(id, laneOf(items / LANES.length, at * 0.25));
  const whole: number[] = [];
  const script: number[] = [];
  for (const view of windows(kind, frames)) {
    const start = performance.now();
    timeline.draw(view);
    script.push(performance.now() - start);
    timeline.finish();
    whole.push(performance.now() - start);
  }
  return { frameMs: whole, scriptMs: script, firstMs: 0 };
}

Object.assign(globalThis, {
  run: (design: "stage" | "canvas", items: number, kind: "pan" | "zoom", frames: number) =>
    design === "stage" ? stageRun(items, kind, frames) : canvasRun(items, kind, frames),
});
