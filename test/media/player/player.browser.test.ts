import { failure, foreignFailure } from "#domain/failures/failure.ts";
import { afterEach, expect, test, vi } from "vitest";
import { need } from "#base/assert.ts";
import { Emitter } from "#base/emitter.ts";
import { ok, fail } from "#base/result.ts";
import { closeFrame, FrameMailbox, framesAlive } from "#media/frame-mailbox.ts";
import type { FrameSource } from "#media/frame-source.ts";
import type { PlayerFacts } from "#media/player/player-facts.ts";
import type { PlayerPorts, StageSources } from "#media/player/player-ports.ts";
import { PlayerWall } from "#media/player/player-wall.ts";
import { createSource } from "#media/sources/create-source.ts";
import type { SourceEvent, SourceFacts } from "#protocol/stage-worker.ts";
import type { LowBandwidthRequest } from "#protocol/rest/cameras/low-bandwidth.ts";
import { ClipRecorder } from "#test/media/support/clip-recorder.ts";
import { type Clip, CLIP_HEIGHT, CLIP_WIDTH, codeOf, encodeClip } from "#test/media/support/coded-clip.ts";
import { JpegRecorder } from "#test/media/support/jpeg-recorder.ts";
import { config } from "#test/media/support/player-rig.ts";

const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true), { timeout: 12_000, interval: 20 });

/** Sources as the stage runs them, without a canvas: each picture counts as presented when it arrives. */
class Sources implements StageSources {
  readonly shown = new Map<string, number[]>();
  readonly open = new Map<string, { source: FrameSource; mailbox: FrameMailbox; stop: () => void; frames: number }>();
  readonly forgotten: string[] = [];
  readonly #events = new Emitter<{ source: [string, SourceEvent]; facts: readonly SourceFacts[] }>();
  readonly #recorder: () => ClipRecorder;
  constructor(recorder: () => ClipRecorder) {
    this.#recorder = recorder;
  }

  openSource(id: string, request: Parameters<StageSources["openSource"]>[1]): void {
    const source = createSource(request, this.#recorder().open);
    const codes: number[] = [];
    this.shown.set(id, codes);
    const mailbox: FrameMailbox = new FrameMailbox(() => {
      const frame = mailbox.take();
      if (!frame) return;
      codes.push(codeOf(frame.image));
      entry.frames += 1;
      closeFrame(frame);
    });
    const entry = { source, mailbox, stop: () => undefined as void, frames: 0 };
    this.open.get(id)?.stop();
    const stop = source.start(mailbox, (event) => this.#events.emit("source", [id, event]));
    entry.stop = () => {
      stop();
      mailbox.close();
    };
    this.open.set(id, entry);
  }
  playSource: StageSources["playSource"] = (id, play) => this.open.get(id)?.source.play(play);
  stepSource: StageSources["stepSource"] = (id, direction) => this.open.get(id)?.source.step(direction);
  prefetchSource: StageSources["prefetchSource"] = (id, timeMs) => this.open.get(id)?.source.prefetch?.(timeMs);
  decodedSource: StageSources["decodedSource"] = (id, frames) => this.open.get(id)?.mailbox.decoded(frames);
  clockSource: StageSources["clockSource"] = (id, wallMs, rtp) => this.open.get(id)?.source.clock(wallMs, rtp);
  closeSource(id: string, forget: boolean): void {
    this.open.get(id)?.stop();
    this.open.delete(id);
    if (forget) this.forgotten.push(id);
  }
  onSourceEvent: StageSources["onSourceEvent"] = (listener) =>
    this.#events.on("source", ([id, event]) => listener(id, event));
  onSourceFacts: StageSources["onSourceFacts"] = (listener) => this.#events.on("facts", listener);
  tell(): void {
    this.#events.emit(
      "facts",
      [...this.open].map(([sourceId, { frames, source }]) => ({
        sourceId,
        framesArrived: frames,
        framesShown: frames,
        framesReplaced: 0,
        lastShownAtMs: 0,
        wallMs: 0,
        widthPx: 320,
        heightPx: 180,
        presentLatencyMs: 0,
        ...source.counters(),
      })),
    );
  }
}

const ends: (() => void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await until(() => framesAlive() === 0);
});

