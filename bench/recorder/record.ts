/**
 * Process: our ingest and recorder. argv: port, cameras, folder, seconds, and "viewed" for the RTSP proxy with a viewer of each
 * stream. Prints the proxy's port (0: none) and reads a line once the viewers are there; then its CPU seconds and bit rate.
 */
import { once } from "node:events";
import { RtspProxy } from "#recorder/live/rtsp-proxy.ts";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import { HubRecording } from "#recorder/recording/hub-recording.ts";
import { Recordings } from "#recorder/recording/recordings.ts";
import { spanned, until } from "../support/measuring.mjs";

const [, , port, cameras, recordingsDir = "", seconds, viewed] = process.argv;
/** About three seconds of a stream: what is done once, at the beginning, is not measured. */
const WARM_PACKETS = 250;
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
const admit = { admit: () => Promise.resolve({ ok: true, value: null } as const), closed: () => undefined };
const proxy = new RtspProxy({ ports: [0], host: "127.0.0.1", tlsCert: "", tlsKey: "" }, hub, admit);
process.stdout.write(`${viewed === "viewed" ? (await proxy.listen()).port : 0}\n`);
await once(process.stdin, "data");
await until("three seconds of every stream", () =>
  specs.every(({ id }) => (hub.status(id)?.packetsReceived ?? 0) >= WARM_PACKETS),
);
const before = process.cpuUsage();
await spanned(Number(seconds) * 1000);
const { user, system } = process.cpuUsage(before);
await recordings.flush();
const usage = await recordings.index.usage();
const kilobitsPerSecond = usage.reduce((sum, { bytes, recordedMs }) => sum + (bytes * 8) / Math.max(1, recordedMs), 0);
process.stdout.write(`${JSON.stringify({ cpuSeconds: (user + system) / 1e6, kilobitsPerSecond })}\n`);
await proxy.close();
hub.close();
recording.close();
await recordings.close();
process.exit(0);
