import { afterEach, describe, expect, it } from "vitest";
import type { AccessUnit } from "#recorder/formats/access-unit.ts";
import { h264, h265, type NalFormat } from "#recorder/formats/nal-format.ts";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import { JpegTrack } from "#recorder/ingest/jpeg-track.ts";
import { VideoTrack } from "#recorder/ingest/video-track.ts";
import { eventually } from "#test/support/eventually.ts";
import { closing, keyNals, slice } from "#test/support/scripted-camera.ts";
import { jpegFile, numberOfFile } from "#test/support/mjpeg-server.ts";
import { listen } from "#test/support/stream-hubs.ts";
import { streamSpec } from "#test/support/stream-spec.ts";

const STEP_MS = 40;
const GOP = 10;
const START_MS = 1_790_000_000_000;

interface Sent {
  readonly number: number;
  readonly atMs: number;
  readonly rtpTime?: number;
  /** in place of its number: what a still scene repeats */
  readonly byte?: number;
}

const pictureOf = (number: number, byte = number): Buffer[] => {
  const own = slice(number % GOP === 0);
  own.writeUInt16BE(0x8001 | (byte << 1), own.length - 2);
  return number % GOP === 0 ? [...keyNals().slice(0, 2), own] : [own];
};
const numberOf = ({ nals }: AccessUnit): number =>
  ((nals.at(-1)?.readUInt16BE((nals.at(-1)?.length ?? 2) - 2) ?? 0) & 0x7ffe) >> 1;

/** What comes of several connections of one camera, and which of them went on from the one before. */
function recorded(...connections: readonly (readonly Sent[])[]) {
  const units: AccessUnit[] = [];
  const wentOn: boolean[] = [];
  const seen: { track: VideoTrack | null } = { track: null };
  for (const sent of connections) {
    let goesOn = false;
    const sink = {
      config: () => undefined,
      jumped: () => undefined,
      goesOn: () => (goesOn = true),
      unit: (unit: AccessUnit) => void units.push(unit),
    };
    const track: VideoTrack = new VideoTrack(h264, [], 0, sink, seen.track);
    for (const { number, atMs, rtpTime = number * STEP_MS * 90, byte = number } of sent)
      track.push({ nals: pictureOf(number, byte), rtpTime: rtpTime >>> 0, receivedMs: START_MS + atMs, broken: false });
    wentOn.push(goesOn);
    seen.track = track;
  }
  return { numbers: units.map(numberOf), units, wentOn };
}
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
const paced = (from: number, to: number, lateMs = 0): Sent[] =>
  range(from, to).map((number) => ({ number, atMs: number * STEP_MS + lateMs }));
/** All at once. */
const atOnce = (from: number, to: number, atMs: number): Sent[] => range(from, to).map((number) => ({ number, atMs }));
const withTimes = (sent: readonly Sent[], timeOf: (one: Sent) => number): Sent[] =>
  sent.map((one) => ({ ...one, rtpTime: timeOf(one) }));
const isForward = (units: readonly AccessUnit[]): boolean =>
  units.every(
    ({ pts90k, wallMs }, i) =>
      i === 0 || (pts90k > (units[i - 1]?.pts90k ?? 0) && wallMs > (units[i - 1]?.wallMs ?? 0)),
  );

