import { afterEach, expect, test, vi } from "vitest";
import { need } from "#base/assert.ts";
import { closeFrame, FrameMailbox, framesAlive } from "#media/frame-mailbox.ts";
import { framesOfTrack } from "#media/player/attempt/track-frames.ts";
import { createSource } from "#media/sources/create-source.ts";
import { rtpTimeOf } from "#media/sources/track-source.ts";
import type { SourceEvent } from "#protocol/stage-worker.ts";

const ends: (() => void)[] = [];
const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true), { timeout: 15_000, interval: 20 });
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await until(() => framesAlive() === 0);
});

/** A canvas that moves, as a track. */
function movingTrack(): MediaStreamTrack {
  const canvas = document.createElement("canvas");
  canvas.width = 160;
  canvas.height = 96;
  const context = need(canvas.getContext("2d"), "2d");
  let shade = 0;
  const timer = setInterval(() => {
    context.fillStyle = `rgb(${(shade += 7) % 256},80,80)`;
    context.fillRect(0, 0, 160, 96);
  }, 40);
  const track = need(canvas.captureStream(25).getVideoTracks()[0], "track");
  ends.push(() => {
    clearInterval(timer);
    track.stop();
  });
  return track;
}

/** The same, through a real peer connection. */
async function receivedTrack(): Promise<MediaStreamTrack> {
  const a = new RTCPeerConnection();
  const b = new RTCPeerConnection();
  ends.push(() => {
    a.close();
    b.close();
  });
  a.onicecandidate = (event) => event.candidate && void b.addIceCandidate(event.candidate);
  b.onicecandidate = (event) => event.candidate && void a.addIceCandidate(event.candidate);
  const received = new Promise<MediaStreamTrack>((resolve) => {
    b.ontrack = (event) => resolve(event.track);
  });
  a.addTrack(movingTrack());
  await a.setLocalDescription();
  await b.setRemoteDescription(need(a.localDescription, "offer"));
  await b.setLocalDescription();
  await a.setRemoteDescription(need(b.localDescription, "answer"));
  return received;
}

function watch(track: MediaStreamTrack) {
  const frames = framesOfTrack(track, () => undefined);
  const source = createSource(frames.request);
  const events: SourceEvent[] = [];
  const shown: { readonly wallMs: number | null; readonly rtpTime: number | null }[] = [];
  const mailbox = new FrameMailbox(() => {
    const frame = mailbox.take();
    if (!frame) return;
    const rtpTime =
      typeof VideoFrame !== "undefined" && frame.image instanceof VideoFrame ? rtpTimeOf(frame.image) : null;
    shown.push({ wallMs: frame.wallMs, rtpTime });
    closeFrame(frame);
  });
  const stop = source.start(mailbox, (event) => events.push(event));
  ends.push(() => {
    stop();
    frames.stop();
    mailbox.close();
  });
  return { source, events, shown };
}

test("frames of a local track arrive; when it ends the source says so", async () => {
  const track = movingTrack();
  const { shown, events } = watch(track);
  await until(() => shown.length >= 5);
  expect(events[0]).toEqual({ kind: "first-frame", wallMs: 0 });
  track.stop();
  await until(() => events.some((event) => event.kind === "closed"));
});

test("frames of a received track get server time from one RTP pair", async () => {
  const { source, shown } = watch(await receivedTrack());
  await until(() => shown.length >= 3);
  expect(shown[0]?.wallMs).toBeNull();
  const anchor = need(shown.at(-1)?.rtpTime, "Chromium tells the RTP timestamp");
  source.clock(1_700_000_000_000, anchor);
  const before = shown.length;
  await until(() => shown.length >= before + 5);
  for (const item of shown.slice(before + 1)) {
    const expected = 1_700_000_000_000 + (((item.rtpTime ?? 0) - anchor) | 0) / 90;
    expect(item.wallMs).toBeCloseTo(expected, 3);
  }
});

test("without a track processor: a video element's frames, one on its way at a time", async () => {
  const processor: unknown = Reflect.get(globalThis, "MediaStreamTrackProcessor");
  Reflect.deleteProperty(globalThis, "MediaStreamTrackProcessor");
  ends.push(() => void Reflect.set(globalThis, "MediaStreamTrackProcessor", processor));
  const { shown, events } = watch(movingTrack());
  await until(() => shown.length >= 3);
  expect(events[0]?.kind).toBe("first-frame");
  expect(document.querySelectorAll("video")).toHaveLength(1);
  for (const end of ends.splice(0)) end();
  await until(() => document.querySelectorAll("video").length === 0);
});

test.each([
  ["requestVideoFrameCallback", () => HTMLVideoElement.prototype, "requestVideoFrameCallback"],
  ["VideoFrame", () => globalThis, "VideoFrame"],
] as const)("without %s a video element's frames come all the same", async (_, holder, name) => {
  for (const [where, what] of [
    [globalThis, "MediaStreamTrackProcessor"],
    [holder(), name],
  ] as const) {
    const own = Object.getOwnPropertyDescriptor(where, what);
    Reflect.deleteProperty(where, what);
    ends.push(() => void (own && Object.defineProperty(where, what, own)));
  }
  const { shown } = watch(movingTrack());
  await until(() => shown.length >= 3);
});
