import { afterEach, describe, expect, test } from "vitest";
import type { AuthScheme } from "#recorder/demo/digest-gate.ts";
import type { AccessUnit, AudioUnit } from "#recorder/ingest/access-unit.ts";
import { probeStream, StreamHub } from "#recorder/ingest/stream-hub.ts";
import { defaultTiming, type SessionTiming, type StreamConfig } from "#recorder/ingest/stream-session.ts";
import type { StreamSpec, StreamStatus } from "#recorder/ipc/contracts.ts";
import { eventually } from "#test/support/eventually.ts";
import { FaultyCamera, LOGIN, RawServer } from "#test/support/faulty-camera.ts";
import { streamSpec } from "#test/support/stream-spec.ts";

const quick: SessionTiming = { stallMs: 800, backOffMs: [60, 120, 240], jitter: 0.2, settledMs: 300 };

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function camera(options: Parameters<typeof FaultyCamera.open>[0] = {}): Promise<FaultyCamera> {
  const opened = await FaultyCamera.open(options);
  closing.push(() => opened.close());
  return opened;
}
async function raw(onConnection: Parameters<typeof RawServer.open>[0]): Promise<RawServer> {
  const server = await RawServer.open(onConnection);
  closing.push(() => server.close());
  return server;
}
function hub(timing: SessionTiming = quick): StreamHub {
  const made = new StreamHub(timing);
  closing.push(() => made.close());
  return made;
}

