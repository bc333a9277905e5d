import { describe, expect, test, vi } from "vitest";
import { h264Payloads } from "#recorder/rtp/payloads/rtp-packetizer.ts";
import { MAX_FRAME_BYTES } from "#recorder/rtp/payloads/nal-depacketizer.ts";
import { h264, h265 } from "#recorder/formats/nal-format.ts";
import { packet, collect, hex } from "../given-packets.ts";

describe("H.264 (RFC 6184)", () => {
  test("single NAL units of one timestamp are one group, ended by the marker", () => {
    const groups = collect(h264, (push) => {
      push(packet([0x67, 1]));
      push(packet([0x65, 2], 0, true));
      push(packet([0x41, 3], 3000, true));
    });
    expect(groups.map(hex)).toEqual([["6701", "6502"], ["4103"]]);
    expect(groups.map(({ broken }) => broken)).toEqual([false, false]);
  });

  test("a change of timestamp ends a group whose marker is missing", () => {
    const groups = collect(h264, (push) => {
      push(packet([0x65, 2], 0));
      push(packet([0x41, 3], 3000, true));
    });
    expect(groups.map(hex)).toEqual([["6502"], ["4103"]]);
  });

  test("a picture whose end is only known by the next one came when its last packet did", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1000 });
    const groups = collect(h264, (push) => {
      push(packet([0x65, 0x88], 0));
      vi.setSystemTime(1010);
      push(packet([0x65, 0x42], 0));
      vi.setSystemTime(1066);
      push(packet([0x41, 0x88], 6000));
    });
    vi.useRealTimers();
    expect(groups[0]?.receivedMs).toBe(1010);
  });

  test("pictures of one time that are marked each are pictures of their own, also in fragments", () => {
    const groups = collect(h264, (push) => {
      push(packet([28, 0x85, 0x88], 0));
      push(packet([28, 0x45, 1], 0, true));
      push(packet([28, 0x81, 0x90], 0));
      push(packet([28, 0x41, 2], 0, true));
      push(packet([28, 0x81, 0x91], 3000));
      push(packet([28, 0x41, 3], 3000, true));
      push(packet([0x41, 0x92, 4], 3000, true));
    });
    expect(groups.map(hex)).toEqual([["058801"], ["019002"], ["019103"], ["419204"]]);
  });

  test("STAP-A is taken apart", () => {
    const groups = collect(h264, (push) => push(packet([24, 0, 2, 0x67, 1, 0, 3, 0x65, 2, 3], 0, true)));
    expect(groups.map(hex)).toEqual([["6701", "650203"]]);
  });

  test("STAP-A whose length points beyond its end gives what is whole and is broken", () => {
    const groups = collect(h264, (push) => push(packet([24, 0, 2, 0x67, 1, 0, 9, 0x65, 2], 0, true)));
    expect(groups.map(hex)).toEqual([["6701"]]);
    expect(groups[0]?.broken).toBe(true);
  });

  test.each([1398, 1399, 1400, 1401, 2797, 2798, 2799, 50_000])(
    "FU-A of a NAL unit of %i bytes comes back whole",
    (size) => {
      const nal = Buffer.from(Array.from({ length: size }, (_, i) => (i === 0 ? 0x65 : i & 0xff)));
      const payloads = h264Payloads(nal);
      const groups = collect(h264, (push) => {
        for (const [i, payload] of payloads.entries()) push(packet(payload, 0, i === payloads.length - 1));
      });
      expect(groups).toHaveLength(1);
      expect(groups[0]?.nals[0]?.equals(nal)).toBe(true);
      expect(payloads.every(({ length }) => length <= 1400)).toBe(true);
    },
  );

  test.each([
    ["start", 0],
    ["middle", 1],
    ["end", 2],
  ])("a lost %s of a FU-A loses that NAL unit and marks the next group", (_name, missing) => {
    const pieces = [
      [28, 0x85, 1],
      [28, 0x05, 2],
      [28, 0x45, 3],
    ];
    const groups = collect(h264, (push) => {
      let lost = false;
      for (const [i, piece] of pieces.entries()) {
        if (i === missing) lost = true;
        else {
          push(packet(piece, 0, i === 2), lost);
          lost = false;
        }
      }
      push(packet([0x41, 9], 3000, true), lost);
      push(packet([0x41, 10], 6000, true));
    });
    expect(groups.map(hex)).toEqual([["4109"], ["410a"]]);
    expect(groups.map(({ broken }) => broken)).toEqual([true, false]);
  });

  test("payloads too short to say anything are passed over", () => {
    const groups = collect(h264, (push) => {
      for (const bad of [[], [0x65], [28], [28, 0x80], [24], [24, 0]]) push(packet(bad));
      push(packet([0x65, 1], 0, true));
    });
    expect(hex(groups.at(-1))).toEqual(["6501"]);
  });

  test("a picture without end is dropped, not kept", () => {
    const big = Buffer.alloc(60_000, 1);
    const groups = collect(h264, (push) => {
      push(packet([28, 0x85, 1]));
      for (let i = 0; i < 300; i++) push(packet(Buffer.concat([Buffer.from([28, 5]), big])));
      push(packet([0x41, 7], 3000, true));
    });
    expect(60_000 * 300).toBeGreaterThan(MAX_FRAME_BYTES);
    expect(groups.map(hex)).toEqual([["4107"]]);
    expect(groups[0]?.broken).toBe(true);
  });
});

