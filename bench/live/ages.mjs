/**
 * The age of pictures when they appear on the stage: a tile's frame code, read from the stage's pixels at moments that
 * are spread over the display time of a picture, compared with the clock. Reading waits for the GPU. Therefore only the
 * code is read, and reads have pauses between them: when a wall is read all the time, the result is the cost of
 * reading.
 */
import { join } from "node:path";
import { rolldown } from "rolldown";
import { root } from "../support/product.mjs";

const built = join(root, ".cache/bench/frame-code.mjs");
const bundle = await rolldown({ cwd: root, input: join(root, "src/domain/frame-code.ts"), logLevel: "warn" });
await bundle.write({ file: built, format: "esm" });
await bundle.close();
const { frameAgeMs, readFrameCode } = await import(built);

/**
 * The sizes of the demo cameras' streams, and the area that contains their codes, in shares of a picture's height. The smallest
 * first: read as one twice as high, a code shows some of its cells twice, which its checksum does not always refuse.
 */
const SHAPES = [
  {
    width: 16 / 9,
    heights: [180, 360, 720],
  },
  {
    width: 1,
    heights: [320, 640, 1024],
  },
];
const CODE_WIDTH = 0.37;
const CODE_HEIGHT = 0.19;
/** The pause between two reads, and the time over which they are spread: two pictures at 15 per second. */
const REST_MS = 50;
const SPREAD_MS = 2000 / 15;

/** The ages (ms) from this number of reads at each of the first four tiles; reads that find no code give none. */
export async function frameAges(page, boxes, looks) {
  const ages = [];
  let spread = 0;
  for (let look = 0; look < looks; look += 1) {
    for (const box of boxes.slice(0, 4)) {
      spread = (spread + 0.618_034) % 1;
      await page.waitForTimeout(REST_MS + spread * SPREAD_MS);
      const age = (await ageIn(page, box, SHAPES[0])) ?? (await ageIn(page, box, SHAPES[1]));
      if (age !== null) ages.push(age);
    }
  }
  return ages;
}

async function ageIn(page, box, { width, heights }) {
  const height = Math.min(box.height, box.width / width);
  const left = box.x + (box.width - height * width) / 2;
  const top = box.y + (box.height - height) / 2;
  const rect = {
    x: Math.floor(left),
    y: Math.floor(top),
    width: Math.ceil(height * CODE_WIDTH) + 1,
    height: Math.ceil(height * CODE_HEIGHT) + 1,
  };
  const read = await page.evaluate((wanted) => window.__proscenium.readPixels(wanted), rect);
  const rgba = Buffer.from(read.rgbaBase64, "base64");
  for (const heightPx of heights) {
    const scale = height / heightPx;
    const code = readFrameCode((x, y) => {
      const column = Math.min(read.width - 1, Math.max(0, Math.round(left - rect.x + x * scale - 0.5)));
      const row = Math.min(read.height - 1, Math.max(0, Math.round(top - rect.y + y * scale - 0.5)));
      const at = (row * read.width + column) * 4;
      return 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0);
    }, heightPx);
    if (code) return frameAgeMs(code, read.atMs);
  }
  return null;
}
