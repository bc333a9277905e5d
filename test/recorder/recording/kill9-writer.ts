/** A process that records synthetic cameras in real time until it is killed. argv: folder, streams, segment ms. */
import { Recordings } from "#recorder/recording/recordings.ts";
import { SyntheticCamera } from "./synthetic-camera.ts";

const [, , recordingsDir = "", streams = "8", segmentMs = "60000"] = process.argv;
const FRAME_MS = 1000 / 15;

const recordings = await Recordings.open({
  recordingsDir,
  segmentMs: Number(segmentMs),
  onDiskState: (state) => process.stderr.write(`${JSON.stringify(state)}\n`),
  onLog: (level, text, detail) => process.stderr.write(`${level} ${text} ${JSON.stringify(detail)}\n`),
});
const startMs = Date.now();
const cameras = await Promise.all(
  Array.from({ length: Number(streams) }, async (_, i) => {
    const recorder = await recordings.recorder(`cam${i}`, `${i}`, "continuous");
    recorder.begin({ codec: "h264", audio: null });
    return { recorder, source: new SyntheticCamera({ startMs, gopFrames: 20 + i * 7, frameBytes: 3000 }) };
  }),
);
let sent = 0;
setInterval(() => {
  while (startMs + sent * FRAME_MS <= Date.now()) {
    for (const { recorder, source } of cameras) recorder.push(source.frame());
    sent += 1;
  }
  // Pipes are written at once: a printed number was handed to the recorder before.
  process.stdout.write(`${JSON.stringify({ startMs, sent })}\n`);
}, 20);
