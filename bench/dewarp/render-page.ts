/** The page behind `npm run dewarp:render`: it renders one case at a time with the product's own stage renderer. */
import { need } from "#base/assert.ts";
import { LensSearch } from "#actions/stage/lens-search.ts";
import { clampView, type DewarpConfig, parseDewarpConfig, parseLens } from "#domain/dewarp/config.ts";
import { DEFAULT_LENS, type Lens, withCircle } from "#domain/dewarp/lens.ts";
import { type FrameMailbox, ownFrame } from "#media/frame-mailbox.ts";
import type { FrameSource } from "#media/frame-source.ts";
import type { DewarpScene } from "#domain/dewarp/scene.ts";
import { noZoom } from "#domain/first-facts.ts";
import type { DewarpMapping } from "#stage/passes/dewarp-pass.ts";
import { StageRenderer } from "#stage/stage-renderer.ts";
import { oneTileView } from "../support/one-tile.ts";

/** One case of a `cases.json`; `still` is the source as fetched, encoded or not. */
interface RenderCase {
  readonly id: string;
  readonly mode: 0 | 1 | 2;
  readonly config: unknown;
  readonly view: { pan: number; tilt: number; zoom: number } | null;
  readonly lensKnown: "default" | "auto" | "explicit";
  readonly lens: unknown;
  readonly width: number;
  readonly height: number;
  readonly sourceUrl: string;
  /** Annex-B key frame of the same picture, or null to feed the image itself */
  readonly h264Url: string | null;
  readonly mapping: DewarpMapping;
}

declare global {
  interface Window {
    renderCase(
      given: RenderCase,
    ): Promise<{ width: number; height: number; rgbaBase64: string; lens: Lens; frames: string }>;
  }
}

/** Shows one still picture, like a paused camera. */
class StillSource implements FrameSource {
  readonly #frame: VideoFrame;
  constructor(frame: VideoFrame) {
    this.#frame = frame;
  }
  start(mailbox: FrameMailbox): () => void {
    mailbox.put(ownFrame(this.#frame, null, performance.now()));
    return () => mailbox.close();
  }
  play(): void {}
  step(): void {}
  clock(): void {}
  counters() {
    return { bytesReceived: 0, decodeQueue: 0, decodeMs: 0, decodedBy: null };
  }
}

async function decode(url: string, width: number, height: number): Promise<VideoFrame> {
  const data = await (await fetch(url)).arrayBuffer();
  const whole = await new Promise<VideoFrame>((resolve, reject) => {
    const decoder = new VideoDecoder({ output: resolve, error: reject });
    decoder.configure({ codec: "avc1.4d4028", optimizeForLatency: true });
    decoder.decode(new EncodedVideoChunk({ type: "key", timestamp: 0, data }));
    decoder.flush().then(() => decoder.close(), reject);
  });
  const cut = new VideoFrame(whole, {
    visibleRect: { x: 0, y: 0, width, height },
    displayWidth: width,
    displayHeight: height,
  });
  whole.close();
  return cut;
}

/** The lens of a case: given, detected in the picture, or the default; the product tries them in this order. */
function lensOf(given: RenderCase, config: DewarpConfig, picture: ImageBitmap): Lens {
  if (given.lensKnown === "explicit") {
    if (given.lens === null || given.lens === undefined) return need(config.lens, `${given.id}: lens`);
    const lens = parseLens(given.lens);
    if (!lens.ok) throw new Error(`${given.id}: ${lens.error}`);
    return lens.value;
  }
  const known = config.lens ?? DEFAULT_LENS;
  if (given.lensKnown === "default") return known;
  const found = new LensSearch().add(picture);
  // Only the circle is detected; the known parameters of the lens itself stay.
  return found ? withCircle(known, found.lens) : known;
}

window.renderCase = async (given) => {
  const config = parseDewarpConfig(given.config);
  if (!config.ok) throw new Error(`${given.id}: ${config.error}`);
  const picture = await createImageBitmap(await (await fetch(given.sourceUrl)).blob(), {
    colorSpaceConversion: "none",
  });
  const lens = lensOf(given, config.value, picture);
  const frame = given.h264Url
    ? await decode(given.h264Url, picture.width, picture.height)
    : new VideoFrame(picture, { timestamp: 0 });
  const { orientation, perspectiveDepth, panoramaAspectRatio, panoramaShift, defaultPerspectiveView } = config.value;
  const dewarp: DewarpScene = {
    mode: given.mode,
    layout: "single",
    orientation,
    ...clampView(orientation, given.view ?? defaultPerspectiveView),
    perspectiveDepth,
    panoramaAspectRatio,
    panoramaShift,
    panoramaZoom: noZoom,
    lens,
  };
  const { width, height } = given;
  const view = oneTileView("case", width, height, dewarp);
  let stage: StageRenderer | null = null;
  await new Promise<void>((resolve, reject) => {
    StageRenderer.create({
      canvas: new OffscreenCanvas(width, height),
      view,
      createSource: () => new StillSource(frame),
      painter: "webgl2",
      dewarpMapping: given.mapping,
      emit: (message) => {
        if (message.type === "source-event" && message.event.kind === "first-frame") resolve();
        if (message.type === "failed") reject(new Error(message.reason));
      },
    }).then((made) => {
      stage = made;
      made.open("case", { kind: "frames", port: new MessageChannel().port1 });
    }, reject);
  });
  const wall = need<StageRenderer>(stage, "stage");
  await wall.whenIdle();
  const { rgba } = wall.readPixels({ x: 0, y: 0, width, height });
  wall.dispose();
  picture.close();
  let text = "";
  for (let at = 0; at < rgba.length; at += 0x8000) text += String.fromCharCode(...rgba.subarray(at, at + 0x8000));
  return { width, height, rgbaBase64: btoa(text), lens, frames: frame.format ?? "" };
};
