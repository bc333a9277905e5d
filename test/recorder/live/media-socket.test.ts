import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { strideMs, tickOf } from "#domain/timeline/fast-play.ts";
import {
  MEDIA_HEADER_BYTES,
  MEDIA_SUBPROTOCOL,
  type MediaCommand,
  MediaFlag,
  type MediaHeader,
  MediaKind,
  type MediaNotice,
  mediaNotice,
  readMediaHeader,
} from "#protocol/media-socket.ts";
import { AnalysisWorker } from "#recorder/analysis/analysis-worker.ts";
import type { AccessUnit } from "#recorder/ingest/access-unit.ts";
import { VIEWER_SESSION_HEADER } from "#recorder/ipc/contracts.ts";
import { AnalysisLink } from "#recorder/live/analysis-link.ts";
import { annexB } from "#recorder/live/annex-b.ts";
import { LowBandwidthSessions } from "#recorder/live/low-bandwidth-sessions.ts";
import { StreamTaps } from "#recorder/live/stream-tap.ts";
import { Transcoders } from "#recorder/live/transcoders.ts";
import { ViewerServer } from "#recorder/live/viewer-server.ts";
import { nalsOf, parameterSetsOf } from "#recorder/recording/codec-config.ts";
import type { Recordings } from "#recorder/recording/recordings.ts";
import { openRecordings } from "../recording/fixture.ts";
import { encodeScene, HandFeed, numbersIn, streamsOf, until } from "./encoded-scene.ts";

/** The recording: 20 s at 15 fps, key frame every second, with 5 s missing from picture 150 on. */
const START = 1_800_000_000_000;
const FPS = 15;
const GAP_AT = 150;
const GAP_MS = 5000;
const FRAMES = 300;
const wallOf = (index: number): number => START + (index * 1000) / FPS + (index >= GAP_AT ? GAP_MS : 0);

interface Message extends MediaHeader {
  readonly payload: Buffer;
}

/** A viewer on a real websocket that keeps everything it hears. */
class Viewer {
  readonly notices: MediaNotice[] = [];
  readonly messages: Message[] = [];
  readonly socket: WebSocket;
  readonly sessionId: string;
  closed: number | null = null;

  constructor(path: string, sessionId: string, protocol: string | string[] = MEDIA_SUBPROTOCOL) {
    this.sessionId = sessionId;
    this.socket = new WebSocket(`ws+unix:${path}:/x`, protocol, { headers: { [VIEWER_SESSION_HEADER]: sessionId } });
    this.socket.on("error", () => {});
    this.socket.on("close", (code) => (this.closed = code));
    this.socket.on("message", (data: Buffer, binary) => {
      if (!binary) {
        this.notices.push(mediaNotice.parse(JSON.parse(data.toString("utf8"))));
        return;
      }
      const header = readMediaHeader(new Uint8Array(data).buffer);
      if (!header.ok) throw new Error(header.error);
      this.messages.push({ ...header.value, payload: data.subarray(MEDIA_HEADER_BYTES) });
    });
  }

  opened(): Promise<void> {
    return until(() => this.socket.readyState === WebSocket.OPEN, "open socket");
  }
  send(command: MediaCommand): void {
    this.socket.send(JSON.stringify(command));
  }
  play(generation: number, more: Partial<Extract<MediaCommand, { op: "play" }>> = {}): void {
    this.send({ op: "play", generation, time: 0, rate: 1, paused: false, height: 0, ...more });
  }
  /** pictures of a generation */
  pictures(generation: number): Message[] {
    return this.messages.filter(
      (one) =>
        one.generation === generation &&
        (one.kind === MediaKind.video || one.kind === MediaKind.jpeg) &&
        one.payload.length > 0,
    );
  }
  shown(generation: number): Message[] {
    return this.pictures(generation).filter((one) => (one.flags & MediaFlag.pre) === 0);
  }
  states(generation: number): string[] {
    return this.notices.flatMap((one) => (one.type === "state" && one.generation === generation ? [one.state] : []));
  }
  gaps(generation: number): { from: number; to: number }[] {
    return this.notices.flatMap((one) =>
      one.type === "gap" && one.generation === generation ? [{ from: one.from, to: one.to }] : [],
    );
  }
  /** Annex B of every picture of a generation, as a decoder gets it after unpacking fMP4 */
  coded(generation: number): Buffer[] {
    const config = this.notices.find((one) => one.type === "config" && one.generation === generation);
    if (config?.type !== "config") throw new Error("no config");
    const sets = parameterSetsOf("h264", Buffer.from(config.description, "base64"));
    return this.pictures(generation).map(({ payload, flags }) => {
      const nals = nalsOf(payload.subarray(payload.indexOf("mdat") + 4));
      return annexB((flags & MediaFlag.key) !== 0 ? [...sets, ...nals] : nals);
    });
  }
}

