import { createSocket } from "node:dgram";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DataChannel, PeerConnection, RtcpReceivingSession, Video, Audio, type Track } from "node-datachannel";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WHEP_CONTROL_LABEL, type WhepCommand, type WhepStatus, whepStatus } from "#protocol/whep.ts";
import { AnalysisWorker } from "#recorder/analysis/analysis-worker.ts";
import type { AccessUnit } from "#recorder/ingest/access-unit.ts";
import { AnalysisLink } from "#recorder/live/analysis-link.ts";
import { annexB } from "#recorder/live/annex-b.ts";
import { parseRtcNetwork } from "#recorder/live/rtc-network.ts";
import type { LiveParts } from "#recorder/live/low-bandwidth-session.ts";
import { StreamTaps } from "#recorder/live/stream-tap.ts";
import { Transcoders } from "#recorder/live/transcoders.ts";
import { withPlayoutDelay } from "#recorder/live/whep-answer.ts";
import { parseWhepOffer } from "#recorder/live/whep-offer.ts";
import { asksForPicture } from "#recorder/live/whep-peer.ts";
import { WhepSessions } from "#recorder/live/whep-sessions.ts";
import { audioConfigOf } from "#recorder/recording/codec-config.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { g711 } from "../recording/synthetic-camera.ts";
import { openRecordings } from "../recording/fixture.ts";
import { encodeScene, HandFeed, numbersIn, streamsOf, until } from "./encoded-scene.ts";

const START = 1_800_000_000_000;
const FPS = 15;
const wallOf = (index: number): number => START + (index * 1000) / FPS;

/** RTP payloads back to access units (RFC 6184: single units, STAP-A, FU-A). */
class Depacketizer {
  readonly units: { data: Buffer; rtpTime: number; atMs: number }[] = [];
  #nals: Buffer[] = [];
  #part: Buffer[] = [];
  packets = 0;

