import { describe, expect, test } from "vitest";
import { h264, h265, type NalFormat } from "#recorder/formats/nal-format.ts";
import { NalDepacketizer } from "#recorder/rtp/payloads/nal-depacketizer.ts";

function groupsOf(format: NalFormat, isNumbered: boolean, packets: readonly number[][]) {
  const groups: { time: number; nals: string[]; broken: boolean }[] = [];
  const depacketizer = new NalDepacketizer(
    format,
    ({ rtpTime, nals, broken }) => groups.push({ time: rtpTime, nals: nals.map((nal) => nal.toString("hex")), broken }),
    isNumbered,
  );
  for (const [i, payload] of packets.entries())
    depacketizer.push(
      {
        payloadType: 96,
        marker: i + 1 === packets.length,
        sequence: i,
        timestamp: 9000,
        ssrc: 1,
        payload: Buffer.from(payload),
      },
      false,
    );
  for (let i = 0; i < 2; i++) depacketizer.release();
  return groups;
}
const one = (...nals: string[]) => [{ time: 9000, nals, broken: false }];

describe("H.264", () => {
  test.each([
    ["STAP-B", [[25, 0, 7, 0, 2, 0x67, 1, 0, 3, 0x65, 2, 3]], one("6701", "650203")],
    ["STAP-A filled up with zeros", [[24, 0, 2, 0x67, 1, 0, 3, 0x65, 2, 3, 0, 0, 0]], one("6701", "650203")],
    [
      "FU-B",
      [
        [29, 0x85, 0, 7, 1],
        [28, 0x05, 2],
        [28, 0x45, 3],
      ],
      one("05010203"),
    ],
    [
      "MTAP16 of two pictures",
      [[26, 0, 7, 0, 2, 0, 0, 0, 0x41, 0x91, 0, 2, 1, 0x0b, 0xb8, 0x41, 0x92]],
      [...one("4191"), { time: 12_000, nals: ["4192"], broken: false }],
    ],
    ["MTAP24", [[27, 0, 7, 0, 2, 0, 0, 0, 0, 0x41, 0x91]], one("4191")],
    [
      "MTAP16 cut short",
      [[26, 0, 7, 0, 2, 0, 0, 0, 0x41, 0x91, 0, 9, 1, 0, 0, 0x41]],
      [{ time: 9000, nals: ["4191"], broken: true }],
    ],
  ])("%s", (_, packets, groups) => {
    expect(groupsOf(h264, false, packets)).toEqual(groups);
  });
});

describe("H.265 with numbers of the order of decoding", () => {
  test.each([
    ["a single unit", [[0x26, 1, 0, 7, 0x80, 5]], one("26018005")],
    ["an aggregate", [[0x60, 1, 0, 7, 0, 3, 0x40, 1, 1, 1, 0, 3, 0x26, 1, 0x80]], one("400101", "260180")],
    [
      "fragments",
      [
        [0x62, 1, 0x93, 0, 7, 0x80],
        [0x62, 1, 0x13, 5],
        [0x62, 1, 0x53, 6],
      ],
      one("2601800506"),
    ],
  ])("%s", (_, packets, groups) => {
    expect(groupsOf(h265, true, packets)).toEqual(groups);
  });
});
