import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { annexB } from "#recorder/formats/annex-b.ts";
import { h264 } from "#recorder/formats/nal-format.ts";
import { NalDepacketizer } from "#recorder/rtp/nal-depacketizer.ts";
import { parseRtp, type RtpPacket } from "#recorder/rtp/rtp-packet.ts";
import { PacketPacer } from "#recorder/viewing/whep/packet-pacer.ts";
import { VideoPackets } from "#recorder/viewing/whep/video-packets.ts";

const nal = (type: number, length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, i) => (i === 0 ? type : 1 + (i % 251))));
const parsed = (packets: readonly Buffer[]): RtpPacket[] =>
  packets.flatMap((packet) => {
    const read = parseRtp(packet);
    return read ? [read] : [];
  });

describe("packets of a frame", () => {
  it.each([1, 100, 1200, 1201, 2400, 60_000])("of %i bytes come out as they went in, none too large", (length) => {
    const frame = [nal(7, 20), nal(8, 5), nal(5, length + 1)];
    const packets = new VideoPackets(102, 7, 5).of(annexB(frame), 90_000);
    expect(packets.every((packet) => packet.length <= 1200 + 20)).toBe(true);
    const out: Buffer[] = [];
    const depacketizer = new NalDepacketizer(h264, ({ nals }) => out.push(...nals));
    for (const packet of parsed(packets)) depacketizer.push(packet, false);
    for (let i = 0; i < 2; i += 1) depacketizer.release();
    expect(out).toEqual(frame);
  });

  it("are numbered on and on, have one time, and the last one has the mark", () => {
    const track = new VideoPackets(102, 7, null);
    const packets = parsed([track.of(annexB([nal(5, 3000)]), 1), track.of(annexB([nal(1, 10)]), 2 ** 32 - 1)].flat());
    const first = packets[0]?.sequence ?? 0;
    expect(packets.map(({ sequence }) => (sequence - first) & 0xffff)).toEqual(packets.map((_, i) => i));
    expect(packets.map(({ marker, timestamp, ssrc, payloadType }) => [marker, timestamp, ssrc, payloadType])).toEqual([
      [false, 1, 7, 102],
      [false, 1, 7, 102],
      [true, 1, 7, 102],
      [true, 2 ** 32 - 1, 7, 102],
    ]);
  });

  it.each([
    [5, { profile: 0xbede, data: Buffer.from([0x52, 0, 0, 0]) }],
    [14, { profile: 0xbede, data: Buffer.from([0xe2, 0, 0, 0]) }],
    [15, { profile: 0x1000, data: Buffer.from([15, 3, 0, 0, 0, 0, 0, 0]) }],
    [null, undefined],
  ])("ask for no delay by header extension %o", (id, extension) => {
    expect(parsed(new VideoPackets(102, 7, id).of(annexB([nal(1, 10)]), 1))[0]?.extension).toEqual(extension);
  });
});

describe("pacing", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const packets = (count: number): Buffer[] => Array.from({ length: count }, () => Buffer.alloc(1000));

  it("sends what is small at once, and a burst at its rate, in order", () => {
    const sent: Buffer[] = [];
    // 1000 bytes per millisecond
    const pacer = new PacketPacer(8_000_000, (packet) => sent.push(packet) > 0);
    const all = packets(60);
    pacer.push(() => all.slice(0, 1));
    expect(sent).toHaveLength(1);
    pacer.push(() => all.slice(1));
    expect(sent.length).toBeLessThanOrEqual(11);
    vi.advanceTimersByTime(20);
    expect(sent.length).toBeGreaterThan(20);
    expect(sent.length).toBeLessThanOrEqual(31);
    vi.advanceTimersByTime(60);
    expect(sent).toEqual(all);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("drops what waits when the viewer has gone, also between two packets, and goes on with what comes later", () => {
    const sent: Buffer[] = [];
    let isThere = true;
    const pacer = new PacketPacer(8_000_000, (packet) => isThere && sent.push(packet) > 0);
    pacer.push(() => packets(40));
    isThere = false;
    vi.advanceTimersByTime(5);
    const before = sent.length;
    expect(vi.getTimerCount()).toBe(0);
    isThere = true;
    vi.advanceTimersByTime(100);
    pacer.push(() => packets(1));
    expect(sent.length).toBe(before + 1);
    pacer.push(() => packets(40));
    pacer.close();
    vi.advanceTimersByTime(100);
    expect(vi.getTimerCount()).toBe(0);
    expect(sent.length).toBeLessThan(before + 20);
  });

  it("leaves out what another play replaces, but not the rest of a frame that has begun", () => {
    const sent: Buffer[] = [];
    const pacer = new PacketPacer(8_000_000, (packet) => sent.push(packet) > 0);
    const [begun, replaced, next] = [packets(30), packets(30), packets(3)];
    let made = 0;
    pacer.push(() => begun);
    for (let at = 0; at < 1000; at += 1)
      pacer.push(() => {
        made += 1;
        return replaced;
      });
    vi.advanceTimersByTime(5);
    pacer.forget();
    pacer.push(() => next);
    vi.advanceTimersByTime(100);
    expect(sent).toEqual([...begun, ...next]);
    expect(made).toBe(0);
  });
});