describe("H.265 (RFC 7798)", () => {
  test("single, aggregation and fragmentation units", () => {
    const groups = collect(h265, (push) => {
      push(packet([0x40, 1, 0xaa]));
      push(packet([48 << 1, 1, 0, 3, 0x42, 1, 0xbb, 0, 3, 0x44, 1, 0xcc]));
      push(packet([49 << 1, 1, 0x80 | 19, 1, 2]));
      push(packet([49 << 1, 1, 0x40 | 19, 3], 0, true));
    });
    expect(groups.map(hex)).toEqual([["4001aa", "4201bb", "4401cc", "2601010203"]]);
  });
});

describe("slices and markers", () => {
  const key = (isFirst: boolean, n: number): number[] => [19 << 1, 1, isFirst ? 0x80 : 0x40, 0x40 | n];

  test("H.265: slices with a marker each are one picture, from the first one on", () => {
    const groups = collect(h265, (push) => {
      for (const time of [0, 3000, 6000]) for (const n of [0, 1, 2]) push(packet(key(n === 0, n), time, true));
    });
    expect(groups.map(({ nals, broken }) => [nals.length, broken])).toEqual([
      [3, false],
      [3, false],
      [3, false],
    ]);
  });

  test("H.265: slices of other layers begin no picture", () => {
    const groups = collect(h265, (push) => {
      push(packet(key(true, 0), 0, false));
      push(packet([(1 << 1) | 0, 0x09, 0x80, 0x41], 0, true));
      push(packet(key(true, 1), 3000, true));
    });
    expect(groups.map(({ nals }) => nals.length)).toEqual([2, 1]);
  });

  test("a camera that begins to set a marker on every slice costs one broken picture", () => {
    const slice = (isFirst: boolean): number[] => [0x41, isFirst ? 0x88 : 0x42, 0x55];
    const groups = collect(h264, (push) => {
      push(packet([0x65, 0x88, 1], 0, true));
      push(packet(slice(true), 3000, true));
      for (const time of [6000, 9000, 12_000]) for (const n of [0, 1]) push(packet(slice(n === 0), time, true));
    });
    expect(groups.map(({ nals, broken }) => [nals.length, broken])).toEqual([
      [1, false],
      [1, false],
      [1, false],
      [1, true],
      [2, false],
      [2, false],
    ]);
  });

  test.each([
    ["slices alone", []],
    ["a delimiter before each picture", [[0x09, 0x10]]],
    [
      "parameter sets and information before each picture",
      [
        [0x67, 1, 2],
        [0x68, 1],
        [0x06, 1, 2],
      ],
    ],
  ])("pictures without markers whose clock stands are told apart: %s", (_, head: number[][]) => {
    const [first, second] = [
      [0x41, 0x88, 1],
      [0x41, 0x42, 2],
    ];
    const picture = [...head, first, second] as number[][];
    const groups = collect(h264, (push) => {
      for (let i = 0; i < 6; i++) for (const unit of picture) push(packet(unit));
    });
    // The last one may not be complete yet.
    const expected = picture.map((unit) => Buffer.from(unit).toString("hex"));
    expect(groups.map(hex)).toEqual(Array.from({ length: 5 }, () => expected));
    expect(groups.every(({ broken }) => !broken)).toBe(true);
  });

  test("two fields with one time stay one group", () => {
    const groups = collect(h264, (push) => {
      for (const time of [0, 3600, 7200])
        for (const marker of [false, true]) push(packet([0x41, 0x88, Number(marker)], time, marker));
    });
    expect(groups.map(({ nals }) => nals.length)).toEqual([2, 2, 2]);
  });

  test("H.265: start codes inside a fragmented unit", () => {
    const joined = [0x40, 1, 0xaa, 0, 0, 1, 0x42, 1, 0xbb, 0, 0, 0, 1, 0x44, 1, 0xcc, 0, 0, 1, 0x26, 1, 0xaf, 9];
    const groups = collect(h265, (push) => {
      const body = joined.slice(2);
      push(packet([49 << 1, 1, 0x80 | 32, ...body.slice(0, 5)]));
      push(packet([49 << 1, 1, 32, ...body.slice(5, 11)]));
      push(packet([49 << 1, 1, 0x40 | 32, ...body.slice(11)], 0, true));
    });
    expect(groups.map(hex)).toEqual([["4001aa", "4201bb", "4401cc", "2601af09"]]);
  });
});
