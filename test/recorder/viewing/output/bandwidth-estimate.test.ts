import { expect, test } from "vitest";
import {
  ENOUGH_BITS_PER_SECOND,
  lineRendition,
  pacedRendition,
  socketRendition,
  stillRendition,
} from "#recorder/viewing/transcoding/rendition.ts";
import { BandwidthEstimate } from "#recorder/viewing/output/bandwidth-estimate.ts";

/** The data that was sent over a line so far, by the time of each picture. */
const sentOver = new WeakMap<BandwidthEstimate, { wallMs: number; upToBytes: number }[]>();

/**
 * A picture of `bytes` every 100 ms from `fromMs` on; four times a second the viewer acknowledges everything up to a
 * time.
 */
function run(
  line: BandwidthEstimate,
  fromMs: number,
  toMs: number,
  bytes: number,
  arrivedMs: (nowMs: number) => number | null,
) {
  const sent = sentOver.get(line) ?? [];
  sentOver.set(line, sent);
  for (let nowMs = fromMs; nowMs < toMs; nowMs += 50) {
    if (nowMs % 100 === 0) {
      const upToBytes = (sent.at(-1)?.upToBytes ?? 0) + bytes;
      sent.push({ wallMs: nowMs, upToBytes });
      line.sent(upToBytes, nowMs);
    }
    const upToMs = nowMs % 250 === 0 ? arrivedMs(nowMs) : null;
    if (upToMs !== null) line.acknowledged(sent.findLast(({ wallMs }) => wallMs <= upToMs)?.upToBytes ?? 0, nowMs);
  }
}

test("a line that takes what is sent has no cap, and is behind by no more than its acknowledgements", () => {
  const line = new BandwidthEstimate();
  run(line, 0, 10_000, 10_000, (nowMs) => nowMs - 40);
  expect(line.behindMs(10_000)).toBeLessThanOrEqual(300);
  expect(line.capBitsPerSecond).toBeNull();
  // Measured over the acknowledgements of two seconds: seven or eight intervals of a quarter of a second.
  expect(line.takesMs(100_000, 10_000)).toBeGreaterThan(900);
  expect(line.takesMs(100_000, 10_000)).toBeLessThan(1200);
});

test("a line that takes half of it is behind, and is asked for less than it took", () => {
  const line = new BandwidthEstimate();
  run(line, 0, 4000, 10_000, (nowMs) => nowMs / 2);
  expect(line.behindMs(4000)).toBeGreaterThan(1500);
  expect(line.lower(4000)).toBe(true);
  expect(line.capBitsPerSecond).toBeGreaterThan(200_000);
  expect(line.capBitsPerSecond).toBeLessThan(400_000);
  // The data that was sent before is still on its way.
  run(line, 4000, 5000, 1000, (nowMs) => nowMs / 2);
  expect(line.lower(5000)).toBe(false);
});

test.each([
  ["says nothing: it is busy, or cut off", () => null],
  ["never acknowledges anything", () => null],
])("a viewer that %s is not behind", (_name, arrived) => {
  const line = new BandwidthEstimate();
  run(line, 0, 2000, 10_000, (nowMs) => nowMs);
  run(line, 2000, 6000, 10_000, arrived);
  expect(line.behindMs(6000)).toBe(0);
});

test("a viewer that was busy and answers once is not behind yet", () => {
  const line = new BandwidthEstimate();
  run(line, 0, 2000, 10_000, (nowMs) => nowMs);
  run(line, 2000, 6000, 10_000, (nowMs) => (nowMs === 5750 ? 2000 : null));
  expect(line.behindMs(6000)).toBe(0);
});

