import { ownFrame } from "#media/frame-mailbox.ts";
import type { BytePool } from "./byte-pool.ts";
import type { GlHost } from "./host.ts";
import { PictureTexture, TexturePool } from "./picture-texture.ts";
import { isVideoFrame, type UploadPath, type UploadPathName } from "./upload-path.ts";
import { i420Planes, releasePrepared, rgbaBytes, vfTexImage } from "./upload-paths.ts";

/** The probe stops after this much work; the picture it uploads is a usual substream. */
const PROBE_BUDGET_MS = 200;
/** A path that is this many times as dear as the cheapest is not measured again: it only takes time from the wall. */
const HOPELESS = 3;
const PROBE_ROUNDS_MIN = 3;
const PROBE_ROUNDS_MAX = 12;
const PROBE_WIDTH_PX = 640;
const PROBE_HEIGHT_PX = 360;

export type PathCosts = Partial<Record<UploadPathName, number>>;

/**
 * Chooses the way of each frame. Which way is best differs by a factor of fifty, and the other way round, between a
 * software rasteriser and a GPU; so it is measured here, not assumed.
 */
export class UploadChooser {
  readonly #paths: Record<UploadPathName, UploadPath>;
  #order: readonly UploadPathName[] = ["vf-teximage"];
  #costs: PathCosts = {};

  constructor(bytes: BytePool) {
    this.#paths = {
      "rgba-bytes": rgbaBytes(bytes),
      "i420-planes": i420Planes(bytes),
      "vf-teximage": vfTexImage(),
    };
  }

  /** Cheapest first. */
  get order(): readonly UploadPathName[] {
    return this.#order;
  }
  /** least ms per upload and draw of a 640x360 picture that the probe saw: noise only ever adds */
  get costs(): PathCosts {
    return this.#costs;
  }

  /** Fixes the order by hand (tests, benchmarks). */
  prefer(name: UploadPathName): void {
    this.#order = [name, ...this.#order.filter((other) => other !== name)];
  }

  /** The cheapest path that takes this picture. Opaque frames (`format` null) and bitmaps have only one. */
  pathFor(picture: VideoFrame | ImageBitmap): UploadPath {
    const opaque = !isVideoFrame(picture) || picture.format === null;
    const name = opaque ? "vf-teximage" : this.#order.find((each) => this.#paths[each].accepts(picture));
    return this.#paths[name ?? "vf-teximage"];
  }

  /**
   * Measures all paths for about 200 ms; `draw` paints one into the bound framebuffer (640x360), so that a dearer shader
   * counts. `turn` is awaited before each single measurement: the wall's own pictures go first.
   */
  async probe(
    host: GlHost,
    bytes: BytePool,
    draw: (picture: PictureTexture) => void,
    turn: () => Promise<void>,
  ): Promise<void> {
    if (typeof VideoFrame === "undefined") return;
    const pool = new TexturePool(host.regl);
    const size = { width: PROBE_WIDTH_PX, height: PROBE_HEIGHT_PX };
    const surface = host.handover.withRegl(() => host.regl.framebuffer({ ...size, depthStencil: false }));
    const paint = (picture: PictureTexture, pixel: Uint8Array): void =>
      surface.use(() => {
        draw(picture);
        // Reading a pixel waits for everything before it; finish() alone may not.
        host.gl.readPixels(0, 0, 1, 1, host.gl.RGBA, host.gl.UNSIGNED_BYTE, pixel);
      });
    const names = Object.keys(this.#paths) as UploadPathName[];
    const times = new Map<UploadPathName, number[]>(names.map((name) => [name, []]));
    const hopeless = new Set<UploadPathName>();
    let spentMs = 0;
    for (let round = 0; round < PROBE_ROUNDS_MAX && (round < PROBE_ROUNDS_MIN || spentMs < PROBE_BUDGET_MS); round++) {
      for (const name of names) {
        if (hopeless.has(name)) continue;
        await turn();
        if (host.disposed) return;
        if (host.lost) break;
        const ms = await this.#time(this.#paths[name], host, bytes, pool, paint);
        if (host.disposed) return;
        // The first round compiles shaders and allocates: it is not counted.
        if (round > 0) spentMs += ms ?? 0;
        if (ms === null) times.delete(name);
        else if (round > 0) times.get(name)?.push(ms);
      }
      const least = Math.min(...[...times.values()].flat());
      for (const [name, list] of times) if (Math.min(...list) > HOPELESS * least) hopeless.add(name);
    }
    surface.destroy();
    pool.dispose();
    const costs = [...times].map(([name, list]) => ({ name, cost: Math.min(...list) }));
    costs.sort((a, b) => a.cost - b.cost);
    this.#costs = Object.fromEntries(costs.map(({ name, cost }) => [name, cost]));
    const rest = names.filter((name) => !costs.some((entry) => entry.name === name));
    this.#order = [...costs.map(({ name }) => name), ...rest];
  }

  async #time(
    path: UploadPath,
    host: GlHost,
    bytes: BytePool,
    pool: TexturePool,
    draw: (picture: PictureTexture, pixel: Uint8Array) => void,
  ): Promise<number | null> {
    const { gl, handover } = host;
    const frame = ownFrame(grey(), null, 0);
    const pixel = new Uint8Array(4);
    const start = performance.now();
    const prepared = await path.prepare(frame);
    if (!prepared) return null;
    if (host.lost) {
      releasePrepared(prepared, bytes);
      return null;
    }
    const texture = new PictureTexture(gl, pool);
    handover.withUploads(() => texture.upload(prepared));
    handover.withRegl(() => draw(texture, pixel));
    const ms = performance.now() - start;
    texture.release();
    releasePrepared(prepared, bytes);
    return ms;
  }
}

function grey(): VideoFrame {
  const chroma = (PROBE_WIDTH_PX / 2) * (PROBE_HEIGHT_PX / 2);
  const data = new Uint8Array(PROBE_WIDTH_PX * PROBE_HEIGHT_PX + 2 * chroma).fill(128);
  return new VideoFrame(data, {
    format: "I420",
    codedWidth: PROBE_WIDTH_PX,
    codedHeight: PROBE_HEIGHT_PX,
    timestamp: 0,
  });
}