describe("a group that is sent again on a new connection", () => {
  const before = paced(0, 46);
  const backMs = 46 * STEP_MS + 3000;

  it("is recorded once, and what follows goes on from it without a key picture", () => {
    const missed = atOnce(40, 121, 121 * STEP_MS);
    const { numbers, units, wentOn } = recorded(before, [...missed, ...paced(121, 160)]);
    expect(numbers).toEqual(range(0, 160));
    expect(wentOn).toEqual([false, true]);
    expect(isForward(units)).toBe(true);
    // Pictures that were taken while there was no connection are dated then.
    expect(Math.abs((units[100]?.wallMs ?? 0) - START_MS - 100 * STEP_MS)).toBeLessThan(250);
  });

  it("with times that begin anywhere", () => {
    const moved = (sent: readonly Sent[]) => withTimes(sent, ({ number }) => 4_294_900_000 + number * STEP_MS * 90);
    const { numbers, units } = recorded(before, moved([...atOnce(40, 46, backMs), ...paced(46, 90, 3000)]));
    expect(numbers).toEqual(range(0, 90));
    expect(isForward(units)).toBe(true);
    for (const at of range(50, 90))
      expect(Math.abs((units[at]?.wallMs ?? 0) - START_MS - 3000 - at * STEP_MS)).toBeLessThan(250);
  });

  it("with the times at which it is sent again", () => {
    const again = withTimes(atOnce(40, 46, backMs), ({ number }) => 5000 + number);
    const next = withTimes(paced(46, 90, 3000), ({ number }) => 5046 + (number - 46) * STEP_MS * 90);
    expect(recorded(before, [...again, ...next]).numbers).toEqual(range(0, 90));
  });

  it("several times over", () => {
    const { numbers } = recorded(
      before,
      [...atOnce(40, 46, backMs), ...paced(46, 55, 3000)],
      [...atOnce(50, 55, backMs + 3000), ...paced(55, 66, 6000)],
      [...atOnce(60, 66, backMs + 6000), ...paced(66, 90, 9000)],
    );
    expect(numbers).toEqual(range(0, 90));
  });

  it("that is its newest key picture alone", () => {
    const { numbers } = recorded(paced(0, 41), [...atOnce(40, 41, backMs), ...paced(41, 90, 3000)]);
    expect(numbers).toEqual(range(0, 90));
  });

  it("in a still scene, where the camera's clock goes on over connections", () => {
    const still = (sent: readonly Sent[]) => sent.map((one) => ({ ...one, byte: 0 }));
    const late = 700 * STEP_MS + 3000;
    const { units } = recorded(still(paced(0, 700)), still([...atOnce(690, 700, late), ...paced(700, 750, 3000)]));
    expect(units).toHaveLength(750);
  });
});

describe("pictures of a new connection that only look as if they had been recorded", () => {
  const still = (sent: readonly Sent[]) => sent.map((one) => ({ ...one, byte: one.number % GOP }));
  const newTimes = (sent: readonly Sent[]) => withTimes(sent, ({ number }) => 77_000 + number * STEP_MS * 90);

  it.each([
    ["times that go on", (sent: readonly Sent[]) => sent],
    ["times that begin anywhere", newTimes],
  ])("because nothing moves, with %s", (_, timed) => {
    expect(recorded(still(paced(0, 100)), timed(still(paced(100, 200, 2000)))).units).toHaveLength(200);
  });

  it("because nothing moves, and its clock begins anew with each connection", () => {
    const again = paced(0, 100).map((one) => ({ ...one, atMs: one.atMs + 5000 }));
    for (const length of [1, 2, 3, 9, 100]) {
      const { units } = recorded(still(paced(0, length)), still(again));
      expect(units).toHaveLength(length + 100);
    }
  });

  it("because nothing moves, and what was taken meanwhile comes all at once", () => {
    const { units } = recorded(still(paced(0, 100)), newTimes(still([...atOnce(110, 130, 5200), ...paced(130, 180)])));
    expect(units).toHaveLength(170);
  });

  it("because it plays the same again from its beginning, in its own time", () => {
    const again = paced(0, 60).map((one) => ({ ...one, atMs: one.atMs + 4000 }));
    expect(recorded(paced(0, 60), again).numbers).toEqual([...range(0, 60), ...range(0, 60)]);
  });

  it("because only a part is the same, and something else follows", () => {
    const { numbers } = recorded(paced(0, 46), [...atOnce(40, 44, 5000), ...paced(60, 80, 3000)]);
    expect(numbers).toEqual([...range(0, 46), ...range(40, 44), ...range(60, 80)]);
  });

  it("and are held no longer than a second when nothing follows", () => {
    const seen: AccessUnit[] = [];
    const sink = { config: () => undefined, jumped: () => undefined, unit: (unit: AccessUnit) => void seen.push(unit) };
    const nowMs = Date.now();
    const push = (track: VideoTrack, number: number, receivedMs: number) =>
      track.push({ nals: pictureOf(number), rtpTime: number * STEP_MS * 90, receivedMs, broken: false });
    const first = new VideoTrack(h264, [], 0, sink);
    for (const number of range(0, 46)) push(first, number, nowMs - 20_000 + number * STEP_MS);
    const second = new VideoTrack(h264, [], 0, sink, first);
    push(second, 40, nowMs - 2000);
    expect(seen).toHaveLength(46);
    second.release();
    expect(seen).toHaveLength(47);
  });

  it("because the codec is another one", () => {
    const seen: AccessUnit[] = [];
    const sinkOf = {
      config: () => undefined,
      jumped: () => undefined,
      unit: (unit: AccessUnit) => void seen.push(unit),
    };
    const track = (format: NalFormat, earlier: VideoTrack | null) => new VideoTrack(format, [], 0, sinkOf, earlier);
    const first = track(h265, null);
    const second = track(h264, first);
    second.push({ nals: pictureOf(0), rtpTime: 0, receivedMs: START_MS, broken: false });
    expect(seen).toHaveLength(1);
  });
});

