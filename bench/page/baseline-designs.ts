/** The designs with which the stage is compared: `<video>` elements, 2D canvases, and plain textbook WebGL. */
import { need } from "#base/assert.ts";
import type { Rect } from "#base/geometry.ts";
import { closeFrame, FrameMailbox } from "#media/frame-mailbox.ts";
import { createSource } from "#media/sources/create-source.ts";
import { clipSockets, fed, loadClip } from "./clip.ts";
import { type Design, later, LIVE, sum } from "./design.ts";
import { gridOf, type WallSize } from "./wall-views.ts";

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
    // playing is refused only when the page ends first
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

/** One 2D canvas per tile and a `drawImage` for each new frame. Decoding is the product's, on the main thread. */
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

/**
 * Textbook WebGL: a `texImage2D(VideoFrame)` for each new frame, and all tiles drawn at every animation frame, on the
 * main thread.
 */
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

/** Decodes sources on the main thread and draws their newest frames at every animation frame. */
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
    draw(taken.map(({ tile, frame }) => ({ tile, picture: frame.image })));
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
