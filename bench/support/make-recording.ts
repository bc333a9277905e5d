/**
 * A process that makes a recording of the given number of minutes, 1280x720 at 15 pictures per second. argv: folder,
 * minutes, then (when it is for a recorder) the ids of stream and camera and the start, epoch ms, then "small" for
 * 640x360. Prints the facts of the recording.
 */
import { splitAnnexB } from "#recorder/formats/annex-b.ts";
import type { AccessUnit } from "#recorder/formats/access-unit.ts";
import { Recordings } from "#recorder/recording/recordings.ts";
import { encodeFrames } from "./encode-frames.ts";

const [, , recordingsDir = "", minutes, streamId = "cam", cameraId = "1", start, size] = process.argv;
const SHRUNK = size === "small" ? 2 : 1;
const WIDTH = 1280 / SHRUNK;
const HEIGHT = 720 / SHRUNK;
const FPS = 15;
const LOOP_S = 20;
const START = start === undefined ? Date.UTC(2026, 2, 29, 10, 0, 0) : Number(start);

/** One loop of really encoded pictures: moving noise, about 2 Mbit/s; a small stream has a quarter of that. */
function loop(): AccessUnit[] {
  const shape = { widthPx: WIDTH, heightPx: HEIGHT, framesPerSecond: FPS };
  let seed = 1;
  const pictures = encodeFrames(
    { ...shape, bitsPerSecond: 2_000_000 / SHRUNK ** 2, x264: { scenecut: 0 } },
    LOOP_S * FPS,
    ({ pixels }, index) => {
      if (index === 0) pixels.fill(128);
      for (let at = 0; at < 60_000 / SHRUNK ** 2; at++) {
        seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
        pixels[(seed >>> 8) % (WIDTH * HEIGHT)] = 16 + (seed & 127);
      }
    },
  );
  return pictures.map(({ data, pts, key }) => {
    const nals = splitAnnexB(data).filter((nal) => ((nal[0] ?? 0) & 31) !== 9);
    return { kind: "video", key, pts90k: pts, wallMs: START + pts / 90, nals, broken: false };
  });
}

const recordings = await Recordings.open({ recordingsDir, onDiskState() {}, onLog() {} });
const recorder = await recordings.recorder(streamId, cameraId, "continuous");
recorder.begin({ codec: "h264", audio: null });
const units = loop();
const rounds = (Number(minutes) * 60) / LOOP_S;
for (let round = 0; round < rounds; round++) {
  const shiftMs = round * LOOP_S * 1000;
  for (const unit of units)
    recorder.push({ ...unit, wallMs: unit.wallMs + shiftMs, pts90k: unit.pts90k + shiftMs * 90 });
  await recordings.flush();
}
await recordings.close();
process.stdout.write(`${JSON.stringify({ startMs: START })}\n`);
process.exit(0);
