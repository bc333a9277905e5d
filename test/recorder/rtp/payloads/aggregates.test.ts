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
    ["an aggregate in an aggregate", [[24, 0, 9, 24, 0, 2, 0x67, 1, 0, 2, 0x68, 2]], one("6701", "6802")],
    [
      "an aggregate in fragments",
      [
        [28, 0x80 | 24, 0, 2, 0x67, 1],
        [28, 0x40 | 24, 0, 3, 0x65, 2, 3],
      ],
      one("6701", "650203"),
    ],
    ["lengths that count themselves", [[24, 0, 5, 0x67, 1, 2, 0, 5, 0x65, 2, 3]], one("670102", "650203")],
    ["no length of the last one", [[24, 0, 3, 0x67, 1, 2, 0, 0, 0x65, 2, 3]], one("670102", "650203")],
    ["MTAP16 with the time in its lengths", [[26, 0, 7, 0, 6, 0, 0, 0, 0x67, 1, 2]], one("670102")],
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

test("a last length that is too large is an accident at first, and later the camera's habit", () => {
  const brokens: boolean[] = [];
  const found: string[][] = [];
  const depacketizer = new NalDepacketizer(h264, ({ nals, broken }) => {
    brokens.push(broken);
    found.push(nals.map((nal) => nal.toString("hex")));
  });
  const head = { payloadType: 96, marker: true, ssrc: 1 };
  for (let i = 0; i < 4; i++)
    depacketizer.push(
      { ...head, sequence: i, timestamp: i * 3000, payload: Buffer.from([24, 0, 2, 0x41, 1, 255, 255, 0x41, 0x91, i]) },
      false,
    );
  expect(brokens).toEqual([true, true, false, false]);
  expect(found[3]).toEqual(["4101", "419103"]);
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

describe("H.265 that announces numbers and sends none, or the other way round", () => {
  const VPS = [0x40, 1, 0x0c, 1, 0xff, 0xff, 1, 0x60, 0, 0];
  const numbered = (unit: number[], number: number): number[] => [...unit.slice(0, 2), 0, number, ...unit.slice(2)];
  const hex = (unit: number[]): string => Buffer.from(unit).toString("hex");

  test.each([
    ["announced, not sent", true, [VPS, [0x26, 1, 0x80, 5, 6, 7, 8, 9, 1, 1]]],
    ["sent, not announced", false, [numbered(VPS, 1), numbered([0x26, 1, 0x80, 5, 6, 7, 8, 9, 1, 1], 2)]],
  ])("%s: a VPS tells at once", (_, isAnnounced, packets) => {
    expect(groupsOf(h265, isAnnounced, packets)).toEqual(one(hex(VPS).replace(/0000$/, ""), "26018005060708090101"));
  });

  const picture = (i: number): number[] => [0x02, 1, 0xd0, 9 + i * 8, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55];
  test.each([
    ["announced, not sent", true, picture],
    ["sent, not announced", false, (i: number) => numbered(picture(i), 200 + i)],
  ])("%s: without a VPS what counts on tells", (_, isAnnounced, payloadOf) => {
    const found: string[] = [];
    const depacketizer = new NalDepacketizer(
      h265,
      ({ nals }) => found.push(...nals.map((nal) => nal.toString("hex"))),
      isAnnounced,
    );
    for (let i = 0; i < 12; i++)
      depacketizer.push(
        {
          payloadType: 96,
          marker: true,
          sequence: i,
          timestamp: i * 3000,
          ssrc: 1,
          payload: Buffer.from(payloadOf(i)),
        },
        false,
      );
    expect(found.at(-1)).toBe(hex(picture(11)));
  });
});