  push(packet: Buffer): void {
    const extension = (packet[0] ?? 0) & 16 ? 4 + packet.readUInt16BE(12 + ((packet[0] ?? 0) & 15) * 4 + 2) * 4 : 0;
    const payload = packet.subarray(12 + ((packet[0] ?? 0) & 15) * 4 + extension);
    this.packets += 1;
    const type = (payload[0] ?? 0) & 31;
    if (type === 28) {
      const start = ((payload[1] ?? 0) & 128) !== 0;
      if (start) this.#part = [Buffer.from([((payload[0] ?? 0) & 0xe0) | ((payload[1] ?? 0) & 31)])];
      this.#part.push(payload.subarray(2));
      if (((payload[1] ?? 0) & 64) !== 0) this.#nals.push(Buffer.concat(this.#part));
    } else if (type === 24)
      for (let at = 1; at + 2 < payload.length; at += 2 + payload.readUInt16BE(at))
        this.#nals.push(payload.subarray(at + 2, at + 2 + payload.readUInt16BE(at)));
    else if (type > 0) this.#nals.push(payload);
    if (((packet[1] ?? 0) & 128) === 0) return;
    this.units.push({ data: annexB(this.#nals), rtpTime: packet.readUInt32BE(4), atMs: performance.now() });
    this.#nals = [];
  }
}

/** A WHEP client on the same library, in this process. */
class Client {
  readonly pc = new PeerConnection("client", { iceServers: [] });
  readonly video = new Depacketizer();
  readonly sound: { rtpTime: number; payload: Buffer }[] = [];
  readonly statuses: WhepStatus["status"][] = [];
  readonly #control: DataChannel;
  readonly #videoTrack: Track;
  readonly #audioTrack: Track | null;
  state = "";

  constructor(audio: "pcmu" | "opus" | null) {
    this.pc.onStateChange((state) => (this.state = state));
    const video = new Video("0", "RecvOnly");
    video.addH264Codec(102, "profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1");
    this.#videoTrack = this.pc.addTrack(video);
    this.#videoTrack.setMediaHandler(new RtcpReceivingSession());
    this.#videoTrack.onMessage((packet) => {
      if (((packet[1] ?? 0) & 127) === 102) this.video.push(packet);
    });
    this.#audioTrack = null;
    if (audio) {
      const description = new Audio("1", "RecvOnly");
      if (audio === "pcmu") description.addAudioCodec(0, "PCMU");
      else description.addOpusCodec(111);
      this.#audioTrack = this.pc.addTrack(description);
      this.#audioTrack.setMediaHandler(new RtcpReceivingSession());
      this.#audioTrack.onMessage((packet) => {
        const type = (packet[1] ?? 0) & 127;
        if (type === 0 || type === 111)
          this.sound.push({ rtpTime: packet.readUInt32BE(4), payload: packet.subarray(12) });
      });
    }
    this.#control = this.pc.createDataChannel(WHEP_CONTROL_LABEL);
    this.#control.onMessage((message) => {
      if (typeof message === "string") this.statuses.push(whepStatus.parse(JSON.parse(message)).status);
    });
  }

  async offer(): Promise<string> {
    this.pc.setLocalDescription("offer");
    await until(() => this.pc.gatheringState() === "complete", "client candidates");
    // The library's client trips over a server that starts before it has the answer: like browsers, send no candidates.
    return (this.pc.localDescription()?.sdp ?? "")
      .split("\r\n")
      .filter((line) => !line.startsWith("a=candidate") && !line.startsWith("a=end-of-candidates"))
      .join("\r\n");
  }

  answer(sdp: string): void {
    this.pc.setRemoteDescription(sdp, "answer");
  }
  losePicture(): void {
    this.#videoTrack.requestKeyframe();
  }
  async control(command: WhepCommand): Promise<void> {
    await until(() => this.#control.isOpen(), "control channel");
    this.#control.sendMessage(JSON.stringify(command));
  }
  async text(text: string): Promise<void> {
    await until(() => this.#control.isOpen(), "control channel");
    this.#control.sendMessage(text);
  }
  /** numbers of the pictures so far */
  numbers(from = 0): number[] {
    return numbersIn(
      "h264",
      this.video.units.slice(from).map((unit) => unit.data),
    );
  }
}

let dir = "";
let link: AnalysisLink;
let worker: AnalysisWorker;
let recordings: Recordings;
let sessions: WhepSessions;
let feed: HandFeed;
let parts: LiveParts;
let scene: AccessUnit[];
let reordering: HandFeed;
let reordered: AccessUnit[];
const ended: string[] = [];
const clients: Client[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "whep-"));
  link = new AnalysisLink(join(dir, "frames"));
  await link.listen();
  worker = new AnalysisWorker(join(dir, "frames"), () => {});
  worker.start();
  recordings = await openRecordings(join(dir, "recordings"));
  scene = encodeScene({ startMs: START, frames: 150 });
  const recorder = await recordings.recorder("a", "camera", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  for (const unit of scene) recorder.push(unit);
  await recordings.flush();
  await until(() => link.connected, "analysis");
  feed = new HandFeed();
  reordering = new HandFeed({ hasBFrames: true });
  const transcoders = new Transcoders(new StreamTaps(link), link);
  parts = {
    streams: streamsOf({ a: feed, reordering }),
    siblings: () => [],
    reader: recordings.reader,
    link,
    transcoders,
    onTrouble: (text: string, error: unknown) => ended.push(`${text}: ${String(error)}`),
  };
  sessions = new WhepSessions(parts, { ports: null, addresses: ["127.0.0.1"] }, (id, reason) =>
    ended.push(`${id}: ${reason}`),
  );
  reordered = encodeScene({ startMs: START, frames: 60, bFrames: 2, gopFrames: 60 });
}, 30_000);

afterEach(() => {
  for (const client of clients.splice(0)) client.pc.close();
});

afterAll(async () => {
  sessions.closeAll();
  worker.close();
  await link.close();
  await recordings.close();
  rmSync(dir, { recursive: true, force: true });
});

