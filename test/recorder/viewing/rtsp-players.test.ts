/** Players of other projects at the RTSP proxy. */
import { refuse } from "#domain/failures/failure.ts";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RtspServer } from "#demo/devices/rtsp-server.ts";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import { RtspProxy } from "#recorder/viewing/rtsp-proxy.ts";
import { noMasks } from "./support/no-masks.ts";
import { LOGIN } from "#test/support/faulty-camera.ts";
import { eventually } from "#test/support/eventually.ts";
import { encodeScene } from "./support/encoded-scene.ts";
import { PlayedSource } from "./support/played-source.ts";

const run = promisify(execFile);
const pcmu = { info: { codec: "pcmu", sampleRate: 8000, channels: 1 }, config: Buffer.alloc(0) } as const;
const camera = new RtspServer();
const hub = new StreamHub();
let proxy: RtspProxy;
let port = 0;

beforeAll(async () => {
  camera.mount("/live", { source: new PlayedSource(encodeScene({ startMs: 0, frames: 60 }), pcmu), login: LOGIN });
  const url = `rtsp://127.0.0.1:${await camera.listen(0, "127.0.0.1")}/live`;
  const { username, password } = LOGIN;
  const how = { transport: "tcp", active: true, record: "proxy", motion: null, masks: [] } as const;
  hub.setStreams([{ id: "a", cameraId: "a", url, username, password, ...how }]);
  proxy = new RtspProxy({ ports: [0], host: "127.0.0.1", tlsCert: "", tlsKey: "" }, hub, noMasks(hub), {
    admit: ({ authorization }) =>
      Promise.resolve(
        authorization === `Basic ${Buffer.from("eva:good word").toString("base64")}`
          ? { ok: true, value: { isUnmasked: true } }
          : refuse("session/required"),
      ),
    closed: () => {},
  });
  port = (await proxy.listen()).port;
  await eventually(() => hub.gop("a").length > 3, "the camera runs");
});
afterAll(async () => {
  await proxy.close();
  hub.close();
  await camera.close();
});

interface Found {
  readonly error?: number;
  readonly streams: readonly { width: number; height: number; sampleRate: number }[];
  readonly read: readonly { stream: number; pts: number; key: boolean; bytes: number }[];
}
async function ffmpeg(login: string, transport: "tcp" | "udp"): Promise<Found> {
  const address = `rtsp://${login}@127.0.0.1:${port}/service/streams/a/live`;
  const player = join(import.meta.dirname, "ffmpeg-player.mjs");
  const { stdout } = await run(process.execPath, [player, address, transport, "90"], { timeout: 25_000 });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Found;
}

describe("FFmpeg's own RTSP client", () => {
  it.each(["tcp", "udp"] as const)(
    "reads picture and sound over %s",
    async (transport) => {
      const { streams, read } = await ffmpeg("eva:good%20word", transport);
      expect(streams).toMatchObject([{ width: 320, height: 180 }, { sampleRate: 8000 }]);
      const video = read.filter(({ stream }) => stream === 0);
      expect(video[0]?.key).toBe(true);
      // FFmpeg gives the very first picture no time of its own. The others are one picture apart, or more when UDP lost
      // one.
      const times = video.slice(1).map(({ pts }) => pts);
      const apart = times.slice(1).map((pts, i) => (pts - (times[i] ?? 0)) / 6000);
      expect(times.length).toBeGreaterThan(20);
      expect(apart.every((pictures) => (transport === "tcp" ? pictures === 1 : Number.isInteger(pictures)))).toBe(true);
      expect(Math.min(...apart)).toBe(1);
      const sound = read.filter(({ stream }) => stream === 1);
      expect(sound.length).toBeGreaterThan(20);
      expect(sound.every(({ bytes }) => bytes === 533 || bytes === 534)).toBe(true);
    },
    30_000,
  );

  it("is refused with a wrong password", async () => {
    const { error } = await ffmpeg("eva:bad", "tcp");
    expect(error).toBeLessThan(0);
  }, 30_000);
});
