import { afterEach, describe, expect, test } from "vitest";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import { eventually } from "#test/support/eventually.ts";
import { closing, keyNals, slice } from "#test/support/scripted-camera.ts";
import { listen, quick } from "#test/support/stream-hubs.ts";
import { streamSpec } from "#test/support/stream-spec.ts";
import { PPS, SPS_640X360 } from "#test/support/test-source.ts";

const { camera, view, later } = closing(afterEach);
const STRAY = Buffer.from("d2f01ce1a52c69f1004a9145e21abc80", "hex");

describe("stray bytes between interleaved packets", () => {
  test("the connection stays, no picture is lost, and the bytes are counted", async () => {
    const source = await camera({
      play: (line) =>
        line.every(5, (i) => {
          if (i % 7 === 3) line.write(STRAY);
          line.write(line.picture(i % 10 === 0 ? keyNals() : [slice(false)], i * 3000));
        }),
    });
    const { units, notes, client } = await view(source.url, { stallMs: 400 });
    await eventually(() => units.length > 40 && notes.length > 0, "pictures, and a note");
    expect(source.connections).toBe(1);
    expect(units.every(({ broken }) => !broken)).toBe(true);
    expect(client?.packets.lost).toBe(0);
    expect(notes.map(({ code }) => code)).toEqual(["camera/stray-bytes"]);
    expect(Number(notes[0]?.params?.["count"]) % STRAY.length).toBe(0);
  });

  test("packets that were cut short cost their own pictures only", async () => {
    const source = await camera({
      play: (line) =>
        line.every(5, (i) => {
          const picture = line.picture(i % 10 === 0 ? keyNals() : [slice(false, true, 900)], i * 3000);
          line.write(i % 10 === 5 ? picture.subarray(0, 300) : picture);
        }),
    });
    const { units, client } = await view(source.url);
    await eventually(() => units.length > 60, "pictures");
    expect(source.connections).toBe(1);
    // One in ten is cut; the one behind it may be swallowed with it.
    expect(client?.packets.lost).toBeLessThanOrEqual(Math.ceil(units.length / 10) * 2 + 2);
    expect(units.filter(({ broken }) => broken).length).toBeLessThanOrEqual(Math.ceil(units.length / 8) + 1);
  });

  test("a camera that delivered pictures is not made to wait longer and longer", async () => {
    const source = await camera({
      play: (line) => {
        line.write(line.picture(keyNals(), 0));
        line.write(line.picture([slice(false)], 3000));
        setTimeout(() => line.socket.destroy(), 20);
      },
    });
    const hub = new StreamHub({ ...quick, backOffMs: [20, 60_000], jitter: 0, settledMs: 60_000 });
    later(hub);
    const heard = listen(hub, "a");
    hub.setStreams([streamSpec("a", source.url)]);
    await eventually(() => source.connections >= 5, "five connections");
    expect(heard.units.length).toBeGreaterThanOrEqual(4);
  });
});

