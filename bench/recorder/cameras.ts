/**
 * A process with RTSP cameras of 640x360 at 15 pictures per second and about 0.8 Mbit/s. argv: the number of cameras, the port (0 or
 * absent = any free one), the bits per second, another size and rate (160x90@1), `shared` (all who connect get the same pictures at the same
 * time, as from a real camera, and not each from the first one on), and the address to listen on. Prints the port.
 */
import { X264Encoder } from "#recorder/codec/av-encoders.ts";
import { Canvas } from "#recorder/codec/av-video.ts";
import type { MediaSource, SourceUnit } from "#demo/devices/media-source.ts";
import { RtspServer } from "#demo/devices/rtsp-server.ts";
import { splitAnnexB } from "#recorder/formats/annex-b.ts";

const [WIDTH = 640, HEIGHT = 360, FPS = 15] = (process.argv[5] ?? "640x360@15").split(/[x@]/).map(Number);
const COUNT = 10 * FPS;

function encode(): { key: boolean; nals: Buffer[] }[] {
  const canvas = new Canvas(WIDTH, HEIGHT, "yuv420p");
  const encoder = new X264Encoder({
    widthPx: WIDTH,
    heightPx: HEIGHT,
    framesPerSecond: FPS,
    gopFrames: 2 * FPS,
    bitsPerSecond: Number(process.argv[4] ?? 800_000),
  });
  const pictures: { key: boolean; nals: Buffer[] }[] = [];
  let seed = 1;
  for (let n = 0; n < COUNT; n++) {
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      canvas.pixels[i] = 100 + ((i + n * 3) % 64) + (seed >>> 28);
    }
    encoder.encode(canvas.frame(n * 6000), false, ({ data, key }) => pictures.push({ key, nals: splitAnnexB(data) }));
  }
  encoder.close();
  canvas.close();
  return pictures;
}

const pictures = encode();
const isSet = (nal: Buffer): boolean => [7, 8].includes((nal[0] ?? 0) & 31);
const isShared = process.argv[6] === "shared";
const beganAt = performance.now();
const source: MediaSource = {
  parameterSets: (pictures[0]?.nals ?? []).filter(isSet),
  framesPerSecond: FPS,
  audio: null,
  subscribe(listener: (unit: SourceUnit) => void) {
    const startedAt = isShared ? beganAt : performance.now();
    let sent = Math.floor(((performance.now() - startedAt) * FPS) / 1000);
    const send = (): void => {
      for (; sent < ((performance.now() - startedAt) * FPS) / 1000; sent++) {
        const picture = pictures[sent % pictures.length];
        if (!picture) return;
        listener({
          kind: "video",
          key: picture.key,
          nals: picture.nals.filter((nal) => !isSet(nal)),
          pts: sent * 6000,
        });
      }
      // When the next one is due: to look every few ms whether it is takes more time than to send it.
      timer = setTimeout(send, Math.ceil(startedAt + (sent * 1000) / FPS - performance.now()));
    };
    let timer = setTimeout(send);
    return () => clearTimeout(timer);
  },
};
const server = new RtspServer();
for (let i = 0; i < Number(process.argv[2] ?? 8); i++)
  server.mount(`/cam${i}`, {
    source,
    login: { username: "user", password: process.env.CAMERA_PASSWORD ?? "pass", scheme: "digest" },
  });
process.stdout.write(`${await server.listen(Number(process.argv[3] ?? 0), process.argv[7] ?? "127.0.0.1")}\n`);
