import { ownFrame } from "#media/frame-mailbox.ts";
import type { BytePool } from "./byte-pool.ts";
import type { GlHost } from "./host.ts";
import { cheapestPath, costMs, leastOf, type PathCost } from "./path-costs.ts";
import { FrameTexture, TexturePool, type UploadCheck } from "./frame-texture.ts";
import { Refusals } from "./refusals.ts";
import { isVideoFrame, type PreparedFrame, type UploadPath, type UploadPathName } from "./upload-path.ts";
import { i420Planes, releasePrepared, rgbaBytes, vfTexImage } from "./upload-paths.ts";

/** The probe stops after this much work; it uploads a frame of a usual substream. */
const PROBE_BUDGET_MS = 200;
/**
 * A path that is this many times as expensive as the cheapest is not measured again: it only takes time from the wall.
 */
const HOPELESS = 3;
const PROBE_ROUNDS_MIN = 3;
const PROBE_ROUNDS_MAX = 12;
const PROBE_WIDTH_PX = 640;
const PROBE_HEIGHT_PX = 360;
/** A tile that is small enough to cost next to nothing to draw: what remains is the upload to the GPU. */
const SMALL = { width: 64, height: 36 };

/** The formats of frames that a page can make itself, to measure them. Chromium decodes to I420 and NV12; a `<video>` of Firefox gives BGRA. */
const MEASURABLE = ["I420", "NV12", "BGRA", "BGRX", "RGBA", "RGBX"] as const;
export type MeasuredFormat = (typeof MEASURABLE)[number];
const FIRST: MeasuredFormat = "I420";

interface Measured {
  /** cheapest first */
  readonly order: readonly UploadPathName[];
  readonly costs: ReadonlyMap<UploadPathName, PathCost>;
}

export type PathCosts = Partial<Record<UploadPathName, number>>;

/**
 * Chooses the upload path of each frame. The best path differs by a factor of fifty, in opposite directions, between a
 * software rasteriser and a GPU; so it is measured here, not assumed.
 */
export class UploadChooser {
  readonly #paths: Record<UploadPathName, UploadPath>;
  readonly #refusals = new Refusals();
  readonly #measured = new Map<string, Measured>();
  /** formats that have come and that nobody has measured yet */
  readonly #unmeasured = new Set<MeasuredFormat>();
  /** what holds for a format that was not measured */
  #usual: Measured = { order: ["vf-teximage"], costs: new Map() };