it("Motion JPEG that is sent again on a new connection is recorded once, and a still scene as often as it was taken", () => {
  const play = (isStill: boolean): number[] => {
    const seen: number[] = [];
    const sink = {
      config: () => undefined,
      jumped: () => undefined,
      unit: ({ nals }: AccessUnit) => void seen.push(numberOfFile(nals[0] ?? Buffer.alloc(0))),
    };
    const push = (track: JpegTrack, number: number, atMs: number): void => {
      const rtpTime = number * STEP_MS * 90;
      track.push({ jpeg: jpegFile(isStill ? 0 : number), rtpTime, broken: false }, START_MS + atMs);
    };
    const first = new JpegTrack(0, sink);
    for (const number of range(0, 40)) push(first, number, number * STEP_MS);
    const second = new JpegTrack(0, sink, first);
    const from = isStill ? 40 : 30;
    for (const number of range(from, 80)) push(second, number, number < 40 ? 5000 : 5000 + (number - 39) * STEP_MS);
    return seen;
  };
  expect(play(false)).toEqual(range(0, 80));
  expect(play(true)).toHaveLength(80);
});

const open = closing(afterEach);

it("a stream records each picture of a camera that breaks off again and again once, without an interruption", async () => {
  const taken = { count: 0 };
  const camera = await open.camera({
    play: (line) => {
      const send = (number: number): void => line.write(line.picture(pictureOf(number), (number * STEP_MS * 90) >>> 0));
      const from = Math.max(0, Math.floor((taken.count - 1) / GOP) * GOP);
      for (let number = from; number < taken.count; number++) send(number);
      const last = taken.count + 17;
      line.every(STEP_MS / 4, () => {
        if (taken.count < last) send(taken.count++);
        else if (taken.count < 100) line.socket.destroy();
      });
    },
  });
  const hub = new StreamHub({ stallMs: 4000, backOffMs: [20], jitter: 0, settledMs: 300 });
  open.later(hub);
  const heard = listen(hub, "a");
  hub.setStreams([streamSpec("a", camera.url)]);
  await eventually(() => heard.units.length >= 100, "a hundred pictures");
  expect(heard.units.map(numberOf).slice(0, 100)).toEqual(range(0, 100));
  expect(camera.connections).toBeGreaterThan(4);
  expect(heard.breaks).toEqual([]);
});

it("a connection that stalled is left at once for one that sends its last pictures again, and goes on from there", async () => {
  const taken = { count: 0 };
  const camera = await open.camera({
    play: (line) => {
      const send = (number: number): void => line.write(line.picture(pictureOf(number), (number * STEP_MS * 90) >>> 0));
      const isFirst = camera.connections === 1;
      for (let number = isFirst ? 0 : 20; number < taken.count; number++) send(number);
      line.every(STEP_MS, () => {
        if (isFirst ? taken.count < 27 : taken.count < 90) send(taken.count++);
      });
    },
  });
  const hub = new StreamHub({ stallMs: 500, backOffMs: [20], jitter: 0, settledMs: 300, holdMs: 60_000 });
  open.later(hub);
  const heard = listen(hub, "a");
  hub.setStreams([streamSpec("a", camera.url)]);
  await eventually(() => heard.units.length >= 60, "sixty pictures");
  expect(heard.units.map(numberOf).slice(0, 60)).toEqual(range(0, 60));
  expect(heard.breaks).toEqual([]);
});
