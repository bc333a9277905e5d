/** Bytes between packets, markers where none belong, and several units in one. */
import { describe, expect, test } from "vitest";
import { h265 } from "#recorder/formats/nal-format.ts";
import { CodedPictures } from "#test/support/bad-cameras/coded-pictures.ts";
import { eventually } from "#test/support/eventually.ts";
import { slice } from "#test/support/scripted-camera.ts";
import { PPS, SPS_640X360 } from "#test/support/test-source.ts";
import { H264, nalsOf, play, showing, video } from "./showing.ts";

const { shows, showsWhole } = showing();

describe("bytes between packets", () => {
  test.each<[string, (i: number) => Buffer | string]>([
    ["blank lines", () => "\r\n\r\n"],
    ["zeros", () => Buffer.alloc(7)],
    ["a page", () => "<html><body>busy</body></html>"],
    ["a dollar alone", () => "$"],
    ["dollars", () => "$$$$$$$"],
    ["the head of a packet on a channel that nobody uses", () => Buffer.from([0x24, 200, 0, 12, 1, 2, 3])],
    ["an answer that nobody asked for", (i) => (i % 10 === 3 ? "RTSP/1.0 200 OK\r\nCSeq: 99\r\n\r\n" : "")],
    ["half of an answer", () => "RTSP/1."],
    ["a packet twice framed", () => Buffer.from([0x24, 0])],
  ])("%s cost no picture", async (_, junk) => {
    const { viewing } = await shows({
      play: (line) =>
        line.every(5, (i) => {
          if (i % 4 === 3) line.write(junk(i));
          line.write(line.picture(nalsOf(i), i * 3000));
        }),
    });
    await eventually(() => viewing.units.length > 60, "pictures in spite of them");
    expect(viewing.ended).toBeNull();
    const times = viewing.units.map(({ pts90k }) => pts90k);
    for (let at = 2; at < times.length; at++) expect((times[at] ?? 0) - (times[at - 1] ?? 0)).toBeLessThan(9500);
  });

  test("and right behind the answer to PLAY", async () => {
    await showsWhole({
      play: (line) => {
        line.write("\0\0\0junk");
        play(line);
      },
    });
  });
});

describe("markers", () => {
  const slices = (i: number): Buffer[] => {
    const key = i % 5 === 0;
    const all = [slice(key), slice(key, false), slice(key, false)];
    return key ? [SPS_640X360, PPS, ...all] : all;
  };
  test.each<[string, (k: number, last: number) => boolean]>([
    ["on the first slice only", (k, last) => k === last - 2],
    ["on every packet, parameter sets included", () => true],
    ["on the parameter sets only", (k, last) => k < last - 2],
    ["on every second slice", (k) => k % 2 === 0],
  ])("%s: one picture of three slices", async (_, isMarked) => {
    const { viewing } = await shows({
      play: (line) =>
        line.every(5, (i) => {
          const nals = slices(i);
          line.write(Buffer.concat(nals.map((nal, k) => line.packet(nal, i * 3000, isMarked(k, nals.length - 1)))));
        }),
    });
    await eventually(() => viewing.units.length > 40, "more pictures");
    const counts = viewing.units
      .slice(2)
      .map(({ nals }) => nals.filter((nal) => [1, 5].includes((nal[0] ?? 0) & 31)).length);
    expect(counts.every((count) => count === 3)).toBe(true);
  });
});

describe("several units in one", () => {
  const code = (bytes: number) => Buffer.from([...Array.from({ length: bytes - 1 }, () => 0), 1]);
  const joined = (nals: readonly Buffer[], bytes: number): Buffer =>
    Buffer.concat(nals.flatMap((nal, i) => (i === 0 ? [nal] : [code(bytes), nal])));
  const delimiter = Buffer.from([9, 0xf0]);
  const message = Buffer.from([6, 5, 1, 0x80]);
  test.each<[string, (i: number) => Buffer[]]>([
    ["a delimiter first, start codes of three bytes", (i) => [joined([delimiter, ...nalsOf(i)], 3)]],
    ["a message before the picture", (i) => [joined([message, ...nalsOf(i)], 4)]],
    ["start codes of five bytes", (i) => [joined(nalsOf(i), 5)]],
    [
      "parameter sets in one, the picture by itself",
      (i) => (i % 5 === 0 ? [joined([SPS_640X360, PPS], 4), slice(true)] : nalsOf(i)),
    ],
    ["a start code at its end", (i) => nalsOf(i).map((nal) => Buffer.concat([nal, code(4)]))],
  ])("%s", async (_, packets) => {
    const { viewing } = await showsWhole({
      media: video(H264),
      play: (line) => line.every(5, (i) => line.write(line.picture(packets(i), i * 3000))),
    });
    expect(viewing.sizes).toEqual(["h264 640x360"]);
  });

  test("H.265: parameter sets and key picture as one, in fragments", async () => {
    const pictures = new CodedPictures({ codec: "h265", gopFrames: 10 }, 0);
    const sent = Array.from({ length: 60 }, () => pictures.next().nals);
    pictures.close();
    const fragments = (nal: Buffer): Buffer[] => {
      if (nal.length < 60) return [nal];
      const type = h265.typeOf(nal);
      const head = [((nal[0] ?? 0) & 0x81) | (49 << 1), nal[1] ?? 0];
      const pieces: Buffer[] = [];
      for (let at = 2; at < nal.length; at += 40) {
        const flags = (at === 2 ? 0x80 : 0) | (at + 40 >= nal.length ? 0x40 : 0) | type;
        pieces.push(Buffer.concat([Buffer.from([...head, flags]), nal.subarray(at, at + 40)]));
      }
      return pieces;
    };
    const { viewing } = await showsWhole({
      media: video("a=rtpmap:96 H265/90000"),
      play: (line) =>
        line.every(10, (i) => line.write(line.picture(fragments(joined(sent[i % 60] ?? [], 4)), i * 6000))),
    });
    expect(viewing.sizes).toEqual(["h265 320x64"]);
  });
});