async function make(change: Partial<PlayerPorts> = {}, opened: ((clip: Clip) => ClipRecorder) | null = null) {
  const clip = await encodeClip(50, 10);
  const recorders: ClipRecorder[] = [];
  const asked: LowBandwidthRequest[] = [];
  let closed = 0;
  const stage = new Sources(() => {
    const recorder = opened?.(clip) ?? new ClipRecorder(clip);
    recorders.push(recorder);
    return recorder;
  });
  const wall = new PlayerWall({
    stage,
    openWhep: () => Promise.resolve(fail({ failure: failure("webrtc/no-path"), recoverable: false, retryAfterMs: 0 })),
    openSession: (session) => {
      asked.push(session);
      const id = String(asked.length);
      const at = asked.length - 1;
      const close = (): void => {
        closed += 1;
        // As in the recorder: the session's socket ends with the session.
        if (recorders[at]?.closed === false) recorders[at].handlers?.closed("the session was closed");
      };
      return Promise.resolve(ok({ id, socketPath: `/${id}/ws`, framePath: "", close }));
    },
    socketUrl: (path) => `ws://clip${path}`,
    archives: () => Promise.resolve({ kind: "none" }),
    ...change,
  });
  const streams = [
    { id: "main", widthPx: 1920, heightPx: 1080, framesPerSecond: 15 },
    { id: "small", widthPx: 640, heightPx: 360, framesPerSecond: 15 },
  ];
  const player = wall.add({ playerId: "p", config, streams });
  const facts: PlayerFacts[] = [];
  player.on("facts", (item) => facts.push(item));
  const timer = setInterval(() => stage.tell(), 250);
  ends.push(() => {
    clearInterval(timer);
    wall.close();
  });
  const last = () => need(facts.at(-1), "facts");
  return { wall, player, stage, recorders, asked, facts, last, closed: () => closed };
}

test("no WebRTC path: falls back to low bandwidth by itself, and keeps what the user prefers", async () => {
  const { player, last, asked, stage, facts } = await make();
  const kept: string[] = [];
  player.on("preference", (mode) => kept.push(mode));
  player.play({ timeMs: 0, rate: 1, paused: false });
  await until(() => last().overlay.state === "none" && last().sourceId !== null);
  expect(last()).toMatchObject({ mode: "lowbandwidth", preferredMode: "webrtc", live: true });
  expect(asked).toMatchObject([{ streamId: "main", startTime: 0, waitThres: 2000, format: "fmp4" }]);
  expect(stage.shown.get(last().sourceId ?? "")?.length).toBeGreaterThan(0);
  expect(kept).toEqual([]);
  expect(facts.some((item) => item.overlay.state === "connecting")).toBe(true);
});

test("a session that fails is asked for again; the session of a player that is removed is deleted", async () => {
  let tries = 0;
  const { player, wall, last, closed, stage } = await make({
    openSession: () => {
      tries += 1;
      if (tries === 1)
        return Promise.resolve(fail({ failure: foreignFailure("a/b", "Not now"), recoverable: true, retryAfterMs: 0 }));
      return Promise.resolve(ok({ id: "1", socketPath: "/1/ws", framePath: "", close: () => void (tries += 100) }));
    },
  });
  player.play({ timeMs: 0, rate: 1, paused: false });
  await until(() => last().overlay.state === "error");
  expect(last().overlay).toMatchObject({ failure: { reason: "Not now" }, icon: "warning" });
  player.chance();
  await until(() => last().overlay.state === "none");
  wall.remove("p");
  expect(tries).toBe(102);
  expect(closed()).toBe(0);
  expect(stage.open.size).toBe(0);
});

test("seeks go over the one session, the newest last; reverse shows rip", async () => {
  const { player, last, asked, recorders, stage } = await make();
  const recorder = () => need(recorders.at(-1), "recorder");
  const start = 1_700_000_000_000;
  player.play({ timeMs: start, rate: 1, paused: true });
  await until(() => last().overlay.state === "play");
  for (const index of [10, 20, 30, 42]) player.play({ timeMs: start + index * 40, rate: 1, paused: true });
  await until(() => stage.shown.get(last().sourceId ?? "")?.at(-1) === 42);
  expect(asked).toHaveLength(1);
  expect(recorder().commands.filter((command) => command.op === "play").length).toBeLessThan(5);
  player.play({ timeMs: start + 40 * 40, rate: -1, paused: false });
  await until(() => last().overlay.state === "rip");
  expect(asked).toHaveLength(1);
  await until(() => last().overlay.state === "no_video");
  expect(last().mode).toBe("webrtc");
});

