/** The ways of showing a wall that are compared. Each starts, counts, and ends; who runs it measures CPU around it. */
import { need } from "#base/assert.ts";
import type { Rect } from "#base/geometry.ts";
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import type { DewarpScene } from "#domain/dewarp/tile-view.ts";
import { noZoom } from "#domain/digital-zoom.ts";
import { closeFrame, FrameMailbox } from "#media/frame-mailbox.ts";
import { createSource } from "#media/sources/create-source.ts";
import type { FromStageWorker, SourceRequest, StageView, TileView } from "#protocol/stage-worker.ts";
import { bareTile } from "#stage/bare-tile.ts";
import type { UploadPathName } from "#stage/gl/upload-path.ts";
import type { ToStage } from "#stage/stage-thread.ts";
import { clipSockets, fed, loadClip } from "./clip.ts";
import type { FedFrames, StartStage } from "./stage-bench.worker.ts";

export interface Counts {
  /** tile frames put on the screen */
  readonly shown: number;
  /** tile frames that were due */
  readonly due: number;
  readonly presents: number;
  readonly replaced: number;
  /** arrival to present, ms: mean over the tiles of each tile's p95 of the last second; 0 where a design cannot tell */
  readonly latencyP95Ms: number;
  readonly tickHz: number;
}

export interface Design {
  counts(): Promise<Counts>;
  stop(): void;
}

export interface WallSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

const LIVE: SourceRequest = {
  kind: "low-bandwidth",
  url: "clip:",
  format: "fmp4",
  play: { timeMs: 0, rate: 1, paused: false, heightPx: 0 },
};
const GAP_PX = 3;

export function gridOf(tiles: number, { widthPx, heightPx }: WallSize): readonly Rect[] {
  const columns = Math.ceil(Math.sqrt(tiles));
  const rows = Math.ceil(tiles / columns);
  const width = Math.floor((widthPx - (columns - 1) * GAP_PX) / columns);
  const height = Math.floor((heightPx - (rows - 1) * GAP_PX) / rows);
  return Array.from({ length: tiles }, (_, index) => ({
    x: (index % columns) * (width + GAP_PX),
    y: Math.floor(index / columns) * (height + GAP_PX),
    width,
    height,
  }));
}

export function viewOf(tiles: number, size: WallSize, names: boolean): StageView {
  return {
    ...size,
    devicePixelRatio: 1,
    theme: {
      background: 0x0b0e13,
      cell: 0x141922,
      text: 0xe8edf4,
      accent: 0x3d9bff,
      danger: 0xf0524f,
      warning: 0xf2b134,
    },
    tiles: gridOf(tiles, size).map(
      (rect, index): TileView => ({
        ...bareTile(`t${index}`),
        rect,
        name: names ? `Camera ${index + 1}` : "",
        badges: names ? ["LIVE"] : [],
      }),
    ),
    interacting: false,
    presentCapHz: 0,
    hidden: false,
  };
}

/** A fisheye's perspective view, another one for each tile, as an operator would have turned it. */
const dewarpedView = (index: number): DewarpScene => ({
  mode: 1,
  layout: "single",
  orientation: "ceiling",
  pan: (index * 47) % 360,
  tilt: 45,
  zoom: 0.5,
  perspectiveDepth: 1,
  panoramaAspectRatio: 4,
  panoramaShift: 0,
  panoramaZoom: noZoom,
  lens: DEFAULT_LENS,
});

/** The wall dewarped, its tiles showing `sources` cameras in turn. */
export function dewarpedViewOf(tiles: number, size: WallSize, sources: number): StageView {
  const view = viewOf(tiles, size, false);
  return {
    ...view,
    tiles: view.tiles.map((tile, at) => ({ ...tile, sourceId: `t${at % sources}`, dewarp: dewarpedView(at) })),
  };
}

export interface StageChoice {
  readonly uploadPath?: UploadPathName;
  /** sources to open; the rest of the tiles stays as it is (default: all) */
  readonly sources?: number;
}

/** The product. `post` reaches the worker for scenarios that need more than running. */
export class StageDesign implements Design {
  readonly view: StageView;
  readonly #worker: Worker;
  #watchers: ((message: FromStageWorker | FedFrames) => void)[] = [];
  #facts: Extract<FromStageWorker, { type: "facts" }> | null = null;
  ready: Extract<FromStageWorker, { type: "ready" }> | null = null;