/** Everything a listener heard, in order. */
function listen(to: StreamHub, id: string) {
  const heard = {
    units: [] as AccessUnit[],
    audio: [] as AudioUnit[],
    configs: [] as StreamConfig[],
    breaks: [] as string[],
    order: [] as string[],
    arrivedMs: [] as number[],
    statuses: [] as StreamStatus[],
  };
  to.events.on("status", (status) => {
    if (status.streamId === id) heard.statuses.push(status);
  });
  to.subscribe(id, {
    video: (unit) => {
      heard.units.push(unit);
      heard.arrivedMs.push(performance.now());
      heard.order.push(unit.key ? "key" : "unit");
    },
    audio: (unit) => heard.audio.push(unit),
    config: (config) => {
      heard.configs.push(config);
      heard.order.push("config");
    },
    discontinuity: (why) => {
      heard.breaks.push(why);
      heard.order.push("break");
    },
  });
  return heard;
}
const numberOf = (unit: AccessUnit): number => unit.nals.at(-1)?.readUInt32BE(1) ?? -1;

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

  test("the pictures since the last key frame are kept for who comes later", async () => {
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

  test("a change of resolution is told before the key frame that begins it", async () => {
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

  test("settings that have nothing to do with the connection leave it alone; others reconnect", async () => {
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

  test("streams that begin together are dialled one after the other; one that is gone before its turn never", async () => {
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
    // Much later than the sixth would have been.
    await expect.poll(() => performance.now() - fromMs, { timeout: 5000 }).toBeGreaterThan(500);
    expect(dialledMs).toHaveLength(5);
    expect(streams.status("s5")).toBeNull();
  });

  test("a probe says what a stream carries", async () => {
    const source = await camera();
    const target = { url: source.url, username: LOGIN.username, password: LOGIN.password, transport: "tcp" as const };
    expect(await probeStream(target, quick)).toMatchObject({
      ok: true,
      value: { video: { width: 640, height: 360 }, audio: null },
    });
    expect(await probeStream({ ...target, password: "no" }, quick)).toMatchObject({ ok: false, code: "camera/auth" });
    await eventually(() => source.server.clients === 0, "nothing stays open");
  });
});

describe("trouble", () => {
  const troubleOf = async (url: string, more: Partial<StreamSpec> = {}): Promise<string> => {
    const streams = hub();
    streams.setStreams([streamSpec("a", url, more)]);
    await eventually(() => streams.status("a")?.trouble !== null, "trouble");
    expect(streams.status("a")?.state).toBe("restarting");
    return streams.status("a")?.trouble?.code ?? "";
  };

  test("codes", async () => {
    const source = await camera();
    expect(await troubleOf(source.url, { password: "wrong" })).toBe("camera/auth");
    expect(await troubleOf(source.url, { username: "", password: "" })).toBe("camera/auth");
    expect(await troubleOf(source.url.replace("/live", "/other"))).toBe("camera/not-found");
    expect(await troubleOf("rtsp://127.0.0.1:1/live")).toBe("camera/unreachable");
    expect(await troubleOf("http://127.0.0.1/live")).toBe("camera/protocol");
    const answer = (text: string) =>
      raw((socket) =>
        socket.on("data", (chunk) => {
          const sequence = /CSeq: (\d+)/.exec(chunk.toString("latin1"))?.[1] ?? "0";
          socket.write(text.replaceAll("$CSEQ", sequence));
        }),
      );
    const redirect = await answer("RTSP/1.0 302 Moved\r\nCSeq: $CSEQ\r\nLocation: rtsp://10.0.0.1/\r\n\r\n");
    expect(await troubleOf(redirect.url)).toBe("camera/protocol");
    const sdp = "m=video 0 RTP/AVP 31\r\n";
    const h261 = await answer(`RTSP/1.0 200 OK\r\nCSeq: $CSEQ\r\nContent-Length: ${sdp.length}\r\n\r\n${sdp}`);
    expect(await troubleOf(h261.url)).toBe("camera/codec");
    const web = await answer("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
    expect(await troubleOf(web.url)).toMatch(/^camera\/(protocol|stalled)$/);
  }, 30_000);

  test("a stalled camera is left after the time of silence and comes back with a new timeline", async () => {
    const source = await camera();
    const streams = hub();
    const heard = listen(streams, "a");
    streams.setStreams([streamSpec("a", source.url)]);
    await eventually(() => heard.units.length >= 5, "pictures");
    source.stall();
    await eventually(() => streams.status("a")?.trouble?.code === "camera/stalled", "the stall is seen");
    const before = heard.units.length;
    source.resume();
    await eventually(() => heard.units.length > before, "pictures again");
    expect(heard.units[before]?.key).toBe(true);
    expect(heard.breaks).toContain("reconnect");
    expect(streams.status("a")).toMatchObject({ state: "running", trouble: null });
  });

  test("a camera that goes away and comes back is found again; the waits grow and are counted", async () => {
    const first = await FaultyCamera.open();
    const streams = hub();
    const heard = listen(streams, "a");
    streams.setStreams([streamSpec("a", first.url)]);
    await eventually(() => heard.units.length >= 3, "pictures");
    const { port } = first;
    await first.close();
    await eventually(() => (streams.status("a")?.retryCount ?? 0) >= 3, "three tries");
    const states = heard.statuses.map(({ state }) => state);
    expect(states.slice(0, 1)).toEqual(["starting"]);
    expect(states).toContain("running");
    expect(states.at(-1)).toBe("restarting");
    const again = await camera({ port });
    expect(again.port).toBe(port);
    const before = heard.units.length;
    await eventually(() => heard.units.length > before + 3, "pictures again");
    // the count begins anew only after it has run for a while and failed again
    expect(streams.status("a")?.retryCount).toBeGreaterThanOrEqual(3);
  });

  test("restart connects anew at once", async () => {
    const source = await camera();
    const streams = hub({ ...quick, backOffMs: [60_000] });
    const heard = listen(streams, "a");
    streams.setStreams([streamSpec("a", source.url.replace("/live", "/other"))]);
    await eventually(() => streams.status("a")?.state === "restarting", "waiting");
    streams.setStreams([streamSpec("a", source.url)]);
    await eventually(() => heard.units.length > 0, "pictures");
    expect(streams.restart("a")).toBe(true);
    expect(streams.status("a")?.state).toBe("starting");
    expect(streams.restart("nobody")).toBe(false);
    const before = heard.units.length;
    await eventually(() => heard.units.length > before, "pictures again");
  });

  test("the documented waits", () => {
    expect(defaultTiming).toMatchObject({ stallMs: 8000, backOffMs: [1000, 2000, 5000, 10_000, 30_000] });
  });

  test("a listener's bug reaches neither the stream nor the others", async () => {
    const source = await camera();
    const streams = hub();
    const faults: unknown[] = [];
    streams.events.on("fault", ({ error }) => faults.push(error));
    streams.subscribe("a", {
      video: () => {
        throw new Error("bug");
      },
    });
    const heard = listen(streams, "a");
    streams.setStreams([streamSpec("a", source.url)]);
    await eventually(() => heard.units.length >= 5, "pictures");
    expect(faults.length).toBeGreaterThanOrEqual(5);
  });
});

describe("cameras that lie, beside one that does not", () => {
  test("the healthy one's pictures keep coming evenly", async () => {
    const good = await camera({ framesPerSecond: 25 });
    const garbage = await raw((socket) => {
      const send = (): void => {
        if (!socket.destroyed && socket.write(Buffer.alloc(65_536, 0x24))) setImmediate(send);
      };
      send();
      socket.on("drain", send);
    });
    const silent = await raw(() => {});
    const endless = await raw((socket) => {
      const timer = setInterval(() => socket.write(`X-Header: ${"x".repeat(2000)}\r\n`), 1);
      socket.write("RTSP/1.0 200 OK\r\n");
      socket.on("close", () => clearInterval(timer));
    });
    const resets = await raw((socket) => socket.resetAndDestroy());
    const huge = await raw((socket) =>
      socket.write("RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 4000000000\r\n\r\n"),
    );
    const streams = hub();
    const heard = listen(streams, "good");
    const before = process.memoryUsage().rss;
    streams.setStreams([
      streamSpec("good", good.url),
      ...[garbage, silent, endless, resets, huge].map(({ url }, i) => streamSpec(`bad-${i}`, url)),
      streamSpec("nobody", "rtsp://127.0.0.1:1/"),
    ]);
    await eventually(() => heard.units.length >= 75, "three seconds of pictures");
    const gaps = heard.arrivedMs.slice(1).map((at, i) => at - (heard.arrivedMs[i] ?? 0));
    // Whoever holds up the loop does so again and again; a single long gap is the machine's own.
    const usual = gaps.sort((a, b) => a - b)[Math.floor(gaps.length * 0.95)];
    expect(usual).toBeLessThan(250);
    expect(heard.breaks).toEqual([]);
    expect(heard.units.every(({ broken }) => !broken)).toBe(true);
    for (const index of [0, 2, 3, 4]) expect(streams.status(`bad-${index}`)?.retryCount).toBeGreaterThan(1);
    expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
  }, 30_000);

  test("a neighbour that stalls, reboots and changes its resolution costs the healthy one nothing", async () => {
    const good = await camera({ framesPerSecond: 25 });
    let odd = await FaultyCamera.open();
    closing.push(() => odd.close());
    const streams = hub();
    const [heard, other] = [listen(streams, "good"), listen(streams, "odd")];
    streams.setStreams([streamSpec("good", good.url), streamSpec("odd", odd.url)]);
    await eventually(() => heard.units.length > 10 && other.units.length > 10, "both run");
    odd.stall();
    await eventually(() => streams.status("odd")?.trouble?.code === "camera/stalled", "the stall is seen");
    const { port } = odd;
    await odd.close();
    await eventually(() => streams.status("odd")?.trouble?.code === "camera/unreachable", "it reboots");
    odd = await FaultyCamera.open({ port });
    const before = other.units.length;
    await eventually(() => other.units.length > before + 5, "it is back");
    odd.changeResolution(true);
    await eventually(() => other.configs.at(-1)?.video.info.width === 320, "it sends another size");
    expect(other.breaks).toEqual(expect.arrayContaining(["reconnect", "config"]));
    expect(heard.breaks).toEqual([]);
    expect(heard.units.every(({ broken }) => !broken)).toBe(true);
    const numbers = heard.units.map(numberOf);
    expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i));
    expect(streams.status("good")).toMatchObject({ state: "running", retryCount: 0, packetsLost: 0 });
  }, 30_000);
});
