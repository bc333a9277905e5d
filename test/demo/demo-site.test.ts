import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { frameAgeMs, readFrameCode } from "#domain/frame-code.ts";
import { firstPlane, VideoDecoder } from "#recorder/codec/av-video.ts";
import { DemoSite } from "#demo/demo-site.ts";
import type { AccessUnit, AudioUnit } from "#recorder/formats/access-unit.ts";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import { setAudioEncoder, setVideoEncoder } from "#recorder/onvif/encoder.ts";
import { eventually } from "#test/support/eventually.ts";

const START_CODE = Buffer.from([0, 0, 0, 1]);
const annexB = (unit: AccessUnit): Buffer => Buffer.concat(unit.nals.flatMap((nal) => [START_CODE, nal]));

let dir: string;
let site: DemoSite;
const progress: number[] = [];
const options = () => ({
  dir,
  host: "127.0.0.1",
  port: 0,
  only: ["lobby", "square"],
  discovery: false,
  onProgress: (done: number) => progress.push(done),
});

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "demo-"));
  site = await DemoSite.open(options());
}, 180_000);
afterAll(async () => {
  await site.close();
  await rm(dir, { recursive: true, force: true });
});

/** Decodes `count` pictures of a stream and reads their codes. */
async function codesOf(cameraKey: string, stream: 0 | 1, count: number) {
  const camera = site.cameras.find(({ key }) => key === cameraKey);
  const shape = camera?.streams[stream];
  if (!camera || !shape) throw new Error("no camera");
  const hub = new StreamHub();
  const decoder = new VideoDecoder("h264");
  const codes: { ageMs: number; phaseMs: number; source: number; wallMs: number }[] = [];
  const audio: AudioUnit[] = [];
  let failed = 0;
  hub.subscribe("a", {
    audio: (unit) => audio.push(unit),
    video: (unit) => {
      decoder.decode(annexB(unit), unit.pts90k, (frame) => {
        const { data, strideBytes } = firstPlane(frame);
        const code = readFrameCode((x, y) => data[Math.floor(y) * strideBytes + Math.floor(x)] ?? 0, frame.height);
        if (code) codes.push({ ...code, ageMs: frameAgeMs(code, unit.wallMs), wallMs: unit.wallMs });
        else failed += 1;
      });
    },
  });
  const { username, password } = camera;
  hub.setStreams([
    {
      id: "a",
      cameraId: "a",
      url: shape.uri,
      username,
      password,
      transport: "tcp",
      active: true,
      record: "proxy",
      motion: null,
      masks: [],
    },
  ]);
  await eventually(() => codes.length + failed >= count, `${count} pictures of ${cameraKey}`, 15_000);
  const status = hub.status("a");
  hub.close();
  decoder.close();
  return { codes, failed, status, audio, shape };
}

