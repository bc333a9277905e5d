import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { MediaFlag, MediaKind } from "#protocol/media-socket.ts";
import { eventually } from "#test/support/eventually.ts";
import { numbersIn } from "#test/recorder/viewing/support/encoded-scene.ts";
import {
  FPS,
  type MediaSocketRig,
  openMediaSocketRig,
  START,
} from "#test/recorder/viewing/support/media-socket-rig.ts";
import { range } from "#test/recorder/viewing/support/range.ts";

let rig: MediaSocketRig;
beforeAll(async () => {
  rig = await openMediaSocketRig();
}, 30_000);
afterEach(() => rig.endViewers());
afterAll(() => rig.close());

describe("live", () => {
  it("sends the group of pictures at once, shows its newest, then each as it comes", async () => {
    for (const unit of rig.scene.slice(0, 22)) rig.feed.put(unit);
    const viewer = await rig.watch("live");
    const askedAt = performance.now();
    viewer.play(1);
    await eventually(() => viewer.shown(1).length === 1, "first picture");
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
    for (const unit of rig.scene.slice(22, 40)) rig.feed.put(unit);
    await eventually(() => viewer.shown(1).length === 19, "following pictures");
    expect(viewer.states(1)).toEqual(["playing"]);
    expect(numbersIn("h264", viewer.coded(1))).toEqual(range(15, 39));
    expect(viewer.shown(1).map((one) => one.wallMs)).toEqual(rig.scene.slice(21, 40).map((unit) => unit.wallMs));
    expect(
      viewer
        .shown(1)
        .slice(1)
        .every((one) => Math.abs(one.durationUs - 66_667) < 100),
    ).toBe(true);
  });

  it("sends key frames only, seconds apart, while nothing moves, and what was missed at once when something does", async () => {
    const viewer = await rig.watch("still");
    for (const unit of rig.scene.slice(0, 20)) rig.feed.put(unit);
    viewer.play(1);
    await eventually(() => viewer.shown(1).length === 1, "first picture");
    viewer.send({ op: "keys", generation: 1, everyMs: 2000 });
    await viewer.drained();
    const before = viewer.messages.length;
    // Eight seconds with a key frame each: the fourth of them, at 60, is two seconds after the first.
    for (const unit of rig.scene.slice(20, 95)) rig.feed.put(unit);
    await viewer.drained();
    const still = viewer.messages.slice(before);
    expect(still.map(({ wallMs }) => wallMs)).toEqual([60, 90].map((index) => rig.scene[index]?.wallMs));
    expect(still.every(({ flags }) => flags === MediaFlag.key)).toBe(true);
    const askedAt = performance.now();
    viewer.send({ op: "keys", generation: 1, everyMs: 0 });
    await eventually(() => viewer.shown(1).at(-1)?.wallMs === rig.scene[94]?.wallMs, "newest picture");
    expect(performance.now() - askedAt).toBeLessThan(300);
    // The decoder holds the key frame already.
    expect(viewer.messages.slice(before + 2).map(({ wallMs }) => wallMs)).toEqual(
      range(91, 94).map((index) => rig.scene[index]?.wallMs),
    );
    for (const unit of rig.scene.slice(95, 100)) rig.feed.put(unit);
    await eventually(() => viewer.shown(1).at(-1)?.wallMs === rig.scene[99]?.wallMs, "following pictures");
    expect(viewer.states(1)).toEqual(["playing"]);
    expect(viewer.messages.slice(before).some(({ flags }) => (flags & MediaFlag.discontinuity) !== 0)).toBe(false);
  });

  it("makes a small stream when a small one is wanted", async () => {
    const viewer = await rig.watch("small");
    rig.feed.video = {
      ...(rig.feed.video ?? { codec: "h264", codecString: "", framesPerSecond: 15, hasBFrames: false, width: 0 }),
      height: 720,
    };
    for (const unit of rig.scene.slice(60, 70)) rig.feed.put(unit);
    viewer.play(1, { height: 170 });
    await eventually(() => viewer.shown(1).length > 0, "small picture");
    for (const unit of rig.scene.slice(70, 90)) rig.feed.put(unit);
    await eventually(() => viewer.shown(1).length >= 6, "small pictures");
    const walls = viewer.shown(1).map((one) => Math.round(((one.wallMs - START) * FPS) / 1000));
    expect(walls.slice(1).every((wall, i) => wall - (walls[i] ?? 0) === 3)).toBe(true);
    rig.feed.video = { ...rig.feed.video, height: 180 };
  });

  it("drops to the next key frame when the viewer is slow, and never below one picture of order", async () => {
    const viewer = await rig.watch("slow");
    viewer.play(1);
    await eventually(() => viewer.shown(1).length > 0, "first picture");
    viewer.socket.pause();
    const big = Buffer.alloc(200_000, 0xaa);
    for (let i = 90; i < 150; i += 1) {
      const unit = rig.scene[i];
      if (unit) rig.feed.put({ ...unit, nals: [...unit.nals, Buffer.concat([Buffer.from([0x06]), big])] });
      await new Promise((resolve) => setImmediate(resolve));
    }
    viewer.socket.resume();
    for (const unit of rig.scene.slice(150, 170)) {
      rig.feed.put(unit);
      await viewer.drained();
    }
    await eventually(() => viewer.shown(1).at(-1)?.wallMs === rig.scene[169]?.wallMs, "newest picture");
    const shown = viewer.shown(1);
    expect(shown.length).toBeLessThan(70);
    const breaks = shown.filter((one) => (one.flags & MediaFlag.discontinuity) !== 0);
    expect(breaks.length).toBeGreaterThan(0);
    expect(breaks.every((one) => (one.flags & MediaFlag.key) !== 0)).toBe(true);
  });
});