  constructor(bytes: BytePool) {
    this.#paths = {
      "rgba-bytes": this.#refusals.watched(rgbaBytes(bytes)),
      "i420-planes": this.#refusals.watched(i420Planes(bytes)),
      "vf-teximage": vfTexImage(),
    };
  }

  /** Cheapest first, for the frames of a decoder. */
  get order(): readonly UploadPathName[] {
    return this.#usual.order;
  }
  /** ms per upload and draw of a 640x360 frame, as the probe measured them */
  get costs(): PathCosts {
    return Object.fromEntries([...this.#usual.costs].map(([name, cost]) => [name, costMs(cost, 1)]));
  }
  /** A format that has come and was not measured: the caller measures it when there is time. */
  get unmeasured(): MeasuredFormat | null {
    return [...this.#unmeasured][0] ?? null;
  }

  /** Fixes the order by hand (tests, benchmarks). */
  prefer(name: UploadPathName): void {
    const { order, costs } = this.#usual;
    this.#usual = { order: [name, ...order.filter((other) => other !== name)], costs };
  }

  /** The first frame of each format that goes to the GPU as it is; one that it refuses is copied as bytes from then on. */
  check(): UploadCheck {
    const worked = new Set<string>();
    return {
      isDue: (prepared) => !worked.has(formatOf(prepared)),
      worked: (prepared) => worked.add(formatOf(prepared)),
      refused: (prepared) => this.#refusals.failed("vf-teximage", formatOf(prepared), true),
    };
  }

  /**
   * The cheapest path that takes this frame, where tiles show it on this many pixels together. Opaque frames (`format`
   * null) and bitmaps have only one.
   */
  pathFor(picture: VideoFrame | ImageBitmap, drawnPx: number): UploadPath {
    if (!isVideoFrame(picture) || picture.format === null) return this.#paths["vf-teximage"];
    const { format } = picture;
    const measured = this.#measured.get(format);
    const measurable = MEASURABLE.find((each) => each === format);
    if (!measured && measurable && this.#measured.size > 0) this.#unmeasured.add(measurable);
    const { order, costs } = measured ?? this.#usual;
    const share = drawnPx / Math.max(1, picture.displayWidth * picture.displayHeight);
    const fits = order.filter((name) => this.#paths[name].accepts(picture) && !this.#refusals.has(name, format));
    return this.#paths[cheapestPath(fits, costs, share) ?? "rgba-bytes"];
  }

  /**
   * Measures all paths for about 200 ms. `draw` paints one frame over the bound framebuffer, so that a more expensive
   * shader counts. `turn` is awaited before each single measurement: the wall's own frames go first.
   */
  async probe(
    host: GlHost,
    bytes: BytePool,
    draw: (picture: FrameTexture, size: typeof SMALL) => void,
    turn: () => Promise<void>,
    format: MeasuredFormat = FIRST,
  ): Promise<void> {
    this.#unmeasured.delete(format);
    if (typeof VideoFrame === "undefined") return;
    const pool = new TexturePool(host.regl);
    const surfaces = [SMALL, { width: PROBE_WIDTH_PX, height: PROBE_HEIGHT_PX }].map((size) => ({
      size,
      surface: host.handover.withRegl(() => host.regl.framebuffer({ ...size, depthStencil: false })),
    }));
    const pixel = new Uint8Array(4);
    /** ms that drawing into the small and into the large tile takes, with all work that was queued before */
    const paint = (picture: FrameTexture): readonly number[] =>
      surfaces.map(({ size, surface }) => {
        const fromMs = performance.now();
        surface.use(() => {
          draw(picture, size);
          // Reading a pixel waits for everything before it; finish() alone may not.
          host.gl.readPixels(0, 0, 1, 1, host.gl.RGBA, host.gl.UNSIGNED_BYTE, pixel);
        });
        return performance.now() - fromMs;
      });
    const names = Object.keys(this.#paths) as UploadPathName[];
    const times = new Map<UploadPathName, PathCost[]>(names.map((name) => [name, []]));
    const hopeless = new Set<UploadPathName>();
    let spentMs = 0;
    for (let round = 0; round < PROBE_ROUNDS_MAX && (round < PROBE_ROUNDS_MIN || spentMs < PROBE_BUDGET_MS); round++) {
      for (const name of names) {
        if (hopeless.has(name)) continue;
        await turn();
        if (host.disposed) return;
        if (host.lost) break;
        const cost = await this.#time(this.#paths[name], host, bytes, pool, paint, format);
        if (host.disposed) return;
        if (cost === null) times.delete(name);
        // The first round compiles shaders and allocates: it is not counted.
        if (cost === null || round === 0) continue;
        spentMs += costMs(cost, 1);
        times.get(name)?.push(cost);
      }
      const whole = [...times].map(([name, list]) => ({ name, ms: costMs(leastOf(list), 1) }));
      const least = Math.min(...whole.map(({ ms }) => ms));
      for (const { name, ms } of whole) if (ms > HOPELESS * least) hopeless.add(name);
    }
    for (const { surface } of surfaces) surface.destroy();
    pool.dispose();
    const costs = [...times].flatMap(([name, list]) => (list.length > 0 ? [[name, leastOf(list)] as const] : []));
    costs.sort(([, a], [, b]) => costMs(a, 1) - costMs(b, 1));
    const known = new Map(costs);
    const measured = { order: [...known.keys(), ...names.filter((name) => !known.has(name))], costs: known };
    this.#measured.set(format, measured);
    if (format === FIRST) this.#usual = measured;
  }

  async #time(
    path: UploadPath,
    host: GlHost,
    bytes: BytePool,
    pool: TexturePool,
    paint: (picture: FrameTexture) => readonly number[],
    format: MeasuredFormat,
  ): Promise<PathCost | null> {
    const { gl, handover } = host;
    const picture = grey(format);
    if (!picture || !path.accepts(picture)) {
      picture?.close();
      return null;
    }
    const frame = ownFrame(picture, null, 0);
    const fromMs = performance.now();
    const prepared = await path.prepare(frame);
    if (!prepared) return null;
    if (host.lost) {
      releasePrepared(prepared, bytes);
      return null;
    }
    const texture = new FrameTexture(gl, pool);
    handover.withUploads(() => texture.upload(prepared));
    const broughtMs = performance.now() - fromMs;
    const [smallMs = 0, wholeMs = 0] = handover.withRegl(() => paint(texture));
    texture.release();
    releasePrepared(prepared, bytes);
    return { bringMs: broughtMs + smallMs, drawMs: wholeMs * (host.software ? navigator.hardwareConcurrency : 1) };
  }
}

/** A frame of a usual substream; null where this browser makes none of this format. */
function grey(format: MeasuredFormat): VideoFrame | null {
  const pixels = PROBE_WIDTH_PX * PROBE_HEIGHT_PX;
  const data = new Uint8Array(format === "I420" || format === "NV12" ? pixels * 1.5 : pixels * 4).fill(128);
  try {
    return new VideoFrame(data, { format, codedWidth: PROBE_WIDTH_PX, codedHeight: PROBE_HEIGHT_PX, timestamp: 0 });
  } catch {
    return null;
  }
}

const formatOf = (prepared: PreparedFrame): string =>
  prepared.form === "picture" && isVideoFrame(prepared.frame.image) ? (prepared.frame.image.format ?? "") : "";