let dir = "";
let link: AnalysisLink;
let worker: AnalysisWorker;
let recordings: Recordings;
let sessions: LowBandwidthSessions;
let server: ViewerServer;
let feed: HandFeed;
let scene: AccessUnit[];
const ended: string[] = [];
const viewers: Viewer[] = [];
const path = (): string => join(dir, "viewers");

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "media-socket-"));
  link = new AnalysisLink(join(dir, "frames"));
  await link.listen();
  worker = new AnalysisWorker(join(dir, "frames"), () => {});
  worker.start();
  recordings = await openRecordings(join(dir, "recordings"));
  scene = encodeScene({ startMs: START, frames: FRAMES });
  const recorder = await recordings.recorder("a", "camera", "continuous");
  recorder.begin({ codec: "h264", audio: null });
  for (const [i, unit] of scene.entries())
    recorder.push(i < GAP_AT ? unit : { ...unit, wallMs: unit.wallMs + GAP_MS, pts90k: unit.pts90k + GAP_MS * 90 });
  await recordings.flush();
  await until(() => link.connected, "analysis");
  feed = new HandFeed();
  const transcoders = new Transcoders(new StreamTaps(link), link);
  sessions = new LowBandwidthSessions(
    {
      streams: streamsOf({ a: feed }),
      siblings: () => [],
      reader: recordings.reader,
      link,
      transcoders,
      onTrouble: (text, error) => ended.push(`${text}: ${String(error)}`),
    },
    (sessionId) => ended.push(sessionId),
    1500,
  );
  server = new ViewerServer(path(), sessions);
  await server.listen();
}, 30_000);

afterAll(async () => {
  sessions.closeAll();
  await server.close();
  worker.close();
  await link.close();
  await recordings.close();
  rmSync(dir, { recursive: true, force: true });
});

afterEach(() => {
  for (const viewer of viewers.splice(0)) {
    viewer.socket.terminate();
    sessions.close(viewer.sessionId);
  }
  expect(ended.splice(0)).toEqual([]);
});