test("a step that comes with the pause, before anything of it stands, counts from the first picture", async () => {
  const { player, last, stage } = await make();
  player.play({ timeMs: 1_700_000_000_000 + 42 * 40, rate: 1, paused: true });
  player.step(-1);
  player.step(-1);
  await until(() => stage.shown.get(last().sourceId ?? "")?.at(-1) === 40);
});

test("a smaller tile gets the small stream, swapped at its first picture", async () => {
  const { player, wall, last, asked, stage } = await make();
  player.play({ timeMs: 0, rate: 1, paused: false });
  await until(() => last().overlay.state === "none");
  const before = last().sourceId;
  wall.setTiles([{ playerId: "p", widthPx: 300, heightPx: 170, focused: false, onScreen: true }]);
  await until(() => last().sourceId !== before);
  expect(asked.at(-1)).toMatchObject({ streamId: "small", resolution: { height: 180 } });
  expect(last().overlay.state).toBe("none");
  await until(() => stage.forgotten.includes(before ?? ""));
});

test("out of sight it gets no pictures and keeps its last; seen again it plays at once, over the same session", async () => {
  const { player, wall, last, stage, asked } = await make();
  player.play({ timeMs: 0, rate: 1, paused: false });
  await until(() => last().overlay.state === "none");
  const tile = { playerId: "p", widthPx: 1900, heightPx: 1060, focused: false };
  wall.setTiles([{ ...tile, onScreen: true }]);
  wall.setTiles([{ ...tile, onScreen: false }]);
  const id = last().sourceId ?? "";
  await until(() => last().suspended);
  expect(stage.forgotten).not.toContain(id);
  const atMs = performance.now();
  wall.setTiles([{ ...tile, onScreen: true }]);
  await until(() => !last().suspended && last().overlay.state === "none");
  expect(performance.now() - atMs).toBeLessThan(3000);
  expect([last().sourceId, asked.length]).toEqual([id, 1]);
});

test("a stream that stops showing pictures is frozen within 3 s and opened again", async () => {
  const { player, last, asked, facts } = await make();
  player.play({ timeMs: 0, rate: 1, paused: false });
  await until(() => last().overlay.state === "none");
  const atMs = performance.now();
  await until(() => facts.some((item) => item.frozen));
  expect(performance.now() - atMs).toBeLessThan(4500);
  await until(() => asked.length === 2 && !last().frozen);
});

test("a browser that cannot decode the video changes to JPEG by itself, and its player shows no error", async () => {
  const picture = new OffscreenCanvas(CLIP_WIDTH, CLIP_HEIGHT);
  picture.getContext("2d")?.fillRect(0, 0, CLIP_WIDTH, CLIP_HEIGHT);
  const jpeg = new Uint8Array(await (await picture.convertToBlob({ type: "image/jpeg" })).arrayBuffer());
  const formats: string[] = [];
  const { player, last, asked, facts, closed, stage } = await make({}, (clip) => {
    const first = formats.length === 0;
    formats.push(first ? "fmp4" : "jpeg");
    return first ? new ClipRecorder({ ...clip, codec: "hev9.1.6.L93.B0" }) : new JpegRecorder(clip, jpeg);
  });
  player.setMode("lowbandwidth");
  player.play({ timeMs: 0, rate: 1, paused: false });
  await until(() => (stage.shown.get(last().sourceId ?? "")?.length ?? 0) > 0);
  expect(formats).toEqual(["fmp4", "jpeg"]);
  expect(asked.map(({ format }) => format)).toEqual(["fmp4", "jpeg"]);
  // The first session is released, and nobody saw an error.
  expect(closed()).toBe(1);
  expect(facts.map(({ overlay }) => overlay.state)).not.toContain("error");
  // From now on this player requests pictures of the size that it can show.
  player.setStream("small");
  await until(() => asked.length === 3);
  expect(asked[2]?.format).toBe("jpeg");
});
