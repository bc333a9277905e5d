import type { GlHost } from "./host.ts";
import { FrameTexture, TexturePool } from "./frame-texture.ts";

/** A tile of the usual size, and a fisheye of a usual substream. */
const TILE = { width: 640, height: 360 };
const PICTURE_PX = 512;
const ROUNDS = 4;

/**
 * Least ms that `draw` takes for one tile of 640x360, its readback included; null where the context was lost in the
 * meantime. The first of the rounds compiles and is not counted; `turn` is awaited before each.
 */
export async function tileCostMs(
  host: GlHost,
  draw: (picture: FrameTexture, size: typeof TILE) => void,
  turn: () => Promise<void>,
): Promise<number | null> {
  const { gl, regl, handover } = host;
  const pool = new TexturePool(regl);
  const picture = new FrameTexture(gl, pool);
  const side = { widthPx: PICTURE_PX, heightPx: PICTURE_PX, displayWidth: PICTURE_PX, displayHeight: PICTURE_PX };
  const bytes = new Uint8Array(PICTURE_PX * PICTURE_PX * 4).fill(128);
  const surface = handover.withRegl(() => regl.framebuffer({ ...TILE, depthStencil: false }));
  handover.withUploads(() => picture.upload({ form: "rgba", bytes, ...side, wallMs: null, arrivedAtMs: 0 }));
  const pixel = new Uint8Array(4);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await turn();
    if (host.disposed) return null;
    if (host.lost) break;
    const start = performance.now();
    handover.withRegl(() =>
      surface.use(() => {
        draw(picture, TILE);
        // Reading a pixel waits for everything before it.
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      }),
    );
    if (round > 0) times.push(performance.now() - start);
  }
  handover.withRegl(() => {
    surface.destroy();
    picture.release();
    pool.dispose();
  });
  return times.length > 0 ? Math.min(...times) : null;
}
