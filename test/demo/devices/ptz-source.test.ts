import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PtzMount } from "#demo/devices/ptz-mount.ts";
import { PtzSource } from "#demo/devices/ptz-source.ts";
import { LOOP_MS, scenes } from "#demo/scenes/scenes.ts";
import { annexB } from "#recorder/formats/annex-b.ts";
import { firstPlane, VideoDecoder } from "#recorder/codec/av-video.ts";
import { need } from "#base/assert.ts";

const SHAPE = { widthPx: 320, heightPx: 180, framesPerSecond: 5 };
const PER_LOOP = (LOOP_MS / 1000) * SHAPE.framesPerSecond;
/** A grey panorama: the scene's movers and its clock are drawn before it. */
const PANORAMA = Buffer.alloc(2250 * 900 * 1.5, 128);
const scene = need(
  scenes.find(({ lens }) => lens === "ptz"),
  "a PTZ camera",
);

interface Sent {
  readonly key: boolean;
  readonly pts: number;
  readonly data: Buffer;
}

describe("the demo PTZ camera's picture", () => {
  let sent: Sent[] = [];
  let mount: PtzMount;
  let stop: () => void;
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    sent = [];
    mount = new PtzMount(performance.now());
    const source = new PtzSource(scene, PANORAMA, mount, SHAPE, true);
    stop = source.subscribe((unit) => {
      if (unit.kind !== "video") return;
      const nals = unit.key ? [...source.parameterSets, ...unit.nals] : unit.nals;
      sent.push({ key: unit.key, pts: unit.pts, data: annexB(nals) });
    });
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  /** The luma of each picture, decoded in the order in which they were sent. */
  function decoded(): Buffer[] {
    const decoder = new VideoDecoder("h264");
    const pictures: Buffer[] = [];
    for (const { data, pts } of sent)
      expect(decoder.decode(data, pts, (frame) => pictures.push(Buffer.from(firstPlane(frame).data)))).toBe(true);
    decoder.close();
    return pictures;
  }

  test("while it stands still it sends each loop the pictures of the first one, at their own times", () => {
    vi.advanceTimersByTime(3 * LOOP_MS);
    expect(sent).toHaveLength(3 * PER_LOOP);
    const apart = new Set(sent.slice(1).map(({ pts }, i) => pts - need(sent[i], "one before").pts));
    expect([...apart]).toEqual([90_000 / SHAPE.framesPerSecond]);
    for (const [i, { data }] of sent.slice(PER_LOOP).entries())
      expect(data.equals(need(sent[i], "a loop before").data)).toBe(true);
    const pictures = decoded();
    expect(pictures).toHaveLength(3 * PER_LOOP);
    for (const [i, picture] of pictures.slice(PER_LOOP).entries())
      expect(picture.equals(need(pictures[i], "a loop before"))).toBe(true);
  });

  test("when it is moved then, it shows what it sees at once, from a key frame on, and so it does when the machine has slept", () => {
    vi.advanceTimersByTime(1.5 * LOOP_MS);
    const before = sent.length;
    mount.move({ pan: 1, tilt: 0, zoom: 0 }, 1000, performance.now());
    vi.advanceTimersByTime(2000);
    expect(sent[before]?.key).toBe(true);
    const moving = decoded().slice(before);
    expect(moving).toHaveLength(2 * SHAPE.framesPerSecond);
    for (const [i, picture] of moving.slice(1, 5).entries()) expect(picture.equals(need(moving[i], "one"))).toBe(false);
    // The machine sleeps for a minute: what comes then refers to nothing that was not sent.
    vi.advanceTimersByTime(1.5 * LOOP_MS);
    const asleep = sent.length;
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(1000);
    expect(sent[asleep]?.key).toBe(true);
  });
});