describe("a picture in several slices", () => {
  const slices = (key: boolean): Buffer[] => [0, 1, 2, 3].map((i) => slice(key, i === 0));

  test.each([
    ["a marker on each slice", (i: number) => i >= 0],
    ["a marker on the last slice", (i: number) => i === 3],
    ["no marker at all", () => false],
  ])("is one picture with %s", async (_, hasMarker) => {
    const source = await camera({
      play: (line) =>
        line.every(5, (i) => {
          if (i % 10 === 0) for (const set of [SPS_640X360, PPS]) line.write(line.packet(set, i * 3000, hasMarker(0)));
          for (const [n, piece] of slices(i % 10 === 0).entries())
            line.write(line.packet(piece, i * 3000, hasMarker(n)));
        }),
    });
    const { units } = await view(source.url);
    await eventually(() => units.length > 25, "pictures");
    expect(units.every(({ key, nals }) => nals.length === (key ? 6 : 4))).toBe(true);
    expect(units.every(({ broken }) => !broken)).toBe(true);
    expect(new Set(units.map(({ pts90k }) => pts90k)).size).toBe(units.length);
  });

  test("is one picture without markers from a camera whose clock stands", async () => {
    const source = await camera({
      play: (line) =>
        line.every(20, (i) => {
          const units = i % 10 === 0 ? [SPS_640X360, PPS, ...slices(true)] : slices(false);
          for (const unit of units) line.write(line.packet(unit, 0, false));
        }),
    });
    const { units } = await view(source.url);
    await eventually(() => units.length > 25, "pictures");
    expect(units.every(({ key, nals }) => nals.length === (key ? 6 : 4))).toBe(true);
    expect(units.every(({ broken }) => !broken)).toBe(true);
    const steps = units.slice(5).map(({ pts90k }, i) => pts90k - (units[i + 4]?.pts90k ?? 0));
    expect(Math.min(...steps)).toBeGreaterThan(0);
  });

  test("two pictures with one time stay two", async () => {
    const source = await camera({
      play: (line) => {
        line.write(line.picture(keyNals(), 0));
        line.every(5, (i) => {
          line.write(line.picture([slice(false)], 3000 * (i + 1)));
          line.write(line.picture([slice(false)], 3000 * (i + 1)));
        });
      },
    });
    const { units } = await view(source.url);
    await eventually(() => units.length > 20, "pictures");
    expect(units.slice(1).every(({ nals }) => nals.length === 1)).toBe(true);
  });

  test("a camera that marks its pictures' ends is not delayed", async () => {
    const source = await camera({
      play: (line) => {
        line.write(line.picture(keyNals(), 0));
        line.write(line.picture([slice(false)], 3000));
        line.write(line.picture(keyNals(), 6000));
      },
    });
    const { units } = await view(source.url);
    await eventually(() => units.length === 3, "the last picture without anything behind it", 150);
  });

  test("a single picture comes without anything behind it", async () => {
    const source = await camera({ play: (line) => line.write(line.picture(keyNals(), 0)) });
    const { units } = await view(source.url, { stallMs: 400 });
    await eventually(() => units.length === 1, "the picture");
  });
});

describe("start codes inside units", () => {
  const joined = (nals: readonly Buffer[]): Buffer =>
    Buffer.concat(nals.flatMap((nal, i) => (i > 0 ? [Buffer.from([0, 0, 0, 1]), nal] : [nal])));
  const fragments = (nal: Buffer, size: number): Buffer[] => {
    const head = nal.readUInt8(0);
    const pieces: Buffer[] = [];
    for (let at = 1; at < nal.length; at += size) {
      const flags = (at === 1 ? 0x80 : 0) | (at + size >= nal.length ? 0x40 : 0) | (head & 31);
      pieces.push(Buffer.concat([Buffer.from([(head & 0xe0) | 28, flags]), nal.subarray(at, at + size)]));
    }
    return pieces;
  };
  const aggregate = (nal: Buffer): Buffer[] => [
    Buffer.concat([Buffer.from([24, nal.length >> 8, nal.length & 255]), nal]),
  ];

  test.each<[string, (nal: Buffer) => Buffer[]]>([
    ["one packet", (nal) => [nal]],
    ["one packet that begins with one", (nal) => [Buffer.concat([Buffer.from([0, 0, 0, 1]), nal])]],
    ["fragments", (nal) => fragments(nal, 17)],
    ["fragments that begin with one", (nal) => fragments(Buffer.concat([Buffer.from([0, 0, 0, 1]), nal]), 23)],
    ["an aggregate", aggregate],
    ["one packet with zeros behind", (nal) => [Buffer.concat([nal, Buffer.alloc(5)])]],
  ])("SPS, PPS and picture undivided in %s", async (_, split) => {
    const source = await camera({
      media: ["m=video 0 RTP/AVP 96", "a=rtpmap:96 H264/90000", "a=control:trackID=0"],
      play: (line) =>
        line.every(5, (i) =>
          line.write(line.picture(i % 5 === 0 ? split(joined(keyNals())) : [slice(false)], i * 3000)),
        ),
    });
    const { units, sizes } = await view(source.url);
    await eventually(() => units.length > 12, "pictures");
    expect(sizes).toEqual(["h264 640x360"]);
    expect(units.filter(({ key }) => key).every(({ nals }) => nals.length === 3)).toBe(true);
    expect(units.every(({ broken }) => !broken)).toBe(true);
  });
});
