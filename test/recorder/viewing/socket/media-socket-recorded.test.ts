import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { strideMs, tickOf } from "#domain/timeline/fast-play.ts";
import { MediaFlag, MediaKind } from "#protocol/media-socket.ts";
import { eventually } from "#test/support/eventually.ts";
import { encodeScene, numbersIn } from "#test/recorder/viewing/support/encoded-scene.ts";
import {
  FPS,
  FRAMES,
  GAP_MS,
  type MediaSocketRig,
  openMediaSocketRig,
  START,
  wallOf,
} from "#test/recorder/viewing/support/media-socket-rig.ts";
import { range } from "#test/recorder/viewing/support/range.ts";

let rig: MediaSocketRig;
beforeAll(async () => {
  rig = await openMediaSocketRig();
}, 30_000);
afterEach(() => rig.endViewers());
afterAll(() => rig.close());

/** How long before its due time a picture is sent. */
const LEAD_MS = 500;
/** A timer may fire this early. */
const TIMER_MS = 3;

/**
 * Resolves when another viewer has been shown this much of the same recording: a paused viewer has had the same time.
 */
let neighbours = 0;
async function playsFor(videoMs: number): Promise<void> {
  const other = await rig.watch(`neighbour${neighbours++}`, "fmp4", START);
  other.play(1, { time: wallOf(0) });
  await eventually(
    () => (other.shown(1).at(-1)?.wallMs ?? 0) >= wallOf(0) + LEAD_MS + videoMs,
    "the neighbour's video",
  );
}

