import { afterEach, describe, expect, it, vi } from "vitest";
import { FeedDecoder, RENEW_AFTER_MS } from "#recorder/analysis/feed-decoder.ts";
import { X264Encoder } from "#recorder/codec/av-encoders.ts";
import type { EncodedPacket } from "#recorder/codec/av-shared.ts";
import { Canvas, VideoDecoder } from "#recorder/codec/av-video.ts";
import { annexB, splitAnnexB } from "#recorder/formats/annex-b.ts";
import { h264 } from "#recorder/formats/nal-format.ts";

const START_MS = Date.UTC(2026, 0, 1);
const PICTURE_MS = 100;
const GOP = 10;

function encoded(count: number, bFrames: number): EncodedPacket[] {
  const canvas = new Canvas(64, 48, "yuv420p");
  const order = bFrames > 0 ? ({ bFrames, zeroLatency: false, profile: "main" } as const) : {};
  const encoder = new X264Encoder({ widthPx: 64, heightPx: 48, framesPerSecond: 10, gopFrames: GOP, ...order });
  const packets: EncodedPacket[] = [];
  for (let at = 0; at < count; at += 1) {
    canvas.pixels.fill(40 + at);
    encoder.encode(canvas.frame(at * PICTURE_MS * 90), false, (packet) => packets.push(packet));
  }
  encoder.finish((packet) => packets.push(packet));
  encoder.close();
  canvas.close();
  return packets;
}

/** The times of all pictures that come out when a unit comes every `everyMs` of the clock. */
function shown(packets: readonly EncodedPacket[], options: { live?: boolean; reorders?: boolean; everyMs: number }) {
  const { live = true, reorders = false, everyMs } = options;
  const failed = vi.fn();
  const decoder = new FeedDecoder({ codec: "h264", reorders, live }, failed, START_MS);
  const times: number[] = [];
  let cuts = 0;
  decoder.sinks.add({
    picture: (_frame, wallMs) => times.push(Math.round(wallMs - START_MS)),
    discontinuity: () => (cuts += 1),
    close: () => undefined,
  });
  for (const [at, { data, key, pts }] of packets.entries()) {
    const nowMs = START_MS + at * everyMs;
    decoder.unit({ key, wallMs: START_MS + pts / 90, skip: false, sentMs: nowMs }, data, nowMs);
  }
  expect([cuts, failed.mock.calls]).toEqual([0, []]);
  decoder.drain();
  decoder.close();
  return times;
}

const closed = vi.spyOn(VideoDecoder.prototype, "close");
afterEach(() => closed.mockClear());
const all = (count: number): number[] => Array.from({ length: count }, (_, at) => at * PICTURE_MS);

describe("a feed's decoder is a new one now and then, and no picture shows it", () => {
  // A group lasts longer than a decoder may: each group has its own.
  const everyMs = RENEW_AFTER_MS / (GOP - 2);
  it.each([
    ["in order", 0],
    ["with B pictures, of which some are held back", 2],
  ])("%s", (_name, bFrames) => {
    expect(shown(encoded(50, bFrames), { reorders: bFrames > 0, everyMs })).toEqual(all(50));
    expect(closed.mock.calls.length).toBe(5);
  });

  it("not before its time, and not for what is played: that ends by itself", () => {
    const packets = encoded(30, 0);
    expect(shown(packets, { everyMs: 10 })).toEqual(all(30));
    expect(closed.mock.calls.length).toBe(1);
    expect(shown(packets, { everyMs, live: false })).toEqual(all(30));
    expect(closed.mock.calls.length).toBe(2);
  });

  it("not where a new one could not begin: a key picture without parameter sets", () => {
    const bare = encoded(30, 0).map((packet, at) => {
      if (!packet.key || at === 0) return packet;
      const nals = splitAnnexB(Buffer.from(packet.data)).filter((nal) => h264.parameterSetRank(h264.typeOf(nal)) < 0);
      return { ...packet, data: annexB(nals) };
    });
    expect(shown(bare, { everyMs })).toEqual(all(30));
    expect(closed.mock.calls.length).toBe(1);
  });
});