  private constructor(worker: Worker, view: StageView) {
    this.view = view;
    this.#worker = worker;
    worker.onmessage = (event: MessageEvent<FromStageWorker | FedFrames>) => {
      if (event.data.type === "facts") {
        this.#facts = event.data;
      } else if (event.data.type === "ready") this.ready = event.data;
      for (const watcher of [...this.#watchers]) watcher(event.data);
    };
  }

  static async start(clip: string, view: StageView, choice: StageChoice = {}): Promise<StageDesign> {
    const canvas = document.createElement("canvas");
    canvas.width = view.widthPx;
    canvas.height = view.heightPx;
    document.body.append(canvas);
    const worker = new Worker(new URL("./stage-bench.worker.ts", import.meta.url), { type: "module" });
    const design = new StageDesign(worker, view);
    const offscreen = canvas.transferControlToOffscreen();
    const start: StartStage = {
      type: "start",
      init: { type: "init", canvas: offscreen, view },
      clipBase: "/clips",
      clip,
      uploadPath: choice.uploadPath ?? null,
    };
    worker.postMessage(start, [offscreen]);
    await design.next((message) => message.type === "ready");
    for (const tile of view.tiles.slice(0, choice.sources ?? view.tiles.length)) design.open(tile.id);
    return design;
  }

  open(sourceId: string): void {
    this.post({ type: "source-open", sourceId, request: LIVE });
  }
  post(message: Exclude<ToStage, { type: "init" }> | { type: "fed" }): void {
    this.#worker.postMessage(message);
  }
  next<T extends FromStageWorker | FedFrames>(fits: (message: FromStageWorker | FedFrames) => boolean): Promise<T> {
    return new Promise((resolve) => {
      const watcher = (message: FromStageWorker | FedFrames): void => {
        if (!fits(message)) return;
        this.#watchers = this.#watchers.filter((each) => each !== watcher);
        resolve(message as T);
      };
      this.#watchers.push(watcher);
    });
  }

  async counts(): Promise<Counts> {
    const answer = this.next<FedFrames>((message) => message.type === "fed");
    const facts = this.next<Extract<FromStageWorker, { type: "facts" }>>((message) => message.type === "facts");
    this.post({ type: "fed" });
    // a still wall sends no facts any more: the last hold
    const { sources, wall } = await Promise.race([facts, later(600).then(() => need(this.#facts, "facts"))]);
    const { frames } = await answer;
    return {
      shown: sum(sources.map((source) => source.framesShown)),
      due: frames,
      presents: wall.presents,
      replaced: sum(sources.map((source) => source.framesReplaced)),
      latencyP95Ms: sum(sources.map((source) => source.presentLatencyMs)) / Math.max(1, sources.length),
      tickHz: wall.tickHz,
    };
  }

  stop(): void {
    this.post({ type: "close" });
    this.#worker.terminate();
    document.body.replaceChildren();
  }
}

/** A CSS grid of `<video>` elements looping the same clip. */
export async function videoGrid(clip: string, tiles: number, size: WallSize): Promise<Design> {
  let painted = 0;
  const { index } = await loadClip("/clips", clip);
  const videos = gridOf(tiles, size).map((rect) => {
    const video = document.createElement("video");
    Object.assign(video, { muted: true, loop: true, preload: "auto", src: `/clips/${clip}.mp4` });
    place(video, rect);
    document.body.append(video);
    return video;
  });
  await Promise.all(videos.map((video) => Promise.race([once(video, "canplay"), later(8000)])));
  for (const [at, video] of videos.entries()) {
    video.currentTime = at % 7;
    const count = (): void => {
      painted += 1;
      video.requestVideoFrameCallback(count);
    };
    video.requestVideoFrameCallback(count);
    // refused only when the page ends first
    video.play().catch(() => undefined);
  }
  const startedAt = performance.now();
  return {
    counts: () =>
      Promise.resolve({
        shown: painted,
        due: ((performance.now() - startedAt) / 1000) * index.fps * tiles,
        presents: 0,
        replaced: 0,
        latencyP95Ms: 0,
        tickHz: 0,
      }),
    stop: () => document.body.replaceChildren(),
  };
}

/** One 2D canvas per tile, `drawImage` of each new frame. Decoding as in the product, on the main thread. */
export async function canvases(clip: string, tiles: number, size: WallSize): Promise<Design> {
  const painters = gridOf(tiles, size).map((rect) => {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: rect.width, height: rect.height });
    place(canvas, rect);
    document.body.append(canvas);
    return need(canvas.getContext("2d", { alpha: false }), "2D canvas");
  });
  return onMain(clip, tiles, (fresh) => {
    for (const { tile, picture } of fresh) {
      const painter = need(painters[tile], "painter");
      painter.drawImage(picture, 0, 0, painter.canvas.width, painter.canvas.height);
    }
  });
}

const VERTEX = `#version 300 es
uniform vec4 r; out vec2 uv;
void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1); uv = p; gl_Position = vec4((r.xy + p * r.zw) * vec2(2., -2.) + vec2(-1., 1.), 0., 1.); }`;
const FRAGMENT = `#version 300 es
precision mediump float; uniform sampler2D t; in vec2 uv; out vec4 o;
void main() { o = vec4(texture(t, uv).rgb, 1.); }`;

/** The textbook: `texImage2D(VideoFrame)` of what is new, all tiles drawn at every animation frame, on the main thread. */
export async function naiveGl(clip: string, tiles: number, size: WallSize): Promise<Design> {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: size.widthPx, height: size.heightPx });
  document.body.append(canvas);
  const gl = need(canvas.getContext("webgl2", { alpha: false, antialias: false }), "WebGL 2");
  const program = need(gl.createProgram(), "program");
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = need(gl.createShader(type), "shader");
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  gl.useProgram(program);
  const place = gl.getUniformLocation(program, "r");
  const rects = gridOf(tiles, size);
  const textures = rects.map(() => {
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    return texture;
  });
  return onMain(clip, tiles, (fresh) => {
    for (const { tile, picture } of fresh) {
      gl.bindTexture(gl.TEXTURE_2D, textures[tile] ?? null);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture);
    }
    for (const [tile, rect] of rects.entries()) {
      gl.bindTexture(gl.TEXTURE_2D, textures[tile] ?? null);
      const { widthPx, heightPx } = size;
      gl.uniform4f(place, rect.x / widthPx, rect.y / heightPx, rect.width / widthPx, rect.height / heightPx);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    }
  });
}

/** Sources on the main thread, their newest frames drawn at every animation frame. */
async function onMain(
  clip: string,
  tiles: number,
  draw: (fresh: readonly { tile: number; picture: VideoFrame | ImageBitmap }[]) => void,
): Promise<Design> {
  const sockets = clipSockets(await loadClip("/clips", clip));
  let shown = 0;
  let presents = 0;
  let running = true;
  const boxes = Array.from({ length: tiles }, () => new FrameMailbox(() => {}));
  const stops = boxes.map((box) => createSource(LIVE, sockets).start(box, () => {}));
  const step = (): void => {
    if (!running) return;
    requestAnimationFrame(step);
    const taken = boxes.flatMap((box, tile) => {
      const frame = box.take();
      return frame ? [{ tile, frame }] : [];
    });
    draw(taken.map(({ tile, frame }) => ({ tile, picture: frame.picture })));
    for (const { frame } of taken) closeFrame(frame);
    shown += taken.length;
    presents += 1;
  };
  requestAnimationFrame(step);
  return {
    counts: () =>
      Promise.resolve({
        shown,
        due: fed.frames,
        presents,
        replaced: sum(boxes.map((box) => box.replaced)),
        latencyP95Ms: 0,
        tickHz: 0,
      }),
    stop() {
      running = false;
      for (const stop of stops) stop();
      for (const box of boxes) box.close();
      document.body.replaceChildren();
    },
  };
}

const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);
export const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const once = (target: EventTarget, name: string): Promise<unknown> =>
  new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));

function place(element: HTMLElement, { x, y, width, height }: Rect): void {
  Object.assign(element.style, {
    position: "absolute",
    left: `${x}px`,
    top: `${y}px`,
    width: `${width}px`,
    height: `${height}px`,
    objectFit: "contain",
  });
}
