/**
 * A process with a player at the recorder's RTSP proxy for each stream. argv: port, password of admin, ids. Prints the
 * number of players.
 */
import { RtspClient } from "#recorder/ingest/sources/rtsp-client.ts";
import { defaultTiming } from "#recorder/ingest/stream-session.ts";

const [, , port, password = "", ids = ""] = process.argv;
const sink = { config() {}, video() {}, audio() {}, jumped() {}, received() {}, ended() {} };
const clients: RtspClient[] = [];
for (const id of ids.split(",")) {
  const url = `rtsp://127.0.0.1:${port}/service/streams/${id}/live`;
  const target = { url, username: "admin", password, transport: "tcp" } as const;
  clients.push(await RtspClient.open(target, sink, defaultTiming, new AbortController().signal));
}
process.stdout.write(`${clients.length}\n`);