async function watch(
  id: string,
  play: { timeMs?: number; rate?: number; streamId?: string; audio?: "pcmu" | "opus" } = {},
): Promise<Client> {
  const client = new Client(play.audio ?? null);
  clients.push(client);
  const answer = await sessions.open({
    sessionId: id,
    streamId: play.streamId ?? "a",
    offer: await client.offer(),
    play: { timeMs: play.timeMs ?? 0, rate: play.rate ?? 1, heightPx: 0 },
  });
  if (!answer.ok) throw new Error(answer.reason);
  expect(answer.value.answer).toContain("a=candidate:");
  client.answer(answer.value.answer);
  return client;
}

function freeUdpPort(): Promise<number> {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    socket.bind(0, "127.0.0.1", () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const delta = (a: number, b: number): number => (b - a) | 0;

describe("live", () => {
  it("shows the newest picture at once, then each as it comes, and sends the group again when one was lost", async () => {
    feed.audio = audioConfigOf({ codec: "pcmu", sampleRate: 8000, channels: 1 });
    for (const unit of scene.slice(0, 22)) feed.put(unit);
    const askedAt = performance.now();
    const client = await watch("live", { audio: "pcmu" });
    await until(() => client.video.units.length === 7, "group of pictures");
    expect(performance.now() - askedAt).toBeLessThan(1500);
    for (const unit of scene.slice(22, 26)) {
      feed.put(unit);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    for (const unit of g711(START, 5)) feed.putAudio(unit);
    await until(() => client.video.units.length === 11, "following pictures");
    expect(client.numbers()).toEqual(range(15, 25));
    const steps = client.video.units
      .slice(1)
      .map((unit, i) => delta(client.video.units[i]?.rtpTime ?? 0, unit.rtpTime));
    expect(steps).toEqual([90, 90, 90, 90, 90, 90, 6000, 6000, 6000, 6000]);
    await until(() => client.sound.length === 5, "sound");
    expect(client.sound.slice(1).map((one, i) => delta(client.sound[i]?.rtpTime ?? 0, one.rtpTime))).toEqual([
      160, 160, 160, 160,
    ]);
    expect(client.sound[0]?.payload).toEqual(Buffer.alloc(160, 0));

    await until(() => client.statuses.some(({ state }) => state === "live"), "status");
    await until(() => {
      const { time, rtpTime } = client.statuses.at(-1) ?? { time: 0, rtpTime: 0 };
      return time === scene[25]?.wallMs && rtpTime === client.video.units[10]?.rtpTime;
    }, "server time of the newest picture's RTP time");

    client.losePicture();
    client.losePicture();
    await until(() => client.video.units.length === 22, "the group again");
    expect(client.numbers(11)).toEqual(range(15, 25));
    for (const unit of scene.slice(26, 28)) feed.put(unit);
    await until(() => client.video.units.length === 24, "and further");
    expect(client.numbers(11)).toEqual(range(15, 27));
    expect(sessions.find("live")?.replays).toBe(1);

    await client.control({ op: "pause" });
    await until(() => client.statuses.at(-1)?.state === "paused", "paused");
    const held = client.video.units.length;
    // A browser that gets no pictures complains of it: that brings none.
    client.losePicture();
    for (const unit of scene.slice(28, 40)) feed.put(unit);
    await client.control({ op: "resume" });
    await until(() => client.video.units.length > held, "resumed");
    expect(client.numbers(held).at(0)).toBe(30);
    expect(sessions.find("live")?.replays).toBe(1);
    sessions.close("live");
    expect(feed.takers.size).toBe(0);
  });

  it("transcodes a camera whose pictures are reordered", async () => {
    for (const unit of reordered.slice(0, 40)) reordering.put(unit);
    const client = await watch("reordering", { streamId: "reordering" });
    await until(() => reordering.takers.size > 0, "transcoder");
    for (const unit of reordered.slice(40)) reordering.put(unit);
    await until(() => client.video.units.length >= 15, "pictures");
    const numbers = client.numbers();
    expect(numbers[0]).toBeGreaterThan(30);
    // The first one is the newest of the group that was there; from then on none is missing and none comes too early.
    expect(numbers.slice(1)).toEqual(range(numbers[1] ?? 0, (numbers[1] ?? 0) + numbers.length - 2));
    sessions.close("reordering");
  });

  it("changes over when it is learned that a camera reorders its pictures", async () => {
    const client = await watch("learned");
    await until(() => client.video.units.length > 0, "pictures as they are");
    feed.video = feed.video && { ...feed.video, hasBFrames: true };
    const before = client.video.units.length;
    for (const unit of scene.slice(45, 62)) feed.put(unit);
    await until(() => client.video.units.length > before, "pictures");
    for (const unit of scene.slice(62, 70)) feed.put(unit);
    await until(() => sessions.find("learned") !== null && client.numbers(before).includes(67), "transcoded pictures");
    expect(client.numbers(before)[0]).toBeGreaterThanOrEqual(45);
    feed.video = feed.video && { ...feed.video, hasBFrames: false };
    sessions.close("learned");
    await until(() => feed.takers.size === 0, "the transcoder ends");
  });

  it("is cleaned up when the viewer goes away", async () => {
    const client = await watch("gone");
    await until(() => client.video.units.length > 0, "pictures");
    expect(sessions.count).toBe(1);
    client.pc.close();
    await until(() => sessions.count === 0, "session ends");
    expect(ended.splice(0)).toEqual([expect.stringMatching(/^gone: connection/)]);
    expect(feed.takers.size).toBe(0);
  });

  it("opens and closes many times without leaving anything", async () => {
    for (let i = 0; i < 6; i += 1) {
      const client = await watch(`many${i}`);
      await until(() => client.video.units.length > 0, "pictures");
      sessions.close(`many${i}`);
      client.pc.close();
    }
    expect(sessions.count).toBe(0);
    expect(feed.takers.size).toBe(0);
    ended.splice(0);
  });
});

describe("network", () => {
  it("serves all viewers on one port when one is given, and only on the addresses given", async () => {
    const port = await freeUdpPort();
    const shared = new WhepSessions(
      { ...parts, transcoders: new Transcoders(new StreamTaps(link), link) },
      { ports: { first: port, last: port }, addresses: ["127.0.0.1", "192.0.2.1"] },
      () => {},
    );
    const seen: Client[] = [];
    for (const id of ["one", "two", "three"]) {
      const client = new Client(null);
      clients.push(client);
      seen.push(client);
      const play = { timeMs: 0, rate: 1, heightPx: 0 };
      const answer = await shared.open({ sessionId: id, streamId: "a", offer: await client.offer(), play });
      if (!answer.ok) throw new Error(answer.reason);
      const candidates = answer.value.answer.split("\r\n").filter((line) => line.startsWith("a=candidate:"));
      expect(candidates.map((line) => line.split(" ").slice(4, 6))).toEqual([
        ["127.0.0.1", String(port)],
        ["192.0.2.1", String(port)],
      ]);
      client.answer(answer.value.answer);
    }
    await until(() => seen.every((client) => client.video.units.length > 0), "pictures for all");
    shared.closeAll();
  });
});

describe("recorded", () => {
  it("plays from the exact time in its time, seeks, pauses and changes speed on one RTP time line", async () => {
    const client = await watch("recorded", { timeMs: wallOf(37) + 5 });
    await until(() => client.video.units.length >= 14, "pictures");
    const numbers = client.numbers();
    expect(numbers.slice(0, 12)).toEqual(range(30, 41));
    const units = client.video.units;
    const steps = units.slice(1, 12).map((unit, i) => delta(units[i]?.rtpTime ?? 0, unit.rtpTime));
    expect(steps.slice(0, 6)).toEqual([90, 90, 90, 90, 90, 90]);
    expect(steps.slice(8).every((step) => Math.abs(step - 6000) <= 2)).toBe(true);
    const spanMs = (units[13]?.atMs ?? 0) - (units[7]?.atMs ?? 0);
    expect(Math.abs(spanMs - 400)).toBeLessThan(150);
    await until(() => client.statuses.some(({ state }) => state === "playing"), "playing");

    await client.control({ op: "seek", time: wallOf(97) + 5, rate: 4 });
    const before = client.video.units.length;
    await until(() => client.numbers(before).includes(105), "after the seek");
    const after = client.numbers(before).filter((number) => number >= 90);
    expect(after.slice(0, 8)).toEqual(range(90, 97));
    const fast = client.video.units.slice(-4);
    expect(fast.slice(1).every((unit, i) => Math.abs(delta(fast[i]?.rtpTime ?? 0, unit.rtpTime) - 1500) <= 2)).toBe(
      true,
    );
    expect(
      client.video.units.every((unit, i, all) => i === 0 || delta(all[i - 1]?.rtpTime ?? 0, unit.rtpTime) > 0),
    ).toBe(true);

    await client.control({ op: "rate", rate: 0.25 });
    await client.control({ op: "pause" });
    await until(() => client.statuses.at(-1)?.state === "paused", "paused");
    await client.control({ op: "seek", time: 0, rate: 1 });
    await until(() => client.statuses.at(-1)?.state === "live", "back to live");
    await client.control({ op: "seek", time: wallOf(10), rate: -8 });
    await until(() => client.statuses.at(-1)?.state === "ended", "no such speed here");
    sessions.close("recorded");
  });

  it("takes any text on the control channel", async () => {
    const client = await watch("texts", { timeMs: wallOf(10) });
    for (const text of ["", "{", "null", "[]", '{"op":"seek"}', '{"op":"seek","time":"x","rate":1}', "x".repeat(5000)])
      await client.text(text);
    await client.control({ op: "seek", time: -1e300, rate: 1e300 });
    await client.control({ op: "seek", time: wallOf(50), rate: 1 });
    await until(() => client.numbers().includes(52), "still plays");
    sessions.close("texts");
  });
});

describe("offers", () => {
  const ask = { sessionId: "x", streamId: "a", play: { timeMs: 0, rate: 1, heightPx: 0 } };

  it("that are broken are refused with a reason", async () => {
    const client = new Client(null);
    clients.push(client);
    const good = await client.offer();
    const broken = [
      "",
      "hello",
      "v=0",
      good.replace(/a=ice-ufrag:.*\r\n/g, ""),
      good.replace(/a=fingerprint:.*\r\n/g, ""),
      good.replace(/a=mid:.*\r\n/g, ""),
      good.replace(/m=video.*/s, ""),
      good.replaceAll("a=", "a"),
      "x".repeat(100_000),
      good.replace(/a=ice-pwd:.*\r\n/g, "a=ice-pwd:\r\n"),
      good.replace(/a=fingerprint:sha-256 .*\r\n/g, "a=fingerprint:sha-256 zz\r\n"),
    ];
    for (const offer of broken)
      expect(await sessions.open({ ...ask, offer }), offer.slice(0, 80)).toMatchObject({
        ok: false,
        code: "whep/bad-offer",
      });
    let seed = 11;
    const random = (): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
    for (let i = 0; i < 40; i += 1) {
      const at = Math.floor(random() * good.length);
      const offer =
        good.slice(0, at) + String.fromCharCode(32 + random() * 90) + good.slice(at + Math.floor(random() * 30));
      const answer = await sessions.open({ ...ask, sessionId: `fuzz${i}`, offer });
      if (!answer.ok) expect(answer.code).toMatch(/^whep\//);
      sessions.close(`fuzz${i}`);
    }
    expect(sessions.count).toBe(0);
    ended.splice(0);
  });

  it("without a codec of ours, or for what is not there, are refused", async () => {
    const client = new Client(null);
    clients.push(client);
    const good = await client.offer();
    expect(await sessions.open({ ...ask, offer: good.replace(/H264/g, "VP8") })).toMatchObject({ code: "whep/codec" });
    expect(await sessions.open({ ...ask, streamId: "nobody", offer: good })).toMatchObject({ code: "stream/unknown" });
    const recorded = { ...ask.play, timeMs: START };
    expect(await sessions.open({ ...ask, streamId: "nobody", play: recorded, offer: good })).toMatchObject({
      code: "archive/none",
    });
  });

  it("of a browser are understood", () => {
    const offer = parseWhepOffer(
      [
        "v=0",
        "a=ice-ufrag:x",
        "a=fingerprint:sha-256 AA",
        "m=audio 9 UDP/TLS/RTP/SAVPF 111 0 8",
        "a=mid:1",
        "a=rtpmap:111 opus/48000/2",
        "a=fmtp:111 minptime=10;useinbandfec=1",
        "a=rtpmap:0 PCMU/8000",
        "m=video 9 UDP/TLS/RTP/SAVPF 96 103 105",
        "a=mid:0",
        "a=extmap:3 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time",
        "a=extmap:5/recvonly http://www.webrtc.org/experiments/rtp-hdrext/playout-delay",
        "a=rtpmap:96 VP8/90000",
        "a=rtpmap:103 H264/90000",
        "a=fmtp:103 packetization-mode=0;profile-level-id=42e01f",
        "a=rtpmap:105 H264/90000",
        "a=fmtp:105 packetization-mode=1;profile-level-id=64001f",
        "m=video 9 UDP/TLS/RTP/SAVPF 96",
        "a=mid:2",
        "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
        "a=mid:3",
      ].join("\r\n"),
    );
    expect(offer).toMatchObject({
      ok: true,
      value: {
        video: { mid: "0", h264: { payloadType: 105 }, playoutDelayId: 5 },
        audio: { mid: "1", opus: { payloadType: 111 }, pcmu: { payloadType: 0 }, pcma: null },
        others: [{ kind: "video", mid: "2" }],
      },
    });
  });

  it("that can do without a jitter buffer are answered so, in the section of the pictures only", () => {
    const answer = ["v=0", "m=audio 9 RTP 111", "a=mid:1", "m=video 9 RTP 105", "a=mid:0", "a=sendonly", ""].join(
      "\r\n",
    );
    const line = "a=extmap:5 http://www.webrtc.org/experiments/rtp-hdrext/playout-delay";
    expect(withPlayoutDelay(answer, "0", 5)).toBe(answer.replace("a=mid:0\r\n", `a=mid:0\r\n${line}\r\n`));
    expect(withPlayoutDelay(answer, "0", null)).toBe(answer);
  });

  it("settings of the network are checked", () => {
    expect(parseRtcNetwork("", "")).toEqual({ ok: true, value: { ports: null, addresses: [] } });
    expect(parseRtcNetwork("4000-4010", "10.0.0.1, ::1")).toEqual({
      ok: true,
      value: { ports: { first: 4000, last: 4010 }, addresses: ["10.0.0.1", "::1"] },
    });
    expect(parseRtcNetwork("4000", "")).toMatchObject({ value: { ports: { first: 4000, last: 4000 } } });
    for (const ports of ["x", "5-4", "0", "1-70000"]) expect(parseRtcNetwork(ports, "").ok).toBe(false);
    expect(parseRtcNetwork("", "example.org").ok).toBe(false);
  });

  it("RTCP is read for lost pictures", () => {
    const report = Buffer.from([0x80, 201, 0, 1, 0, 0, 0, 1]);
    const pli = Buffer.from([0x81, 206, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2]);
    expect(asksForPicture(report)).toBe(false);
    expect(asksForPicture(Buffer.concat([report, pli]))).toBe(true);
    expect(asksForPicture(Buffer.from([0x81, 206]))).toBe(false);
  });
});