describe("demo cameras", () => {
  test("everything was made once, with progress, and is kept", async () => {
    expect(progress.length).toBeGreaterThan(5);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    const folder = (await readdir(dir)).find((name) => name.startsWith("scenes-")) ?? "";
    const files = await readdir(join(dir, folder));
    expect(files.filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect(files).toContain("lobby-main.clip");
    expect((await stat(join(dir, "password"))).mode & 0o077).toBe(0);
    const told = progress.length;
    const again = await DemoSite.open(options());
    expect(again.cameras.map(({ key, password }) => [key, password])).toEqual(
      site.cameras.map(({ key, password }) => [key, password]),
    );
    expect(progress.length).toBe(told);
    await again.close();
  });

  test.each([
    ["lobby", 0, 5],
    ["lobby", 1, 105],
    ["square", 0, 8],
    ["square", 1, 108],
  ] as const)(
    "%s, stream %i: every picture's code is read, its time is the time of its making",
    async (key, stream, source) => {
      const { codes, failed, status, shape } = await codesOf(key, stream, 30);
      expect(failed).toBe(0);
      expect(status?.video).toMatchObject({ width: shape.width, height: shape.height, hasBFrames: false });
      expect(codes.every((code) => code.source === source)).toBe(true);
      // wallMs of the recorder compared with the time that is drawn into the picture
      const ages = codes.map(({ ageMs }) => (ageMs > 10_000 ? ageMs - 20_000 : ageMs)).sort((a, b) => a - b);
      expect(Math.abs(ages[15] ?? 1e9)).toBeLessThan(400);
      const frameMs = 1000 / shape.framesPerSecond;
      for (let i = 1; i < codes.length; i++) {
        const step = ((codes[i]?.phaseMs ?? 0) - (codes[i - 1]?.phaseMs ?? 0) + 20_000) % 20_000;
        expect(Math.abs(step - frameMs)).toBeLessThanOrEqual(1);
      }
    },
    40_000,
  );

  test("the lobby has sound", async () => {
    const { audio, status } = await codesOf("lobby", 1, 20);
    expect(status?.audio).toEqual({ codec: "aac", sampleRate: 32_000, channels: 1 });
    expect(audio.length).toBeGreaterThan(20);
  }, 40_000);

  test("the lobby's sound takes the bit rate that is set by ONVIF", async () => {
    const lobby = site.cameras.find(({ key }) => key === "lobby");
    if (!lobby) throw new Error("no lobby");
    const target = { url: lobby.onvifUri, username: lobby.username, password: lobby.password, network: null };
    const set = async (bitRateKbps: number): Promise<void> =>
      expect(await setAudioEncoder({ ...target, profileToken: "main" }, { bitRateKbps })).toMatchObject({
        ok: true,
        value: { audio: { bitRateKbps } },
      });
    const hub = new StreamHub();
    const sizes: number[] = [];
    hub.subscribe("a", { audio: ({ data }) => sizes.push(data.length), video: () => undefined });
    const { username, password } = lobby;
    const stream = { id: "a", cameraId: "a", url: lobby.streams[1]?.uri ?? "", username, password } as const;
    hub.setStreams([{ ...stream, transport: "tcp", active: true, record: "proxy", motion: null, masks: [] }]);
    const mean = (): number => sizes.slice(-60).reduce((sum, size) => sum + size, 0) / 60;
    // A packet is 32 ms: at 64 kbit/s it has 256 bytes at the most, at 32 kbit/s half of that.
    await set(64);
    await eventually(() => sizes.length > 60 && mean() > 165, "64 kbit/s", 30_000);
    await set(32);
    await eventually(() => mean() < 135, "32 kbit/s", 30_000);
    hub.close();
    await set(48);
  }, 60_000);

  test("a loop's encoder that is set by ONVIF sends the size, rate and key frames that were set", async () => {
    const lobby = site.cameras.find(({ key }) => key === "lobby");
    if (!lobby) throw new Error("no lobby");
    const { onvifUri: url, username, password } = lobby;
    const target = { url, username, password, network: null, profileToken: "main" };
    const set = await setVideoEncoder(target, { width: 640, height: 360, framesPerSecond: 5, govLength: 5 });
    expect(set).toMatchObject({ ok: true, value: { width: 640, framesPerSecond: 5, govLength: 5 } });
    const pictures: { width: number; pts: number; key: boolean }[] = [];
    const hub = new StreamHub();
    const decoder = new VideoDecoder("h264");
    hub.subscribe("a", {
      audio: () => undefined,
      video: (unit) => {
        decoder.decode(annexB(unit), unit.pts90k, (frame) =>
          pictures.push({ width: frame.width, pts: unit.pts90k, key: unit.key }),
        );
      },
    });
    const stream = { id: "a", cameraId: "a", url: lobby.streams[0]?.uri ?? "", username, password } as const;
    hub.setStreams([{ ...stream, transport: "tcp", active: true, record: "proxy", motion: null, masks: [] }]);
    await eventually(() => pictures.length >= 12, "12 pictures", 20_000);
    hub.close();
    decoder.close();
    expect(pictures.every(({ width }) => width === 640)).toBe(true);
    const steps = pictures.slice(1).map(({ pts }, index) => pts - (pictures[index]?.pts ?? 0));
    expect(steps.every((step) => Math.abs(step - 18_000) <= 6_001)).toBe(true);
    const keys = pictures.flatMap(({ key }, index) => (key ? [index] : []));
    expect((keys[1] ?? 0) - (keys[0] ?? 0)).toBe(5);
    // Back to the default: the loop itself.
    const before = { width: 1280, height: 720, framesPerSecond: 15, govLength: 30 };
    expect(await setVideoEncoder(target, before)).toMatchObject({ ok: true, value: before });
    expect((await codesOf("lobby", 0, 10)).failed).toBe(0);
  }, 60_000);
});
