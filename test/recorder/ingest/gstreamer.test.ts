import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { firstPlane, VideoDecoder } from "#recorder/codec/av-video.ts";
import type { AccessUnit, AudioUnit } from "#recorder/formats/access-unit.ts";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import { eventually } from "#test/support/eventually.ts";
import { hasGstServer, PYTHON } from "../../../scripts/machine/foreign-tools.mjs";

const script = fileURLToPath(new URL("../../support/gst-camera.py", import.meta.url));
const missing = !hasGstServer();

describe.skipIf(missing)(
  "GStreamer's RTSP server (skipped where python3-gi and gst-rtsp-server are not installed)",
  () => {
    const servers = new Map<string, { process: ChildProcess; port: number }>();
    let streams: StreamHub;

    beforeAll(async () => {
      for (const auth of ["none", "basic", "digest"]) {
        const process = spawn(PYTHON, [script, auth], { stdio: ["pipe", "pipe", "ignore"] });
        const [line] = await once(process.stdout, "data");
        servers.set(auth, { process, port: JSON.parse(String(line)).port });
      }
    }, 60_000);
    afterAll(() => {
      for (const { process } of servers.values()) process.kill();
    });
    afterEach(() => streams.close());

    async function watch(
      auth: string,
      path: string,
      transport: "tcp" | "udp",
      count: number,
      password = "secret word",
    ) {
      streams = new StreamHub();
      const units: AccessUnit[] = [];
      const audio: AudioUnit[] = [];
      streams.subscribe("a", { video: (unit) => units.push(unit), audio: (unit) => audio.push(unit) });
      const url = `rtsp://127.0.0.1:${servers.get(auth)?.port}${path}`;
      streams.setStreams([
        {
          id: "a",
          cameraId: "a",
          url,
          username: "admin",
          password,
          transport,
          active: true,
          record: "proxy",
          motion: null,
          masks: [],
        },
      ]);
      const status = () => streams.status("a");
      // When the last viewer has just left, a shared medium may refuse the next one once: the session tries again by
      // itself.
      await eventually(
        () => (count > 0 ? units.length >= count : (status()?.trouble ?? null) !== null),
        count > 0 ? `${count} pictures` : "a named trouble",
        25_000,
      );
      return { units, audio, status: status() };
    }

    test.each([
      ["none", "tcp"],
      ["none", "udp"],
      ["basic", "tcp"],
      ["digest", "tcp"],
      ["digest", "udp"],
    ] as const)(
      "H.264 with %s over %s",
      async (auth, transport) => {
        const { units, status } = await watch(auth, "/h264", transport, 30);
        expect(status).toMatchObject({ state: "running", trouble: null, packetsLost: 0 });
        expect(status?.video).toMatchObject({ codec: "h264", width: 640, height: 360, hasBFrames: false });
        expect(status?.video?.framesPerSecond).toBeCloseTo(15, 0);
        expect(units[0]?.key).toBe(true);
        const types = units[0]?.nals.map((nal) => (nal[0] ?? 0) & 31) ?? [];
        expect(types.slice(0, 2)).toEqual([7, 8]);
        expect(types).toContain(5);
        const steps = units.slice(1).map((unit, i) => unit.pts90k - (units[i]?.pts90k ?? 0));
        expect(steps.every((step) => Math.abs(step - 6000) <= 90)).toBe(true);
      },
      40_000,
    );

    test("H.265 over TCP", async () => {
      const { units, status } = await watch("none", "/h265", "tcp", 30);
      expect(status?.video).toMatchObject({ codec: "h265", width: 640, height: 360 });
      expect(status?.video?.codecString).toMatch(/^hvc1\.1\./);
      const types = units[0]?.nals.map((nal) => ((nal[0] ?? 0) >> 1) & 63) ?? [];
      expect(types.slice(0, 3)).toEqual([32, 33, 34]);
    }, 40_000);

    test.each(["tcp", "udp"] as const)(
      "Motion JPEG over %s: every picture is a JPEG file that shows what was sent",
      async (transport) => {
        const { units, status } = await watch("none", "/jpeg", transport, 30);
        expect(status?.video).toMatchObject({ codec: "mjpeg", width: 640, height: 360, hasBFrames: false });
        expect(units.every(({ key, nals }) => key && nals.length === 1)).toBe(true);
        const decoder = new VideoDecoder("mjpeg");
        const shares: number[] = [];
        for (const { nals, pts90k } of units.slice(-10))
          decoder.decode(nals[0] ?? Buffer.alloc(0), pts90k, (frame) => {
            expect([frame.width, frame.height]).toEqual([640, 360]);
            const { data, strideBytes } = firstPlane(frame);
            let light = 0;
            for (let y = 0; y < 360; y++)
              for (let x = 0; x < 640; x++) if ((data[y * strideBytes + x] ?? 0) > 128) light++;
            shares.push(light / (640 * 360));
          });
        decoder.close();
        // A white ball of 20 px on black.
        expect(shares).toHaveLength(10);
        for (const share of shares) expect(Math.abs(share - (Math.PI * 400) / (640 * 360))).toBeLessThan(0.001);
      },
      40_000,
    );

    test.each([
      ["/h264-aac", { codec: "aac", sampleRate: 16_000, channels: 1 }],
      ["/h264-pcma", { codec: "pcma", sampleRate: 8000, channels: 1 }],
    ])(
      "sound: %s",
      async (path, info) => {
        const { audio, status } = await watch("none", path, "tcp", 30);
        expect(status?.audio).toEqual(info);
        const samples = audio.reduce((sum, unit) => sum + unit.samples, 0);
        expect(samples / info.sampleRate).toBeGreaterThan(1);
        const last = audio.at(-1);
        expect(last && last.data.length > 0 && Math.abs(Date.now() - last.wallMs) < 3000).toBe(true);
      },
      40_000,
    );

    test("B pictures are noticed", async () => {
      const { status } = await watch("none", "/b-frames", "tcp", 30);
      expect(status?.video?.hasBFrames).toBe(true);
    }, 40_000);

    test("a wrong password and a wrong path are named", async () => {
      expect((await watch("digest", "/h264", "tcp", 0, "wrong")).status?.trouble?.code).toBe("camera/auth");
      streams.close();
      expect((await watch("none", "/nothing", "tcp", 0)).status?.trouble?.code).toBe("camera/not-found");
    }, 40_000);
  },
);
