/**
 * A process with a player at the recorder's RTSP proxy for each stream. argv: port, password of admin, ids. Prints the
 * number of players and, when it is ended, the 95th percentile of the pauses between the pictures of a stream, in ms.
 */
import { RtspClient } from "#recorder/ingest/sources/rtsp-client.ts";
import { defaultTiming } from "#recorder/ingest/stream-session.ts";

const [, , port, password = "", ids = ""] = process.argv;
const gapsMs: number[] = [];
const sinkOf = () => {
  let lastMs = 0;
  const video = (): void => {
    const nowMs = performance.now();
    if (lastMs > 0) gapsMs.push(nowMs - lastMs);
    lastMs = nowMs;
  };
  return { config() {}, video, audio() {}, jumped() {}, received() {}, ended() {} };
};
const clients: RtspClient[] = [];
for (const id of ids.split(",")) {
  const url = `rtsp://127.0.0.1:${port}/service/streams/${id}/live`;
  const target = { url, username: "admin", password, transport: "tcp" } as const;
  clients.push(await RtspClient.open(target, sinkOf(), defaultTiming, new AbortController().signal));
}
// What came while they began says nothing.
gapsMs.length = 0;
process.on("SIGTERM", () => {
  gapsMs.sort((a, b) => a - b);
  process.stdout.write(`${(gapsMs[Math.floor(gapsMs.length * 0.95)] ?? 0).toFixed(1)}\n`, () => process.exit(0));
});
process.stdout.write(`${clients.length}\n`);
