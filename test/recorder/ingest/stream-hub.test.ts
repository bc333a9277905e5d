import { describe, expect, test } from "vitest";
import type { AuthScheme } from "#demo/devices/digest-gate.ts";
import { probeStream } from "#recorder/ingest/stream-probe.ts";
import type { StreamSpec } from "#recorder/ipc/stream-shapes.ts";
import { eventually } from "#test/support/eventually.ts";
import { LOGIN } from "#test/support/faulty-camera.ts";
import { closingAfterEach, listen, numberOf, quick } from "#test/support/stream-hubs.ts";
import { streamSpec } from "#test/support/stream-spec.ts";

const { camera, raw, hub } = closingAfterEach();

describe("a healthy camera", () => {
  test.each<[StreamSpec["transport"], AuthScheme]>([
    ["tcp", "digest"],
    ["tcp", "digest-sha256"],
    ["tcp", "basic"],
    ["tcp", "none"],
    ["udp", "digest"],
    ["udp", "basic"],
  ])("over %s with %s", async (transport, scheme) => {
    const pcmu = { info: { codec: "pcmu", sampleRate: 8000, channels: 1 }, config: Buffer.alloc(0) } as const;
    const source = await camera({ login: { ...LOGIN, scheme }, audio: pcmu });
    const streams = hub();
    const heard = listen(streams, "a");
    streams.setStreams([streamSpec("a", source.url, { transport })]);
    await eventually(() => heard.units.length >= 40 && heard.audio.length >= 20, "40 pictures and sound");
    expect(heard.order.slice(0, 2)).toEqual(["config", "key"]);
    expect(heard.units[0]?.nals).toHaveLength(3);
    const numbers = heard.units.map(numberOf);
    expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i));
    expect(heard.units.every(({ broken }) => !broken)).toBe(true);
    const steps = heard.units.slice(1).map((unit, i) => unit.pts90k - (heard.units[i]?.pts90k ?? 0));
    expect(new Set(steps)).toEqual(new Set([1800]));
    expect(Math.abs(Date.now() - (heard.units.at(-1)?.wallMs ?? 0))).toBeLessThan(1000);
    const status = streams.status("a");
    expect(status).toMatchObject({ state: "running", retryCount: 0, trouble: null, packetsLost: 0 });
    expect(status?.video).toMatchObject({
      codec: "h264",
      width: 640,
      height: 360,
      framesPerSecond: 50,
      hasBFrames: false,
    });
    expect(status?.audio).toEqual({ codec: "pcmu", sampleRate: 8000, channels: 1 });
    expect(status?.bitsPerSecond).toBeGreaterThan(1000);
    expect(heard.audio[0]).toMatchObject({ samples: 160 });
  });

  test("the hub keeps the pictures since the last key frame for listeners that join later", async () => {
    const source = await camera({ gopFrames: 20 });
    const streams = hub();
    const heard = listen(streams, "a");
    streams.setStreams([streamSpec("a", source.url)]);
    await eventually(() => streams.gop("a").length >= 8, "8 pictures in the cache");
    const gop = streams.gop("a");
    expect(gop[0]?.key).toBe(true);
    expect(gop.slice(1).every(({ key }) => !key)).toBe(true);
    expect(gop.at(-1)).toBe(heard.units.at(-1));
    const late = listen(streams, "a");
    expect(late.order).toEqual(["config"]);
  });

  test("the hub reports a change of resolution before the key frame that begins it", async () => {
    const source = await camera();
    const streams = hub();
    const heard = listen(streams, "a");
    streams.setStreams([streamSpec("a", source.url)]);
    await eventually(() => heard.units.length >= 5, "pictures");
    source.changeResolution(true);
    await eventually(() => heard.configs.length === 2, "another description");
    await eventually(() => heard.order.at(-1) !== "config", "its key frame");
    expect(heard.configs[1]?.video.info).toMatchObject({ width: 320, height: 180 });
    const at = heard.order.lastIndexOf("config");
    expect(heard.order.slice(at - 1, at + 2)).toEqual(["break", "config", "key"]);
    expect(heard.breaks).toEqual(["config"]);
    expect(streams.gop("a")[0]?.key).toBe(true);
  });

  test("only settings that concern the connection make the hub connect again", async () => {
    const source = await camera();
    const streams = hub();
    const heard = listen(streams, "a");
    streams.setStreams([streamSpec("a", source.url)]);
    await eventually(() => heard.units.length >= 3, "pictures");
    streams.setStreams([streamSpec("a", source.url, { record: "continuous" })]);
    expect(streams.status("a")?.state).toBe("running");
    expect(streams.spec("a")?.record).toBe("continuous");
    streams.setStreams([streamSpec("a", source.url, { active: false })]);
    expect(streams.status("a")?.state).toBe("idle");
    await eventually(() => source.server.clients === 0, "the connection is closed");
    streams.setStreams([streamSpec("a", source.url)]);
    const before = heard.units.length;
    await eventually(() => heard.units.length > before + 3, "pictures again");
    streams.setStreams([]);
    expect(streams.status("a")).toBeNull();
    await eventually(() => source.server.clients === 0, "the connection is closed");
  });

  test("streams that begin together are connected one after the other; a stream that is removed before its turn is not connected", async () => {
    const dialledMs: number[] = [];
    const server = await raw(() => void dialledMs.push(performance.now()));
    const streams = hub();
    const specs = Array.from({ length: 6 }, (_, at) => streamSpec(`s${at}`, server.url));
    const fromMs = performance.now();
    streams.setStreams(specs);
    expect(streams.statuses().map(({ state }) => state)).toEqual(specs.map(() => "starting"));
    streams.setStreams(specs.slice(0, 5));
    await eventually(() => dialledMs.length === 5, "five dials");
    expect((dialledMs.at(-1) ?? 0) - fromMs).toBeGreaterThan(4 * 40 - 5);
    // By now the sixth stream would have been connected long ago.
    await expect.poll(() => performance.now() - fromMs, { timeout: 5000 }).toBeGreaterThan(500);
    expect(dialledMs).toHaveLength(5);
    expect(streams.status("s5")).toBeNull();
  });

  test("a probe tells what a stream carries", async () => {
    const source = await camera();
    const target = { url: source.url, username: LOGIN.username, password: LOGIN.password, transport: "tcp" as const };
    expect(await probeStream(target, quick)).toMatchObject({
      ok: true,
      value: { video: { width: 640, height: 360 }, audio: null },
    });
    expect(await probeStream({ ...target, password: "no" }, quick)).toMatchObject({
      ok: false,
      error: { code: "camera/auth" },
    });
    await eventually(() => source.server.clients === 0, "nothing stays open");
  });
});