describe("recorded", () => {
  it("starts exactly, in order, with half a second of lead", async () => {
    const viewer = await rig.watch("recorded", "fmp4", START);
    const askedAtMs = performance.now();
    const fromMs = wallOf(37) + 10;
    viewer.play(1, { time: fromMs });
    await eventually(() => viewer.shown(1).length >= 14, "the lead, and pictures in their time");
    const [first, ...later] = viewer.shown(1);
    expect(first?.wallMs).toBeCloseTo(wallOf(37), 0);
    expect(viewer.pictures(1).findIndex((one) => (one.flags & MediaFlag.pre) === 0)).toBe(37 - 30);
    // 13 pictures after the first are 867 ms of video. None arrives more than half a second before its due time, and
    // its time runs from when the recorder has received the request.
    for (const one of later) expect(one.atMs - askedAtMs).toBeGreaterThan(one.wallMs - fromMs - LEAD_MS - TIMER_MS);
    viewer.send({ op: "pause", generation: 1 });
    await eventually(() => viewer.states(1).at(-1) === "paused", "paused");
    const held = viewer.pictures(1).length;
    await playsFor(400);
    expect(viewer.pictures(1).length - held).toBeLessThanOrEqual(1);
    viewer.send({ op: "resume", generation: 1 });
    await eventually(() => viewer.pictures(1).length > held + 4, "resumed");
    expect(numbersIn("h264", viewer.coded(1))).toEqual(range(30, 30 + viewer.pictures(1).length - 1));
  });

  it("shows one picture while paused, and steps by one picture both ways", async () => {
    const viewer = await rig.watch("step", "fmp4", START);
    viewer.play(1, { time: wallOf(44) + 5, paused: true });
    await eventually(() => viewer.states(1).at(-1) === "paused", "still");
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
      await eventually(() => viewer.shown(generation).length === 1, `step to ${expected}`);
      from = viewer.shown(generation)[0]?.wallMs ?? 0;
      expect(Math.round(((from - START) * FPS) / 1000)).toBe(expected);
      expect(numbersIn("h264", viewer.coded(generation)).at(-1)).toBe(expected);
    }
    viewer.send({ op: "resume", generation: 6 });
    await eventually(() => viewer.shown(6).length > 5, "play goes on from there");
  });

  it.each([
    // The key frame is 938 ms before the requested time.
    [1000, 30, 1],
    [900, 44, 15],
    [undefined, 44, 15],
  ])("while dragging, a key frame within %s ms stands for the picture: %d, of %d sent", async (within, shown, sent) => {
    const viewer = await rig.watch("drag", "fmp4", START);
    viewer.play(1, { time: wallOf(44) + 5, paused: true, draft: true, ...(within === undefined ? {} : { within }) });
    await eventually(() => viewer.states(1).at(-1) === "paused", "still");
    expect(viewer.shown(1).map((one) => Math.round(one.wallMs))).toEqual([Math.round(wallOf(shown))]);
    expect(viewer.pictures(1)).toHaveLength(sent);
  });

  it("stops when the viewer shows nothing of what it gets, and goes on when it does", async () => {
    const viewer = await rig.watch("stalled", "fmp4", START);
    viewer.play(1, { time: wallOf(0), rate: 1 });
    await eventually(() => viewer.shown(1).length > 0, "first picture");
    // Half a second of lead and four seconds without an acknowledged picture are the limit: the viewer claims to be
    // that far behind.
    viewer.send({ op: "ack", generation: 1, time: wallOf(0) - 4200, queued: 1 });
    await eventually(() => viewer.shown(1).length >= 4, "pictures up to the limit");
    await playsFor(700);
    const held = viewer.shown(1).length;
    expect(held).toBeLessThan(12);
    viewer.send({ op: "ack", generation: 1, time: viewer.shown(1).at(-1)?.wallMs ?? 0, queued: 0 });
    await eventually(() => viewer.shown(1).length > held + 3, "goes on");
  });

  it("tells a gap and goes on behind it in its time", async () => {
    const viewer = await rig.watch("gap", "fmp4", START);
    viewer.play(1, { time: wallOf(140), rate: 4 });
    await eventually(() => viewer.gaps(1).length === 1, "gap");
    const sentAt = performance.now();
    expect(viewer.gaps(1)[0]?.from).toBeCloseTo(wallOf(149) + 67, -1);
    expect(viewer.gaps(1)[0]?.to).toBeCloseTo(wallOf(150), -1);
    await eventually(() => viewer.shown(1).some((one) => one.wallMs >= wallOf(150) - 1), "behind the gap");
    expect(performance.now() - sentAt).toBeGreaterThan(700);
    viewer.play(2, { time: wallOf(149) + 2500 });
    await eventually(() => viewer.gaps(2).length === 1, "gap at the start");
    expect(viewer.gaps(2)[0]?.to).toBeCloseTo(wallOf(150), -1);
  });

  it("drops the old play at once when a new one comes", async () => {
    const viewer = await rig.watch("generations", "fmp4", START);
    for (let generation = 1; generation <= 20; generation += 1)
      viewer.play(generation, { time: wallOf((generation * 7) % 140), rate: generation % 3 === 0 ? -1 : 1 });
    await eventually(() => viewer.shown(20).length > 3, "the last play");
    const last = viewer.messages.findIndex((one) => one.generation === 20);
    expect(viewer.messages.slice(last).every((one) => one.generation === 20)).toBe(true);
    viewer.play(5, { time: START });
    viewer.send({ op: "pause", generation: 5 });
    await eventually(() => viewer.shown(20).length > 8, "older commands change nothing");
  });

  it("plays backwards by whole groups", async () => {
    const viewer = await rig.watch("reverse", "fmp4", START);
    viewer.play(1, { time: wallOf(37) + 5, rate: -1 });
    await eventually(() => viewer.states(1).includes("ended"), "beginning of the recording");
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
    const viewer = await rig.watch(`fast${rate}`, "fmp4", START);
    viewer.play(1, { time: wallOf(index) + 1, rate });
    const fromMs = performance.now();
    await eventually(() => viewer.shown(1).length >= 3, "key frames");
    const shown = viewer.shown(1);
    expect(shown.every((one) => (one.flags & MediaFlag.key) !== 0)).toBe(true);
    // In order, and never two for the same tick of the wall, at which all players change pictures.
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
    const viewer = await rig.watch("follow", "fmp4", START);
    viewer.play(1, { time: wallOf(FRAMES - 5) });
    await eventually(() => viewer.states(1).at(-1) === "waiting", "waiting");
    const recorder = await rig.recordings.recorder("a", "camera", "continuous");
    for (const unit of encodeScene({ startMs: wallOf(FRAMES), frames: 16 }))
      recorder.push({ ...unit, pts90k: unit.pts90k + (FRAMES * 90_000) / FPS + GAP_MS * 90 });
    await rig.recordings.flush();
    await eventually(() => viewer.shown(1).some((one) => one.wallMs > wallOf(FRAMES + 5)), "new pictures");
    expect(viewer.states(1).at(-1)).toBe("playing");
  });

  it("makes small pictures of a recording, forwards and backwards", async () => {
    const jpeg = await rig.watch("jpeg", "jpeg", START);
    jpeg.play(1, { time: wallOf(30) });
    await eventually(() => jpeg.shown(1).length >= 3, "JPEG pictures");
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
    await eventually(() => jpeg.shown(2).length >= 8, "JPEG pictures backwards");
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
    await eventually(() => jpeg.shown(3).length === 1, "one JPEG");
    expect(
      numbersIn(
        "mjpeg",
        jpeg.shown(3).map((one) => one.payload),
      ),
    ).toEqual([44]);
  });

  it.each([
    [4, 11],
    [0.5, 2],
  ])("at %dx makes as many pictures in a second of the viewer's as at 1x", async (rate, stepPictures) => {
    const viewer = await rig.watch("paced", "jpeg", START);
    viewer.play(1, { time: wallOf(30), rate });
    await eventually(() => viewer.shown(1).length >= 3, "JPEG pictures");
    const numbers = numbersIn(
      "mjpeg",
      viewer.shown(1).map((one) => one.payload),
    );
    expect(numbers.slice(0, 3)).toEqual([30, 30 + stepPictures, 30 + 2 * stepPictures]);
  });
});
