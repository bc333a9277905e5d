/** In which order the access units of a stream come out, and what a lost packet takes with it. */
import { describe, expect, test } from "vitest";
import { RtpReceiver } from "#recorder/rtp/rtp-receiver.ts";
import { parseRtp, writeRtp } from "#recorder/rtp/rtp-packet.ts";
import { packet } from "./given-packets.ts";

describe("order and loss", () => {
  const run = (
    sequences: readonly number[],
    reorder: boolean,
  ): { order: number[]; lost: number[]; counted: number } => {
    const order: number[] = [];
    const lost: number[] = [];
    const receiver = new RtpReceiver(96, 90_000, reorder, (p, gap) => {
      order.push(p.sequence);
      if (gap) lost.push(p.sequence);
    });
    for (const [i, sequence] of sequences.entries())
      receiver.push(writeRtp({ ...packet([1, 2]), sequence: sequence & 0xffff }), i * 5);
    return { order, lost, counted: receiver.lost };
  };

  test.each([
    {
      name: "in order over the wrap",
      given: [65_534, 65_535, 0, 1],
      order: [65_534, 65_535, 0, 1],
      lost: [],
      counted: 0,
    },
    { name: "two swapped", given: [1, 3, 2, 4], order: [1, 2, 3, 4], lost: [], counted: 0 },
    { name: "swapped over the wrap", given: [65_535, 1, 0, 2], order: [65_535, 0, 1, 2], lost: [], counted: 0 },
    { name: "a double", given: [1, 2, 2, 3], order: [1, 2, 3], lost: [], counted: 0 },
  ])("UDP: $name", ({ given, order, lost, counted }) => {
    expect(run(given, true)).toEqual({ order, lost, counted });
  });

  test("UDP: what never comes is given up after a while and counted", () => {
    const given = [1, 2, ...Array.from({ length: 40 }, (_, i) => i + 4)];
    const { order, lost, counted } = run(given, true);
    expect(order).toEqual(given);
    expect(lost).toEqual([4]);
    expect(counted).toBe(1);
  });

  test("TCP: a gap is a loss at once", () => {
    expect(run([1, 2, 5, 6], false)).toEqual({ order: [1, 2, 5, 6], lost: [5], counted: 2 });
  });

  test("a camera that counts anew is followed", () => {
    expect(run([30_000, 30_001, 5, 6], false).order).toEqual([30_000, 30_001, 5, 6]);
  });

  /** What is delivered of [SSRC, sequence]. */
  const fromSources = (given: readonly (readonly [number, number])[], reorder = false): string[] => {
    const delivered: string[] = [];
    const receiver = new RtpReceiver(96, 90_000, reorder, (p) => delivered.push(`${p.ssrc}:${p.sequence}`));
    for (const [i, [ssrc, sequence]] of given.entries())
      receiver.push(writeRtp({ ...packet([1, 2]), ssrc, sequence }), i * 5);
    return delivered;
  };

  test.each<[string, [number, number][], string[]]>([
    [
      "a packet of another source in between is none of the stream",
      [
        [1, 10],
        [1, 11],
        [9, 500],
        [1, 12],
        [9, 501],
        [1, 13],
      ],
      ["1:10", "1:11", "1:12", "1:13"],
    ],
    [
      "another source that goes on is followed from its first packet on",
      [
        [1, 10],
        [1, 11],
        [9, 500],
        [9, 501],
        [9, 502],
      ],
      ["1:10", "1:11", "9:500", "9:501", "9:502"],
    ],
    [
      "another source that goes on from the numbers before is followed at once",
      [
        [1, 10],
        [2, 11],
        [3, 12],
        [4, 13],
      ],
      ["1:10", "2:11", "3:12", "4:13"],
    ],
    [
      "packets of others that do not fit each other are none",
      [
        [1, 10],
        [7, 900],
        [8, 901],
        [7, 5000],
        [1, 11],
      ],
      ["1:10", "1:11"],
    ],
  ])("%s", (_, given, delivered) => {
    expect(fromSources(given)).toEqual(delivered);
  });

  test("UDP: another source whose first packets are swapped is followed", () => {
    expect(
      fromSources(
        [
          [1, 10],
          [9, 501],
          [9, 500],
          [9, 502],
          [9, 503],
        ],
        true,
      ).slice(-2),
    ).toEqual(["9:502", "9:503"]);
  });

  test("other payload types, versions and lies about lengths are not RTP of ours", () => {
    const good = writeRtp(packet([1, 2, 3]));
    expect(parseRtp(good)?.payload.length).toBe(3);
    expect(parseRtp(good.subarray(0, 11))).toBeNull();
    const version = Buffer.from(good);
    version[0] = 0x40;
    expect(parseRtp(version)).toBeNull();
    const padding = Buffer.from(good);
    padding[0] = 0xa0;
    padding[padding.length - 1] = 200;
    expect(parseRtp(padding)).toBeNull();
    const extension = Buffer.from(good);
    extension[0] = 0x90;
    expect(parseRtp(extension)).toBeNull();
    const sources = Buffer.from(good);
    sources[0] = 0x8f;
    expect(parseRtp(sources)).toBeNull();
  });
});