test("more is tried after 15 s without trouble, after a failure half as often; a wide line has no cap again", () => {
  const line = new BandwidthEstimate();
  const narrow = (nowMs: number) => nowMs / 2;
  run(line, 0, 4000, 10_000, narrow);
  line.lower(4000);
  const cap = line.capBitsPerSecond ?? 0;
  line.tryMore(ENOUGH_BITS_PER_SECOND, 18_900);
  expect(line.capBitsPerSecond).toBe(cap);
  line.tryMore(ENOUGH_BITS_PER_SECOND, 19_000);
  expect(line.capBitsPerSecond).toBe(2 * cap);
  expect(line.lower(24_000)).toBe(true);
  line.tryMore(ENOUGH_BITS_PER_SECOND, 24_000 + 29_000);
  const lowered = line.capBitsPerSecond ?? 0;
  expect(lowered).toBeLessThanOrEqual(cap);
  line.tryMore(ENOUGH_BITS_PER_SECOND, 24_000 + 30_000);
  expect(line.capBitsPerSecond).toBe(2 * lowered);
  for (let n = 1; n <= 10; n++) line.tryMore(ENOUGH_BITS_PER_SECOND, 60_000 + n * 30_000);
  expect(line.capBitsPerSecond).toBeNull();
});

test("what a viewer says twice has come once", () => {
  const line = new BandwidthEstimate();
  line.sent(100_000, 0);
  for (const nowMs of [250, 500, 750]) line.acknowledged(100_000, nowMs);
  line.acknowledged(50_000, 1000);
  // 100 KB in the two seconds that count.
  expect(line.takesMs(100_000, 1000)).toBe(2000);
});

test.each([
  [null, 0, "copy"],
  [5_000_000, 0, 1080],
  [1_000_000, 0, 540],
  [1_000_000, 360, 360],
  [300_000, 720, 180],
  [60_000, 720, 180],
  [300_000, 100, 180],
])("a line of %s bits a second, a tile %i px high: %s", (capBitsPerSecond, wantedPx, height) => {
  const wanted = socketRendition({ codec: "h264", height: 360 }, "fmp4", wantedPx, []);
  const made = lineRendition(wanted, "fmp4", wantedPx, capBitsPerSecond);
  expect(made.kind === "copy" ? "copy" : made.spec.heightPx).toBe(height);
});

test.each([
  [null, 720, "copy"],
  [300_000, 720, 1080],
])("a single picture over a line of %s bits a second is as large as it was", (capBitsPerSecond, height, made) => {
  const wanted = socketRendition({ codec: "h264", height }, "fmp4", 0, []);
  const still = stillRendition(wanted, { codec: "h264", height }, capBitsPerSecond);
  expect(still.kind === "copy" ? "copy" : still.spec.heightPx).toBe(made);
});

test("a camera's own JPEGs are made into smaller JPEGs, a single one is left as it is", () => {
  const video = { codec: "mjpeg", height: 360 } as const;
  const wanted = socketRendition(video, "jpeg", 360, []);
  expect(wanted.kind).toBe("copy");
  expect(lineRendition(wanted, "jpeg", 360, 300_000)).toMatchObject({ spec: { output: "jpeg", heightPx: 180 } });
  expect(stillRendition(wanted, video, 300_000).kind).toBe("copy");
});

test("over the narrowest line pictures come rarely, JPEG too", () => {
  for (const format of ["fmp4", "jpeg"] as const) {
    const wanted = socketRendition({ codec: "h264", height: 720 }, format, 360, []);
    expect(lineRendition(wanted, format, 360, 60_000)).toMatchObject({ spec: { heightPx: 180, framesPerSecond: 2 } });
  }
});

test("what is made anew counts its pictures and bits by the viewer's clock; key frames of fast play are single ones", () => {
  const made = lineRendition(socketRendition({ codec: "h264", height: 720 }, "fmp4", 360, []), "fmp4", 360, 200_000);
  for (const [rate, pace] of [
    [4, 4],
    [0.25, 0.25],
    [-0.5, 0.5],
  ] as const)
    expect(pacedRendition(made, rate)).toMatchObject({ spec: { framesPerSecond: 5, pace } });
  for (const rate of [1, -1, 16, -4, -64]) expect(pacedRendition(made, rate)).toEqual(made);
  expect(pacedRendition({ kind: "copy" }, 4)).toEqual({ kind: "copy" });
});
