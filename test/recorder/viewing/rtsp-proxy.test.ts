import { once } from "node:events";
import { refuse } from "#domain/failures/failure.ts";
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { AccessUnit, AudioUnit } from "#recorder/formats/access-unit.ts";
import { RtspClient } from "#recorder/ingest/sources/rtsp-client.ts";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import { defaultTiming } from "#recorder/ingest/stream-session.ts";
import type { RtspAsk } from "#recorder/ipc/main-contract.ts";
import { RtspProxy } from "#recorder/viewing/rtsp-proxy.ts";
import { noMasks } from "./support/no-masks.ts";
import { selfSignedFiles } from "#test/support/machine/certificate.ts";
import { eventually } from "#test/support/eventually.ts";
import { FaultyCamera } from "#test/support/faulty-camera.ts";
import { streamSpec } from "#test/support/stream-spec.ts";
import { numberIn } from "#test/support/test-source.ts";

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A recorder with one camera, its RTSP proxy, and a guard that accepts the password `good`. */
async function house(options: Parameters<typeof FaultyCamera.open>[0] = {}, tls = { cert: "", key: "" }) {
  const camera = await FaultyCamera.open(options);
  closing.push(() => camera.close());
  const hub = new StreamHub({ stallMs: 800, backOffMs: [60], jitter: 0, settledMs: 300 });
  closing.push(() => hub.close());
  const spec = streamSpec("a", camera.url);
  hub.setStreams([spec]);
  const asked: RtspAsk[] = [];
  const gone: string[] = [];
  const proxy = new RtspProxy(
    { ports: [0], host: "127.0.0.1", tlsCert: tls.cert, tlsKey: tls.key },
    hub,
    noMasks(hub),
    {
      admit: (ask) => {
        asked.push(ask);
        const good = `Basic ${Buffer.from("eva:good").toString("base64")}`;
        if (ask.authorization === null) return Promise.resolve(refuse("session/required"));
        if (ask.authorization !== good) return Promise.resolve(refuse("session/wrong"));
        if (ask.streamId !== "a") return Promise.resolve(refuse("stream/unknown"));
        return Promise.resolve({ ok: true, value: { isUnmasked: true } });
      },
      closed: (id) => gone.push(id),
    },
  );
  const { port } = await proxy.listen();
  closing.push(() => proxy.close());
  const scheme = tls.cert === "" ? "rtsp" : "rtsps";
  const address = (id = "a"): string => `${scheme}://127.0.0.1:${port}/service/streams/${id}/live`;
  return { camera, hub, spec, proxy, port, address, asked, gone };
}

/** A player that collects everything that it receives. */
async function play(url: string, transport: "tcp" | "udp" = "tcp", password = "good") {
  const heard = { units: [] as AccessUnit[], audio: [] as AudioUnit[], sizes: [] as number[], ended: false };
  const client = await RtspClient.open(
    { url, username: "eva", password, transport },
    {
      config: ({ info }) => heard.sizes.push(info.width),
      video: (unit) => heard.units.push(unit),
      audio: (unit) => heard.audio.push(unit),
      jumped: () => {},
      received: () => {},
      ended: () => (heard.ended = true),
    },
    { ...defaultTiming, stallMs: 5000 },
    new AbortController().signal,
  );
  closing.push(() => client.close());
  return { heard, client };
}
const numberOf = (unit: AccessUnit): number => numberIn(unit.nals.at(-1));
const pcmu = { info: { codec: "pcmu", sampleRate: 8000, channels: 1 }, config: Buffer.alloc(0) } as const;

