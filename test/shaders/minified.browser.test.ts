import { expect, test } from "vitest";
import { BytePool } from "#stage/gl/byte-pool.ts";
import { GlHost } from "#stage/gl/host.ts";
import { FrameTexture, TexturePool } from "#stage/gl/frame-texture.ts";
import { releasePrepared, rgbaBytes } from "#stage/gl/upload-paths.ts";
import { VideoPass } from "#stage/passes/video-pass.ts";
import { readRect } from "#stage/pixels.ts";
import { ownFrame } from "#media/frame-mailbox.ts";
import { rgbFrame } from "#test/stage/support/frames.ts";
import { tileView } from "#test/stage/support/views.ts";

const listener = { lost: () => {}, restored: () => {}, failed: () => {} };
const rect = { x: 0, y: 0, width: 16, height: 16 };

/** Stripes one texel wide, shown at a quarter of their size: the deviation of the pixels from the mean. */
async function ripple(smooth: boolean): Promise<number> {
  const host = await GlHost.create(document.createElement("canvas"), 16, 16, listener);
  const bytes = new BytePool();
  const frame = rgbFrame(64, 64, (x) => (x % 4 === 1 || x % 4 === 2 ? [255, 255, 255] : [0, 0, 0]));
  const prepared = await rgbaBytes(bytes).prepare(ownFrame(frame, null, 0));
  if (!prepared) throw new Error("not prepared");
  const picture = new FrameTexture(host.gl, new TexturePool(host.regl));
  host.handover.withUploads(() => picture.upload(prepared));
  const draw = { tile: tileView("a", rect), rect, picture, overlay: null, overlayRows: [], opacity: 1, still: false };
  const pixels = host.handover.withRegl(() => {
    new VideoPass(host.regl, smooth).draw([draw], { widthPx: 16, heightPx: 16 });
    return readRect(host.gl, 16, rect);
  });
  releasePrepared(prepared, bytes);
  host.dispose();
  return Math.max(...[4, 5, 6, 7].map((x) => Math.abs((pixels.rgba[(8 * 16 + x) * 4] ?? 0) - 127.5)));
}

test("a picture much larger than its tile is averaged where the machine can afford it", async () => {
  expect(await ripple(true)).toBeLessThan(2);
  expect(await ripple(false)).toBeGreaterThan(100);
});
