/**
 * A process with our ingest and recorder. argv: port, cameras, folder, and "viewed" for the RTSP proxy or "volumes" for two volumes
 * in the folder. It prints the proxy's port (0: none) once three seconds of every stream have arrived; then it reads a line, ends, and prints how
 * many kilobits per second it wrote.
 */
import { once } from "node:events";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { HubStreams } from "#recorder/viewing/hub-streams.ts";
import { StreamMasks } from "#recorder/viewing/stream-masks.ts";
import { AnalysisLink } from "#recorder/viewing/transcoding/analysis-link.ts";
import { StreamTaps } from "#recorder/viewing/transcoding/stream-tap.ts";
import { Transcoders } from "#recorder/viewing/transcoding/transcoders.ts";
import { RtspProxy } from "#recorder/viewing/rtsp-proxy.ts";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import { HubRecording } from "#recorder/recording/hub-recording.ts";
import { Recordings } from "#recorder/recording/recordings.ts";
import { until } from "../support/measuring.mjs";

// As in recorder/process/media.ts.
setFlagsFromString("--heap-growing-percent=300");

const [, , port, cameras, recordingsDir = "", way] = process.argv;
/** About three seconds of a stream: work that is done only once, at the beginning, is not measured. */
const WARM_PACKETS = 250;
const volumes = ["a", "b"].map((name) => ({
  name,
  path: join(recordingsDir, name),
  role: "record" as const,
  reserveBytes: 0,
  weight: 1,
}));
const recordings = await Recordings.open({
  recordingsDir,
  ...(way === "volumes" ? { volumes } : {}),
  onDiskState() {},
  onLog() {},
});
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
  masks: [],
}));
await recording.setStreams(specs);
hub.setStreams(specs);
const admit = {
  admit: () => Promise.resolve({ ok: true, value: { isUnmasked: true } } as const),
  closed: () => undefined,
};
const link = new AnalysisLink("unused");
const parts = {
  streams: new HubStreams(hub),
  masks: new StreamMasks(),
  transcoders: new Transcoders(new StreamTaps(link)),
};
const proxy = new RtspProxy({ ports: [0], host: "127.0.0.1", tlsCert: "", tlsKey: "" }, hub, parts, admit);
const proxyPort = way === "viewed" ? (await proxy.listen()).port : 0;
await until("three seconds of every stream", () =>
  specs.every(({ id }) => (hub.status(id)?.packetsReceived ?? 0) >= WARM_PACKETS),
);
process.stdout.write(`${proxyPort}\n`);
await once(process.stdin, "data");
await recordings.flush();
const usage = await recordings.index.usage();
const kilobitsPerSecond = usage.reduce((sum, { bytes, recordedMs }) => sum + (bytes * 8) / Math.max(1, recordedMs), 0);
process.stdout.write(`${kilobitsPerSecond}\n`);
await proxy.close();
hub.close();
recording.close();
await recordings.close();
process.exit(0);
