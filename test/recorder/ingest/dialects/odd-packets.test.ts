/** Packets that are wrong by the letter, and clear to everybody who wants to see a picture. */
import { describe, expect, test } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { type CameraScript, type PlayedLine, slice } from "#test/support/scripted-camera.ts";
import { PPS, SPS_320X180, SPS_640X360 } from "#test/support/test-source.ts";
import { H264, nalsOf, showing, video } from "./showing.ts";

const { shows } = showing();

/** One unit in fragments (FU-A). */
function fragments(nal: Buffer, size: number, end: (isLast: boolean) => boolean = (isLast) => isLast): Buffer[] {
  const [head = 0] = nal;
  const pieces: Buffer[] = [];
  for (let at = 1; at < nal.length; at += size) {
    const isLast = at + size >= nal.length;
    const flags = (at === 1 ? 0x80 : 0) | (end(isLast) ? 0x40 : 0) | (head & 31);
    pieces.push(Buffer.concat([Buffer.from([(head & 0xe0) | 28, flags]), nal.subarray(at, at + size)]));
  }
  return pieces;
}

describe("packets", () => {
  /** Changes the finished packets of each picture; the framing is made anew. */
  const changed =
    (change: (packet: Buffer, i: number) => Buffer[]): NonNullable<CameraScript["play"]> =>
    (line) =>
      line.every(5, (i) => {
        for (const [k, nal] of nalsOf(i).entries()) {
          const packet = line.packet(nal, i * 3000, k === nalsOf(i).length - 1).subarray(4);
          for (const one of change(packet, i))
            line.write(Buffer.concat([Buffer.from([0x24, 0, one.length >> 8, one.length & 255]), one]));
        }
      });
  const flagged = (packet: Buffer, flag: number, inside: Buffer, behind = Buffer.alloc(0)): Buffer => {
    const head = Buffer.from(packet.subarray(0, 12));
    head[0] = (head[0] ?? 0) | flag;
    return Buffer.concat([head, inside, packet.subarray(12), behind]);
  };
  const none = Buffer.alloc(0);

  test.each<[string, (packet: Buffer, i: number) => Buffer[]]>([
    ["with padding", (packet) => [flagged(packet, 0x20, none, Buffer.from([0, 0, 0, 4]))]],
    ["that say they have padding and have none", (packet) => [flagged(packet, 0x20, none, Buffer.from([0]))]],
    ["with an extension", (packet) => [flagged(packet, 0x10, Buffer.from([0xbe, 0xde, 0, 1, 0x10, 0xff, 0, 0]))]],
    ["with an empty extension", (packet) => [flagged(packet, 0x10, Buffer.from([0, 0, 0, 0]))]],
    ["with contributors", (packet) => [flagged(packet, 0x02, Buffer.alloc(8, 7))]],
    [
      "with all of these",
      (packet) => [flagged(packet, 0x31, Buffer.from([1, 2, 3, 4, 0xab, 0xac, 0, 1, 1, 2, 3, 4]), Buffer.from([0, 2]))],
    ],
    ["that come twice", (packet) => [packet, packet]],
  ])("%s are read", async (_, change) => {
    const { viewing } = await shows({ play: changed(change) });
    expect(viewing.units.every(({ broken }) => !broken)).toBe(true);
  });

  test("whose number stands still are read, each picture once", async () => {
    const { viewing } = await shows({
      play: (line) => line.every(5, (i) => line.write(line.picture(nalsOf(i), i * 3000, { sequence: 7 }))),
    });
    await eventually(() => viewing.units.length > 40, "many pictures");
  });

  test.each<[string, (nal: Buffer) => Buffer[]]>([
    ["whose last fragment does not say so", (nal) => fragments(nal, 11, () => false)],
    ["in one fragment", (nal) => fragments(nal, 1000)],
  ])("of units %s are put together", async (_, split) => {
    const { viewing } = await shows({
      play: (line) =>
        line.every(5, (i) =>
          line.write(
            line.picture(
              nalsOf(i).flatMap((nal) => (nal.length > 30 ? split(nal) : [nal])),
              i * 3000,
            ),
          ),
        ),
    });
    expect(viewing.units.every(({ broken }) => !broken)).toBe(true);
    expect(viewing.units[0]?.nals.at(-1)?.equals(slice(true))).toBe(true);
  });

  test("an aggregate beside fragments and single units of the same picture", async () => {
    const aggregate = (nals: readonly Buffer[]): Buffer =>
      Buffer.concat([
        Buffer.from([0x78]),
        ...nals.flatMap((nal) => [Buffer.from([nal.length >> 8, nal.length & 255]), nal]),
      ]);
    const { viewing } = await shows({
      play: (line) =>
        line.every(5, (i) => {
          const nals =
            i % 5 === 0
              ? [aggregate([SPS_640X360, PPS]), ...fragments(slice(true), 9), slice(true, false)]
              : [slice(false), aggregate([slice(false, false, 5)])];
          line.write(line.picture(nals, i * 3000));
        }),
    });
    expect(viewing.units[0]?.nals).toHaveLength(4);
    expect(viewing.units.every(({ broken }) => !broken)).toBe(true);
  });

  test("pictures of delimiters and messages alone are no pictures", async () => {
    const { viewing } = await shows({
      play: (line) =>
        line.every(5, (i) => {
          line.write(line.picture([Buffer.from([9, 0xf0]), Buffer.from([6, 5, 1, 0x80])], i * 3000));
          if (i % 3 === 0) line.write(line.picture(nalsOf(i / 3), i * 3000 + 1500));
        }),
    });
    expect(viewing.units.every(({ nals }) => nals.some((nal) => [1, 5].includes((nal[0] ?? 0) & 31)))).toBe(true);
  });

  test("a size that changes while it plays, and parameter sets that come before their key picture", async () => {
    const { viewing } = await shows({
      play: (line) =>
        line.every(5, (i) => {
          const sps = i < 10 ? SPS_640X360 : SPS_320X180;
          if (i === 12) line.write(line.picture([sps, PPS, slice(false)], i * 3000));
          else line.write(line.picture(i % 10 === 0 && i !== 10 ? [sps, PPS, slice(true)] : [slice(false)], i * 3000));
        }),
    });
    await eventually(() => viewing.sizes.length === 2, "the other size");
    expect(viewing.sizes).toEqual(["h264 640x360", "h264 320x180"]);
  });

  test("RTP time that wraps", async () => {
    const { viewing } = await shows({
      play: (line) => line.every(5, (i) => line.write(line.picture(nalsOf(i), 2 ** 32 - 30_000 + i * 3000))),
    });
    await eventually(() => viewing.units.length > 20, "pictures behind the wrap");
    const steps = viewing.units.slice(1).map(({ pts90k }, i) => pts90k - (viewing.units[i]?.pts90k ?? 0));
    for (const step of steps) expect(step).toBeGreaterThan(0);
    expect(Math.max(...steps)).toBeLessThan(40_000);
  });

  test("sound of an unknown kind on a channel of its own leaves the pictures alone", async () => {
    const { viewing } = await shows({
      media: [...video(H264), "m=audio 0 RTP/AVP 111", "a=rtpmap:111 X-ODD/8000", "a=control:sound"],
      play: (line: PlayedLine) =>
        line.every(5, (i) => {
          line.write(line.picture(nalsOf(i), i * 3000));
          line.write(
            line.packet(Buffer.alloc(90, i), i * 160, true, { channel: 2, payloadType: 111, ssrc: 5, sequence: i }),
          );
        }),
    });
    expect(viewing.codes).toEqual(["camera/track-unread"]);
    expect(viewing.units.every(({ broken }) => !broken)).toBe(true);
  });
});
