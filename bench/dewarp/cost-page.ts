/** The page behind bench/dewarp/run.mjs: what a new picture on every tile costs the stage's own renderer, dewarped and plain. */
import { DEFAULT_LENS } from "#domain/dewarp/lens.ts";
import { noZoom } from "#domain/digital-zoom.ts";
import { type FrameMailbox, ownFrame } from "#media/frame-mailbox.ts";
import type { FrameSource } from "#media/frame-source.ts";
import type { StageView } from "#protocol/stage-worker.ts";
import { StageRenderer } from "#stage/stage-renderer.ts";

declare global {
  interface Window {
    /** Time in ms of one new picture on each source until it is read back, the least of `rounds`; both kinds in turn. */
    cost(tiles: number, sources: number, rounds: number): Promise<{ plainMs: number; dewarpedMs: number }>;
  }
}

const TILE = { width: 640, height: 360 };
const SIDE = 1024;

class Fed implements FrameSource {
  #mailbox: FrameMailbox | null = null;
  start(mailbox: FrameMailbox): () => void {
    this.#mailbox = mailbox;
    return () => mailbox.close();
  }
  put(frame: VideoFrame): void {
    this.#mailbox?.put(ownFrame(frame, null, performance.now()));
  }
  play(): void {}
  step(): void {}
  clock(): void {}
  counters() {
    return { bytesReceived: 0, decodeQueue: 0, decodeMs: 0 };
  }
}

/** An I420 picture as a decoder gives it. */
function frame(seed: number): VideoFrame {
  const data = new Uint8Array(SIDE * SIDE * 1.5).fill(110);
  for (let at = 0; at < SIDE * SIDE; at += 7) data[at] = (at * 31 + seed * 17) & 255;
  return new VideoFrame(data, { format: "I420", codedWidth: SIDE, codedHeight: SIDE, timestamp: seed });
}

function viewOf(tiles: number, sources: number, dewarped: boolean): StageView {
  const columns = Math.ceil(Math.sqrt(tiles));
  const rows = Math.ceil(tiles / columns);
  return {
    widthPx: columns * TILE.width,
    heightPx: rows * TILE.height,
    devicePixelRatio: 1,
    theme: { background: 0, cell: 0, text: 0xffffff, accent: 0, danger: 0, warning: 0 },
    tiles: Array.from({ length: tiles }, (_, index) => ({
      id: `t${index}`,
      sourceId: `s${index % sources}`,
      rect: { x: (index % columns) * TILE.width, y: Math.floor(index / columns) * TILE.height, ...TILE },
      name: "",
      overlay: "none",
      message: "",
      badges: [],
      frame: "none",
      opacity: 1,
      floating: false,
      zoom: noZoom,
      dewarp: dewarped
        ? {
            mode: 1,
            layout: "single",
            orientation: "ceiling",
            pan: (index * 47) % 360,
            tilt: 45,
            zoom: 0.5,
            perspectiveDepth: 1,
            panoramaAspectRatio: 4,
            panoramaShift: 0,
            lens: DEFAULT_LENS,
          }
        : null,
    })),
    interacting: true,
    presentCapHz: 0,
    hidden: false,
  };
}

window.cost = async (tiles, sources, rounds) => {
  const fed: Fed[] = [];
  const views = { plain: viewOf(tiles, sources, false), dewarped: viewOf(tiles, sources, true) };
  const stage = await StageRenderer.create({
    canvas: new OffscreenCanvas(views.plain.widthPx, views.plain.heightPx),
    view: views.plain,
    createSource: () => {
      const source = new Fed();
      fed.push(source);
      return source;
    },
    emit: () => undefined,
  });
  for (let index = 0; index < sources; index += 1)
    stage.open(`s${index}`, { kind: "frames", port: new MessageChannel().port1 });
  const best = { plain: Number.POSITIVE_INFINITY, dewarped: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of ["plain", "dewarped"] as const) {
      stage.apply(views[kind]);
      await stage.whenIdle();
      stage.readPixels({ x: 0, y: 0, width: 1, height: 1 });
      const frames = fed.map((_, index) => frame(round * 100 + index));
      const from = performance.now();
      for (const [index, source] of fed.entries()) {
        const picture = frames[index];
        if (picture) source.put(picture);
      }
      await stage.whenIdle();
      stage.readPixels({ x: 0, y: 0, width: 1, height: 1 });
      // The first round compiles programs and makes textures.
      if (round > 0) best[kind] = Math.min(best[kind], performance.now() - from);
    }
  }
  stage.dispose();
  return { plainMs: best.plain, dewarpedMs: best.dewarped };
};
