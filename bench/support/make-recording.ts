/**
 * Process: a recording of so many minutes, 1280x720 at 15 per second. argv: folder, minutes, then (when it is for a recorder)
 * ids of stream and camera and the start, epoch ms. Prints its facts.
 */
import { X264Encoder } from "#recorder/codec/av-encoders.ts";
import { Canvas } from "#recorder/codec/av-video.ts";
import { splitAnnexB } from "#recorder/export/annex-b.ts";
import type { AccessUnit } from "#recorder/ingest/access-unit.ts";
import { Recordings } from "#recorder/recording/recordings.ts";

const [, , recordingsDir = "", minutes, streamId = "cam", cameraId = "1", start] = process.argv;
const WIDTH = 1280;
const HEIGHT = 720;
const FPS = 15;
const LOOP_S = 20;
const START = start === undefined ? Date.UTC(2026, 2, 29, 10, 0, 0) : Number(start);

/** One loop of really encoded pictures: noise that moves, about 2 Mbit/s. */
function loop(): AccessUnit[] {
  const units: AccessUnit[] = [];
  const canvas = new Canvas(WIDTH, HEIGHT, "yuv420p");
  const encoder = new X264Encoder({
    widthPx: WIDTH,
    heightPx: HEIGHT,
    framesPerSecond: FPS,
    gopFrames: FPS * 2,
    bitsPerSecond: 2_000_000,
    x264: { scenecut: 0 },
  });
  const take = ({ data, pts, key }: { data: Buffer; pts: number; key: boolean }): void => {
    const nals = splitAnnexB(data).filter((nal) => ((nal[0] ?? 0) & 31) !== 9);
    units.push({ kind: "video", key, pts90k: pts, wallMs: START + pts / 90, nals, broken: false });
  };
  canvas.pixels.fill(128);
  let seed = 1;
  for (let n = 0; n < LOOP_S * FPS; n++) {
    for (let at = 0; at < 60_000; at++) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      canvas.pixels[(seed >>> 8) % (WIDTH * HEIGHT)] = 16 + (seed & 127);
    }
    encoder.encode(canvas.frame((n * 90_000) / FPS), false, take);
  }
  encoder.finish(take);
  encoder.close();
  canvas.close();
  return units;
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