async function watch(id: string, format: "fmp4" | "jpeg" = "fmp4", timeMs = 0): Promise<Viewer> {
  const opened = await sessions.open({ sessionId: id, streamId: "a", format, play: { timeMs, rate: 1, heightPx: 0 } });
  if (!opened.ok) throw new Error(opened.reason);
  const viewer = new Viewer(path(), id);
  viewers.push(viewer);
  await viewer.opened();
  return viewer;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe("live", () => {
  it("sends the group of pictures at once, shows its newest, then each as it comes", async () => {
    for (const unit of scene.slice(0, 22)) feed.put(unit);
    const viewer = await watch("live");
    const askedAt = performance.now();
    viewer.play(1);
    await until(() => viewer.shown(1).length === 1, "first picture");
    expect(performance.now() - askedAt).toBeLessThan(400);
    expect(viewer.notices[0]).toMatchObject({
      type: "config",
      codec: expect.stringMatching(/^avc1\.42c0/),
      width: 320,
      height: 180,
    });
    expect(viewer.messages[0]?.kind).toBe(MediaKind.init);
    expect(viewer.pictures(1).map((one) => (one.flags & MediaFlag.pre) !== 0)).toEqual([
      ...range(15, 20).map(() => true),
      false,
    ]);
    for (const unit of scene.slice(22, 40)) feed.put(unit);
    await until(() => viewer.shown(1).length === 19, "following pictures");
    expect(viewer.states(1)).toEqual(["playing"]);
    expect(numbersIn("h264", viewer.coded(1))).toEqual(range(15, 39));
    expect(viewer.shown(1).map((one) => one.wallMs)).toEqual(scene.slice(21, 40).map((unit) => unit.wallMs));
    expect(
      viewer
        .shown(1)
        .slice(1)
        .every((one) => Math.abs(one.durationUs - 66_667) < 100),
    ).toBe(true);
  });

  it("makes a small stream when a small one is wanted", async () => {
    const viewer = await watch("small");
    feed.video = {
      ...(feed.video ?? { codec: "h264", codecString: "", framesPerSecond: 15, hasBFrames: false, width: 0 }),
      height: 720,
    };
    for (const unit of scene.slice(60, 70)) feed.put(unit);
    viewer.play(1, { height: 170 });
    await until(() => viewer.shown(1).length > 0, "small picture");
    for (const unit of scene.slice(70, 90)) feed.put(unit);
    await until(() => viewer.shown(1).length >= 6, "small pictures");
    const walls = viewer.shown(1).map((one) => Math.round(((one.wallMs - START) * FPS) / 1000));
    expect(walls.slice(1).every((wall, i) => wall - (walls[i] ?? 0) === 3)).toBe(true);
    feed.video = { ...feed.video, height: 180 };
  });

  it("drops to the next key frame when the viewer is slow, and never below one picture of order", async () => {
    const viewer = await watch("slow");
    viewer.play(1);
    await until(() => viewer.shown(1).length > 0, "first picture");
    viewer.socket.pause();
    const big = Buffer.alloc(200_000, 0xaa);
    for (let i = 90; i < 150; i += 1) {
      const unit = scene[i];
      if (unit) feed.put({ ...unit, nals: [...unit.nals, Buffer.concat([Buffer.from([0x06]), big])] });
      await new Promise((resolve) => setImmediate(resolve));
    }
    viewer.socket.resume();
    for (const unit of scene.slice(150, 170)) {
      feed.put(unit);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await until(() => viewer.shown(1).at(-1)?.wallMs === scene[169]?.wallMs, "newest picture");
    const shown = viewer.shown(1);
    expect(shown.length).toBeLessThan(70);
    const breaks = shown.filter((one) => (one.flags & MediaFlag.discontinuity) !== 0);
    expect(breaks.length).toBeGreaterThan(0);
    expect(breaks.every((one) => (one.flags & MediaFlag.key) !== 0)).toBe(true);
  });
});

describe("recorded", () => {
  it("starts exactly, in order, with half a second of lead", async () => {
    const viewer = await watch("recorded", "fmp4", START);
    viewer.play(1, { time: wallOf(37) + 10 });
    await until(() => viewer.shown(1).length >= 7, "lead");
    const first = viewer.shown(1)[0];
    expect(first?.wallMs).toBeCloseTo(wallOf(37), 0);
    expect(viewer.pictures(1).findIndex((one) => (one.flags & MediaFlag.pre) === 0)).toBe(37 - 30);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(viewer.shown(1).length).toBeLessThan(8 + 8);
    viewer.send({ op: "pause", generation: 1 });
    await until(() => viewer.states(1).at(-1) === "paused", "paused");
    const held = viewer.pictures(1).length;
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(viewer.pictures(1).length - held).toBeLessThanOrEqual(1);
    viewer.send({ op: "resume", generation: 1 });
    await until(() => viewer.pictures(1).length > held + 4, "resumed");
    expect(numbersIn("h264", viewer.coded(1))).toEqual(range(30, 30 + viewer.pictures(1).length - 1));
  });

  it("shows one picture while paused, and steps by one picture both ways", async () => {
    const viewer = await watch("step", "fmp4", START);
    viewer.play(1, { time: wallOf(44) + 5, paused: true });
    await until(() => viewer.states(1).at(-1) === "paused", "still");
    expect(viewer.shown(1).map((one) => Math.round(one.wallMs))).toEqual([Math.round(wallOf(44))]);
    let from = viewer.shown(1)[0]?.wallMs ?? 0;
    const steps: [1 | -1, number][] = [
      [1, 45],
      [1, 46],
      [-1, 45],
      [-1, 44],
      [-1, 43],
    ];
    for (const [i, [direction, expected]] of steps.entries()) {
      const generation = i + 2;
      viewer.send({ op: "step", generation, from, direction });
      await until(() => viewer.shown(generation).length === 1, `step to ${expected}`);
      from = viewer.shown(generation)[0]?.wallMs ?? 0;
      expect(Math.round(((from - START) * FPS) / 1000)).toBe(expected);
      expect(numbersIn("h264", viewer.coded(generation)).at(-1)).toBe(expected);
    }
    viewer.send({ op: "resume", generation: 6 });
    await until(() => viewer.shown(6).length > 5, "play goes on from there");
  });

  it("stops when the viewer shows nothing of what it gets, and goes on when it does", async () => {
    const viewer = await watch("stalled", "fmp4", START);
    viewer.play(1, { time: wallOf(0), rate: 1 });
    await until(() => viewer.shown(1).length > 0, "first picture");
    // Half a second of lead and four without an acknowledged picture are the limit: it claims to be that far behind.
    viewer.send({ op: "ack", generation: 1, time: wallOf(0) - 4200, queued: 1 });
    await until(() => viewer.shown(1).length >= 4, "pictures up to the limit");
    await new Promise((resolve) => setTimeout(resolve, 700));
    const held = viewer.shown(1).length;
    expect(held).toBeLessThan(12);
    viewer.send({ op: "ack", generation: 1, time: viewer.shown(1).at(-1)?.wallMs ?? 0, queued: 0 });
    await until(() => viewer.shown(1).length > held + 3, "goes on");
  });

  it("tells a gap and goes on behind it in its time", async () => {
    const viewer = await watch("gap", "fmp4", START);
    viewer.play(1, { time: wallOf(140), rate: 4 });
    await until(() => viewer.gaps(1).length === 1, "gap");
    const sentAt = performance.now();
    expect(viewer.gaps(1)[0]?.from).toBeCloseTo(wallOf(149) + 67, -1);
    expect(viewer.gaps(1)[0]?.to).toBeCloseTo(wallOf(150), -1);
    await until(() => viewer.shown(1).some((one) => one.wallMs >= wallOf(150) - 1), "behind the gap");
    expect(performance.now() - sentAt).toBeGreaterThan(700);
    viewer.play(2, { time: wallOf(149) + 2500 });
    await until(() => viewer.gaps(2).length === 1, "gap at the start");
    expect(viewer.gaps(2)[0]?.to).toBeCloseTo(wallOf(150), -1);
  });

  it("drops the old play at once when a new one comes", async () => {
    const viewer = await watch("generations", "fmp4", START);
    for (let generation = 1; generation <= 20; generation += 1)
      viewer.play(generation, { time: wallOf((generation * 7) % 140), rate: generation % 3 === 0 ? -1 : 1 });
    await until(() => viewer.shown(20).length > 3, "the last play");
    const last = viewer.messages.findIndex((one) => one.generation === 20);
    expect(viewer.messages.slice(last).every((one) => one.generation === 20)).toBe(true);
    viewer.play(5, { time: START });
    viewer.send({ op: "pause", generation: 5 });
    await until(() => viewer.shown(20).length > 8, "older commands change nothing");
  });

  it("plays backwards by whole groups", async () => {
    const viewer = await watch("reverse", "fmp4", START);
    viewer.play(1, { time: wallOf(37) + 5, rate: -1 });
    await until(() => viewer.states(1).includes("ended"), "beginning of the recording");
    const groups: number[][] = [[]];
    for (const one of viewer.messages.filter((message) => message.kind === MediaKind.video)) {
      if (one.payload.length > 0) groups.at(-1)?.push(Math.round(((one.wallMs - START) * FPS) / 1000));
      if ((one.flags & MediaFlag.reverseEnd) !== 0) groups.push([]);
    }
    expect(groups.filter((group) => group.length > 0)).toEqual([range(30, 37), range(15, 29), range(0, 14)]);
    expect((viewer.messages.at(-1)?.flags ?? 0) & MediaFlag.end).toBe(MediaFlag.end);
  });

  it.each([
    [16, 0, 1],
    [64, 0, 1],
    [-4, 290, -1],
    [-16, 290, -1],
  ])("plays at %d with key frames only", async (rate, index, direction) => {
    const viewer = await watch(`fast${rate}`, "fmp4", START);
    viewer.play(1, { time: wallOf(index) + 1, rate });
    const fromMs = performance.now();
    await until(() => viewer.shown(1).length >= 3, "key frames");
    const shown = viewer.shown(1);
    expect(shown.every((one) => (one.flags & MediaFlag.key) !== 0)).toBe(true);
    // In order, and never two for the same tick of the wall: what all players turn at.
    const stride = strideMs(rate);
    for (const [i, one] of shown.slice(1).entries()) {
      const before = shown[i]?.wallMs ?? 0;
      expect((one.wallMs - before) * direction).toBeGreaterThan(0);
      expect(Math.abs(tickOf(one.wallMs, stride) - tickOf(before, stride))).toBeGreaterThanOrEqual(stride - 1);
    }
    if (rate === -4) expect(shown.every((one) => (one.flags & MediaFlag.reverseEnd) !== 0)).toBe(true);
    const played = Math.abs((shown.at(-1)?.wallMs ?? 0) - (shown[0]?.wallMs ?? 0)) / Math.abs(rate);
    expect(played).toBeLessThan(performance.now() - fromMs + 2500 + 500);
  });

  it("waits at the end of what is recorded and goes on with it", async () => {
    const viewer = await watch("follow", "fmp4", START);
    viewer.play(1, { time: wallOf(FRAMES - 5) });
    await until(() => viewer.states(1).at(-1) === "waiting", "waiting");
    const recorder = await recordings.recorder("a", "camera", "continuous");
    for (const unit of encodeScene({ startMs: wallOf(FRAMES), frames: 16 }))
      recorder.push({ ...unit, pts90k: unit.pts90k + (FRAMES * 90_000) / FPS + GAP_MS * 90 });
    await recordings.flush();
    await until(() => viewer.shown(1).some((one) => one.wallMs > wallOf(FRAMES + 5)), "new pictures");
    expect(viewer.states(1).at(-1)).toBe("playing");
  });

  it("makes small pictures of a recording, forwards and backwards", async () => {
    const jpeg = await watch("jpeg", "jpeg", START);
    jpeg.play(1, { time: wallOf(30) });
    await until(() => jpeg.shown(1).length >= 3, "JPEG pictures");
    expect(
      numbersIn(
        "mjpeg",
        jpeg
          .shown(1)
          .slice(0, 3)
          .map((one) => one.payload),
      ),
    ).toEqual([30, 33, 36]);
    jpeg.play(2, { time: wallOf(44), rate: -1 });
    await until(() => jpeg.shown(2).length >= 8, "JPEG pictures backwards");
    const numbers = numbersIn(
      "mjpeg",
      jpeg
        .shown(2)
        .slice(0, 8)
        .map((one) => one.payload),
    );
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    expect(numbers[0]).toBeGreaterThan(40);
    jpeg.play(3, { time: wallOf(44) + 5, paused: true });
    await until(() => jpeg.shown(3).length === 1, "one JPEG");
    expect(
      numbersIn(
        "mjpeg",
        jpeg.shown(3).map((one) => one.payload),
      ),
    ).toEqual([44]);
  });

  it("gives pictures one by one over HTTP", async () => {
    await sessions.open({
      sessionId: "http",
      streamId: "a",
      format: "jpeg",
      play: { timeMs: wallOf(20), rate: 1, heightPx: 90 },
    });
    const walls: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      const answer = await sessions.frame("http");
      if (!answer.ok) throw new Error(answer.reason);
      expect(Buffer.from(answer.value.jpeg).readUInt16BE(0)).toBe(0xffd8);
      walls.push(answer.value.wallMs);
    }
    expect(walls).toEqual([...walls].sort((a, b) => a - b));
    expect(new Set(walls).size).toBe(4);
    sessions.close("http");
    expect(await sessions.frame("http")).toMatchObject({ ok: false });
  });
});

describe("sessions", () => {
  it("are pending, ready or failed", async () => {
    const state = async (id: string): Promise<unknown> => {
      const answer = await sessions.state(id);
      return answer.ok ? answer.value.state : answer.code;
    };
    const spec = { format: "fmp4", play: { timeMs: 0, rate: 1, heightPx: 0 } } as const;
    const { gop } = feed;
    feed.gop = [];
    await sessions.open({ ...spec, sessionId: "s1", streamId: "a" });
    expect(await state("s1")).toBe("pending");
    feed.gop = gop;
    expect(await state("s1")).toBe("ready");
    await sessions.open({ ...spec, sessionId: "s2", streamId: "nobody", play: { ...spec.play, timeMs: START } });
    expect(await state("s2")).toBe("failed");
    expect(await sessions.open({ ...spec, sessionId: "s3", streamId: "nobody" })).toMatchObject({
      code: "stream/unknown",
    });
    expect(await state("s3")).toBe("low-bandwidth/unknown");
    sessions.close("s1");
    sessions.close("s2");
  });

  it("end by themselves when nobody holds a socket, and free everything", async () => {
    const before = sessions.count;
    const viewer = await watch("left");
    viewer.play(1);
    await until(() => viewer.shown(1).length > 0, "picture");
    const takers = feed.takers.size;
    viewer.socket.terminate();
    await until(() => feed.takers.size === takers - 1, "the player stops");
    await until(() => sessions.count === before || ended.includes("left"), "the session ends");
    await until(() => ended.includes("left"), "and is told");
    ended.splice(0);
    expect(sessions.find("left")).toBeNull();
  });

  it("refuse strangers, other protocols and nonsense", async () => {
    const stranger = new Viewer(path(), "nobody");
    await until(() => stranger.closed !== null, "refused");
    await sessions.open({ sessionId: "odd", streamId: "a", format: "fmp4", play: { timeMs: 0, rate: 1, heightPx: 0 } });
    const other = new Viewer(path(), "odd", "something.else");
    await until(() => other.closed !== null, "closed");
    const viewer = new Viewer(path(), "odd");
    await viewer.opened();
    let seed = 3;
    const random = (): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
    const odd: unknown[] = [
      { op: "play", generation: 1, time: -5, rate: 1, paused: false, height: 0 },
      { op: "play", generation: 2, time: 1e300, rate: 1, paused: false, height: 0 },
      { op: "play", generation: 3, time: START, rate: 0, paused: false, height: 0 },
      { op: "play", generation: 4, time: START, rate: 1e9, paused: true, height: 1e9 },
      { op: "step", generation: 5, from: Number.MAX_VALUE, direction: 1 },
      { op: "step", generation: 6, from: -1, direction: -1 },
      { op: "ack", generation: 6, time: -1e300, queued: 1 },
    ];
    for (const command of odd) viewer.socket.send(JSON.stringify(command));
    viewer.play(7, { time: START });
    await until(() => viewer.shown(7).length > 0, "still plays");
    expect(viewer.notices.filter((one) => one.type === "error").length).toBeGreaterThan(0);
    for (let i = 0; i < 10; i += 1)
      viewer.socket.send(String.fromCharCode(...Array.from({ length: 20 }, () => random() * 128)));
    await until(() => viewer.closed !== null, "closed for nonsense");
    expect(viewer.closed).toBe(1008);
    const long = new Viewer(path(), "odd");
    await long.opened();
    long.socket.send("x".repeat(10_000));
    await until(() => long.closed !== null, "closed for length");
    sessions.close("odd");
  });
});
