import { afterEach, expect, test, vi } from "vitest";
import { closeFrame, FrameMailbox, framesAlive } from "#media/frame-mailbox.ts";
import { LowBandwidthSource } from "#media/sources/low-bandwidth-source.ts";
import { MediaFlag, MediaKind } from "#protocol/media-socket.ts";
import type { SourceEvent, SourcePlay } from "#protocol/stage-worker.ts";
import { ClipRecorder } from "#test/media/support/clip-recorder.ts";
import { codeOf } from "#test/media/support/coded-clip.ts";

const stops: (() => void)[] = [];
const still = (timeMs: number): SourcePlay => ({ timeMs, rate: 1, paused: true, heightPx: 0 });
const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true), { timeout: 8_000, interval: 10 });

/** A source that stands at picture 3, and what it has shown. */
async function standing(recorder: ClipRecorder) {
  const codes: number[] = [];
  const events: SourceEvent[] = [];
  const request = { kind: "low-bandwidth", url: "ws://clip", format: "fmp4", play: still(recorder.wallOf(3)) } as const;
  const source = new LowBandwidthSource(request, recorder.open);
  const mailbox = new FrameMailbox(() => {
    const frame = mailbox.take();
    if (!frame) return;
    codes.push(codeOf(frame.image));
    closeFrame(frame);
  });
  const stop = source.start(mailbox, (event) => events.push(event));
  stops.push(() => {
    stop();
    mailbox.close();
  });
  await until(() => codes.length === 1);
  return { source, codes, events };
}

/** Resolves when the picture of that number has been decoded ahead: a decoder gives out one frame. */
async function prefetch(source: LowBandwidthSource, recorder: ClipRecorder, index: number): Promise<void> {
  const outputs = vi.spyOn(VideoDecoder.prototype, "flush");
  source.prefetch(recorder.wallOf(index));
  await until(() => outputs.mock.results.length > 0);
  await outputs.mock.results.at(-1)?.value;
  outputs.mockRestore();
}

afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await until(() => framesAlive() === 0);
});

test("a picture that was made ready is shown at once, and the play begins with its own", async () => {
  const recorder = await ClipRecorder.make(40, 10);
  const { source, codes, events } = await standing(recorder);
  await prefetch(source, recorder, 27);
  expect(codes).toEqual([3]);
  source.play(still(recorder.wallOf(27)));
  expect(codes).toEqual([3, 27]);
  expect(events.filter((event) => event.kind === "state")).toHaveLength(1);
  await until(() => events.filter((event) => event.kind === "state" && event.state === "paused").length === 2);
  expect(codes).toEqual([3, 27, 27]);
});

test("a picture that is still being decoded is shown as soon as it is there", async () => {
  const recorder = await ClipRecorder.make(40, 10);
  const { source, codes } = await standing(recorder);
  source.prefetch(recorder.wallOf(27));
  // All of it has arrived, and none of it is decoded.
  await Promise.resolve();
  // The play's own picture never comes.
  vi.spyOn(recorder, "send").mockReturnValue();
  source.play(still(recorder.wallOf(27)));
  expect(codes).toEqual([3]);
  await until(() => codes.length === 2);
  expect(codes).toEqual([3, 27]);
});

test("a picture that is still being decoded is not shown once another one is wanted", async () => {
  const recorder = await ClipRecorder.make(40, 10);
  const { source, codes } = await standing(recorder);
  source.prefetch(recorder.wallOf(27));
  await Promise.resolve();
  source.play(still(recorder.wallOf(27)));
  source.play(still(recorder.wallOf(12)));
  await until(() => codes.at(-1) === 12);
  expect(codes).toEqual([3, 12]);
});

test("a picture that is taken back is not shown", async () => {
  const recorder = await ClipRecorder.make(40, 10);
  const { source, codes } = await standing(recorder);
  await prefetch(source, recorder, 27);
  recorder.message(MediaKind.video, MediaFlag.discontinuity, 0, new Uint8Array(0), 0, 0, 1);
  source.play(still(recorder.wallOf(27)));
  expect(codes).toEqual([3]);
  await until(() => codes.length === 2);
  expect(codes).toEqual([3, 27]);
});

test("a play shows the picture that was made ready until its own come, and leaves none of those out", async () => {
  const recorder = await ClipRecorder.make(40, 10);
  const { source, codes, events } = await standing(recorder);
  await prefetch(source, recorder, 27);
  source.play({ ...still(recorder.wallOf(27) + 20), paused: false });
  expect(codes).toEqual([3, 27]);
  await until(() => events.some((event) => event.kind === "state" && event.state === "ended"));
  expect(codes.slice(1)).toEqual(expect.arrayContaining([27, 30, 35, 39]));
});

test("the pointer moves on: another time is not shown with it, and the frame is given back", async () => {
  const recorder = await ClipRecorder.make(40, 10);
  const { source, codes } = await standing(recorder);
  await prefetch(source, recorder, 27);
  source.prefetch(0);
  expect(recorder.commands.at(-1)).toMatchObject({ op: "prefetch", number: 0 });
  source.play(still(recorder.wallOf(12)));
  await until(() => codes.at(-1) === 12);
  expect(codes).toEqual([3, 12]);
});

test("an older recorder, which would take it for a mistake, is asked for nothing ahead", async () => {
  const recorder = await ClipRecorder.make(40, 10);
  recorder.mayPrefetch = false;
  const { source, codes } = await standing(recorder);
  source.prefetch(recorder.wallOf(27));
  source.play(still(recorder.wallOf(12)));
  await until(() => codes.at(-1) === 12);
  expect(recorder.commands.some(({ op }) => op === "prefetch")).toBe(false);
});
