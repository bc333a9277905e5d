/** Entry of the `media` process: cameras' streams, disk, viewers. Its only parent is `main`; without it, it ends. */
import { setFlagsFromString } from "node:v8";
import { need } from "#base/assert.ts";
import type { VolumeSpec } from "#domain/recordings/volume.ts";
import { Channel, parentPort } from "#recorder/ipc/channel.ts";
import { startBeating } from "#recorder/ipc/heartbeat.ts";
import { type MainContract } from "#recorder/ipc/main-contract.ts";
import { type MediaContract } from "#recorder/ipc/media-contract.ts";
import { MEDIA_ENV } from "#recorder/ipc/process-environment.ts";
import { MediaProcess } from "./media/media-process.ts";
import { parseRtcNetwork, wrongRtcSettingText } from "#recorder/viewing/whep/rtc-network.ts";
import { startReturning } from "./watch/free-memory.ts";
import { endWebRtc } from "#recorder/viewing/whep/whep-peer.ts";

// What comes from cameras counts as growth of a heap that is small beside it: V8 collected all of it each two seconds, for a tenth of
// what this process costs. With four times as much before the next time it holds some 20 MB more.
setFlagsFromString("--heap-growing-percent=300");

const from = (name: string): string => need(process.env[name], `environment ${name}`);

const main = new Channel<MediaContract, MainContract>(parentPort());
startBeating();
startReturning();
const network = parseRtcNetwork(process.env[MEDIA_ENV.rtcPorts] ?? "", process.env[MEDIA_ENV.rtcBind] ?? "");
if (!network.ok) main.tell("log", { level: "error", text: wrongRtcSettingText(network.error) });

const starting = MediaProcess.start(
  {
    recordingsDir: from(MEDIA_ENV.recordingsDir),
    volumes: JSON.parse(process.env[MEDIA_ENV.volumes] ?? "[]") as VolumeSpec[],
    exportsDir: from(MEDIA_ENV.exportsDir),
    databaseUrl: process.env[MEDIA_ENV.databaseUrl] ?? "",
    viewerSocket: from(MEDIA_ENV.viewerSocket),
    frameSockets: JSON.parse(from(MEDIA_ENV.frameSockets)) as string[],
    place: Number(from(MEDIA_ENV.place)),
    playerSockets: JSON.parse(from(MEDIA_ENV.playerSockets)) as string[],
    rtsp: {
      ports: (process.env[MEDIA_ENV.rtspPorts] ?? "").split(",").filter(Boolean).map(Number),
      host: process.env[MEDIA_ENV.rtspHost] ?? "",
      tlsCert: process.env[MEDIA_ENV.tlsCert] ?? "",
      tlsKey: process.env[MEDIA_ENV.tlsKey] ?? "",
    },
    network: network.ok ? network.value : { ports: null, addresses: [] },
  },
  main,
);

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  const media = await starting;
  await media.close();
  endWebRtc();
  process.exit(0);
}

process.on("SIGTERM", () => void end());
// Ctrl-C, and a terminal that closes, reach the whole process group; `main` decides when to end.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
process.on("disconnect", () => void end());
// The parent may have ended while this process was loading, before it could listen for that.
if (!process.connected) void end();
await starting;
