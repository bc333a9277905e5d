/** Process: our ingest and recorder, without viewers. argv: port, cameras, folder, seconds. Prints its CPU seconds and bytes. */
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import { HubRecording } from "#recorder/recording/hub-recording.ts";
import { Recordings } from "#recorder/recording/recordings.ts";

const [, , port, cameras, recordingsDir = "", seconds] = process.argv;
const recordings = await Recordings.open({ recordingsDir, onDiskState() {}, onLog() {} });
const hub = new StreamHub();
const recording = new HubRecording(hub, recordings);
const specs = Array.from({ length: Number(cameras) }, (_, i) => ({
  id: `cam${i}`,
  cameraId: `${i}`,
  url: `rtsp://127.0.0.1:${port}/cam${i}`,
  username: "user",
  password: "pass",
  transport: "tcp" as const,
  active: true,
  record: "continuous" as const,
  motion: null,
}));
await recording.setStreams(specs);
hub.setStreams(specs);
await new Promise((resolve) => setTimeout(resolve, 3000));
const before = process.cpuUsage();
await new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1000));
const { user, system } = process.cpuUsage(before);
await recordings.flush();
const usage = await recordings.index.usage();
const bytes = usage.reduce((sum, stream) => sum + stream.bytes, 0);
process.stdout.write(`${JSON.stringify({ cpuSeconds: (user + system) / 1e6, bytes, streams: usage.length })}\n`);
hub.close();
recording.close();
await recordings.close();
process.exit(0);
