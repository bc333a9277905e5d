/** Pictures that are uploaded as motion masks and unpack into gigabytes. */
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { watchedPixels } from "#recorder/analysis/motion-job.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const MOST_GROWTH_BYTES = 256 * 1024 * 1024;
const LONGEST_MS = 2000;

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  return sum >>> 0;
});
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const sum = body.reduce((crc, byte) => (TABLE[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8), 0xffffffff);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE((sum ^ 0xffffffff) >>> 0, framed.length - 4);
  return framed;
}

interface Shape {
  readonly width: number;
  readonly height: number;
  readonly depth?: number;
  /** 0 grey, 6 colour with opacity */
  readonly colour?: 0 | 6;
  readonly interlaced?: 0 | 1;
  /** bytes of pixels that are in the file; absent: as many as it says */
  readonly bytes?: number;
}
function png({ width, height, depth = 8, colour = 6, interlaced = 0, bytes }: Shape): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, depth, colour, 0, 0, interlaced]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const row = 1 + Math.ceil((width * depth * (colour === 6 ? 4 : 1)) / 8);
  const pixels = deflateSync(Buffer.alloc(Math.min(bytes ?? row * height, 600_000_000)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

let house: TestHouse;
let path = "";
beforeAll(async () => {
  house = await TestHouse.open();
  const { camera, stream } = await house.addCamera("Gate");
  path = `/service/cameras/${camera.id}/streams/${stream.id}/motion/mask`;
});
afterAll(() => house.close());
const put = async (payload: Buffer) =>
  house.recorder.app.inject({
    method: "PUT",
    url: path,
    payload,
    headers: { authorization: house.basic("admin", house.adminPassword), "content-type": "image/png" },
  });

it.each<[string, Shape]>([
  ["half a megabyte that unpacks into 1.6 GB", { width: 8192, height: 8192, depth: 16 }],
  ["more pixels than a mask has", { width: 8000, height: 4320, bytes: 1000 }],
  ["16 bits for each colour", { width: 3840, height: 2160, depth: 16, bytes: 1000 }],
  ["one row of a million pixels", { width: 1_000_000, height: 1 }],
  ["no pixels", { width: 0, height: 100, bytes: 10 }],
  ["pixels in several passes", { width: 640, height: 360, interlaced: 1 }],
])("%s is refused as a mask, and by who would decode it", { timeout: 60_000 }, async (_name, shape) => {
  const file = png(shape);
  const answer = await put(file);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, "mask/bad-image"]);
  const [memory, begunMs] = [process.memoryUsage().rss, performance.now()];
  expect(() => watchedPixels(file)).toThrow();
  expect(performance.now() - begunMs).toBeLessThan(LONGEST_MS);
  expect(process.memoryUsage().rss - memory).toBeLessThan(MOST_GROWTH_BYTES);
});

it("one that unpacks into more than it says ends in little memory", { timeout: 60_000 }, () => {
  const file = png({ width: 640, height: 360, bytes: 500_000_000 });
  const memory = process.memoryUsage().rss;
  expect(() => watchedPixels(file)).toThrow();
  expect(process.memoryUsage().rss - memory).toBeLessThan(MOST_GROWTH_BYTES);
});

it("one as large as a picture of 4K is taken and read", { timeout: 60_000 }, async () => {
  const file = png({ width: 3840, height: 2160 });
  expect((await put(file)).statusCode).toBe(204);
  expect(watchedPixels(file).every((watched) => watched === 0)).toBe(true);
});