describe("the RTSP proxy", () => {
  test.each(["tcp", "udp"] as const)("gives pictures and sound on as they came, over %s", async (transport) => {
    const { address, hub, asked, gone } = await house({ audio: pcmu });
    await eventually(() => hub.gop("a").length > 3, "the camera runs");
    const { heard, client } = await play(address(), transport);
    await eventually(() => heard.units.length >= 40 && heard.audio.length >= 20, "40 pictures and sound");
    expect(heard.units[0]?.key).toBe(true);
    const numbers = heard.units.map(numberOf);
    expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i));
    const steps = heard.units.slice(1).map((unit, i) => unit.pts90k - (heard.units[i]?.pts90k ?? 0));
    expect(new Set(steps)).toEqual(new Set([1800]));
    expect(heard.audio[0]?.data).toEqual(Buffer.alloc(160, 0xff));
    // The guard is asked once without and once with a password, and not for every request.
    expect(asked.map(({ authorization }) => authorization === null)).toEqual([true, false]);
    client.close();
    await eventually(() => gone.includes(asked[1]?.sessionId ?? ""), "the session is told to be over");
  });

  test("a player over TCP gets the current picture at once, without waiting for the next key frame", async () => {
    const { address, hub } = await house({ gopFrames: 200 });
    await eventually(() => hub.gop("a").length > 20, "the camera runs");
    const have = numberOf(hub.gop("a").at(-1) as AccessUnit);
    const { heard } = await play(address());
    await eventually(() => heard.units.length > 20, "pictures");
    expect(numberOf(heard.units[0] as AccessUnit)).toBe(0);
    expect(numberOf(heard.units.at(-1) as AccessUnit)).toBeGreaterThanOrEqual(have);
  });

  test("a player without a password, with a wrong one or for another path gets nothing", async () => {
    const { address, hub, port } = await house();
    await eventually(() => hub.config("a") !== null, "the camera runs");
    await expect(play(address(), "tcp", "bad")).rejects.toMatchObject({ trouble: { code: "camera/auth" } });
    await expect(play(address("b"))).rejects.toThrow("404");
    await expect(play(`rtsp://127.0.0.1:${port}/live`)).rejects.toThrow("404");
  });

  test("a player that may not watch any more is disconnected at once", async () => {
    const { address, asked, proxy, gone } = await house();
    const { heard } = await play(address());
    await eventually(() => heard.units.length > 5, "pictures");
    proxy.drop(asked.at(-1)?.sessionId ?? "");
    await eventually(() => heard.ended, "the end");
    expect(gone).toContain(asked.at(-1)?.sessionId);
  });

  test("a camera that reboots or changes its resolution does not end the player", async () => {
    const { address, camera, hub } = await house();
    const { heard } = await play(address());
    await eventually(() => heard.units.length > 5, "pictures");
    camera.changeResolution(true);
    await eventually(() => heard.sizes.includes(320), "the new size");
    hub.restart("a");
    const before = heard.units.length;
    await eventually(() => heard.units.length > before + 20, "pictures again");
    const steps = heard.units.slice(1).map((unit, i) => unit.pts90k - (heard.units[i]?.pts90k ?? 0));
    expect(steps.every((step) => step > 0)).toBe(true);
    expect(heard.ended).toBe(false);
  });

  test("a stream that is switched off ends its players, and answers that it does not run and when to come back", async () => {
    const { address, hub, spec, port } = await house();
    const { heard } = await play(address());
    await eventually(() => heard.units.length > 5, "pictures");
    hub.setStreams([{ ...spec, active: false }]);
    await eventually(() => heard.ended, "the end");
    await expect(play(address())).rejects.toThrow("503");
    const asked = connect(port, "127.0.0.1");
    closing.push(() => void asked.destroy());
    asked.write(
      `DESCRIBE ${address()} RTSP/1.0\r\nCSeq: 1\r\nAuthorization: Basic ${Buffer.from("eva:good").toString("base64")}\r\n\r\n`,
    );
    const [answer] = (await once(asked, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^RTSP\/1\.0 503 [^]*\r\nRetry-After: 5\r\n/);
  }, 15_000);

  test.each(["0-1", "99999-99998", "5000-65536"])(
    "a player that names the ports %s, which do not exist, is told so",
    async (ports) => {
      const { address, hub, port } = await house();
      await eventually(() => hub.gop("a").length > 0, "the camera runs");
      const asked = connect(port, "127.0.0.1");
      closing.push(() => void asked.destroy());
      const authorization = `Authorization: Basic ${Buffer.from("eva:good").toString("base64")}\r\n`;
      const transport = `Transport: RTP/AVP;unicast;client_port=${ports}\r\n`;
      asked.write(`SETUP ${address()}/track0 RTSP/1.0\r\nCSeq: 1\r\n${authorization}${transport}\r\n`);
      const [answer] = (await once(asked, "data")) as [Buffer];
      expect(answer.toString()).toMatch(/^RTSP\/1\.0 461 /);
    },
  );

  test("a player that reads nothing does not disturb the others", async () => {
    const { address, port, asked } = await house({ framesPerSecond: 100 });
    const slow = connect(port, "127.0.0.1");
    closing.push(() => void slow.destroy());
    const authorization = `Authorization: Basic ${Buffer.from("eva:good").toString("base64")}\r\n`;
    const transport = "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n";
    slow.write(`SETUP ${address()}/track0 RTSP/1.0\r\nCSeq: 1\r\n${authorization}${transport}\r\n`);
    slow.write(`PLAY ${address()} RTSP/1.0\r\nCSeq: 2\r\n${authorization}\r\n`);
    slow.pause();
    await eventually(() => asked.length === 1, "the slow one is in");
    const { heard } = await play(address());
    await eventually(() => heard.units.length > 100, "pictures for the other");
    const numbers = heard.units.map(numberOf);
    expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i));
  });

  test("over TLS nothing is sent in the clear: pictures come over TCP only, and players that speak plain RTSP get nothing", async () => {
    const files = selfSignedFiles("recorder.example");
    closing.push(files.remove);
    const { address, hub, asked } = await house({ audio: pcmu }, { cert: files.certPath, key: files.keyPath });
    await eventually(() => hub.gop("a").length > 3, "the camera runs");
    expect(address()).toMatch(/^rtsps:/);
    const { heard } = await play(address());
    await eventually(() => heard.units.length >= 40 && heard.audio.length >= 20, "40 pictures and sound");
    const numbers = heard.units.map(numberOf);
    expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i));
    await expect(play(address(), "tcp", "bad")).rejects.toMatchObject({ trouble: { code: "camera/auth" } });
    await expect(play(address(), "udp")).rejects.toThrow("does not offer this transport");

    const before = asked.length;
    await expect(play(address().replace("rtsps:", "rtsp:"))).rejects.toMatchObject({
      trouble: { code: expect.stringMatching(/^camera\//) },
    });
    expect(asked.length).toBe(before);
    const seen = heard.units.length;
    await eventually(() => heard.units.length > seen + 10, "the first player goes on");
  });

  test("the proxy does not listen on a port that is taken, and says why", async () => {
    const { port, hub } = await house();
    const guard = {
      admit: () => Promise.resolve({ ok: true, value: { isUnmasked: true } } as const),
      closed: () => {},
    };
    const at = { host: "127.0.0.1", tlsCert: "", tlsKey: "" };
    const taken = new RtspProxy({ ...at, ports: [port] }, hub, noMasks(hub), guard);
    expect(await taken.listen()).toMatchObject({ port: 0, reason: expect.stringContaining("EADDRINUSE") });
    const next = new RtspProxy({ ...at, ports: [port, 0] }, hub, noMasks(hub), guard);
    expect((await next.listen()).port).toBeGreaterThan(0);
    await next.close();
  });
});
