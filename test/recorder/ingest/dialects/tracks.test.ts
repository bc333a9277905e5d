import { afterEach, describe, expect, test } from "vitest";
import { failure } from "#domain/failures/failure.ts";
import { eventually } from "#test/support/eventually.ts";
import { closing, keyNals, slice, type CameraScript } from "#test/support/scripted-camera.ts";
import { CodedPictures } from "#test/support/bad-cameras/coded-pictures.ts";
import { PPS, SPS_640X360 } from "#test/support/test-source.ts";

const { camera, view } = closing(afterEach);
const sets = [SPS_640X360, PPS].map((set) => set.toString("base64")).join(",");
const video = (types: string, ...more: string[]): string[] => [`m=video 0 RTP/AVP ${types}`, ...more, "a=control:v"];
const h264 = (type: number): string[] => [`a=rtpmap:${type} H264/90000`, `a=fmtp:${type} sprop-parameter-sets=${sets}`];
const plays =
  (payloadType: number, sound?: { channel: number; payloadType: number }): NonNullable<CameraScript["play"]> =>
  (line) =>
    line.every(5, (i) => {
      line.write(line.picture(i % 5 === 0 ? keyNals() : [slice(false)], i * 3000, { payloadType }));
      if (sound) line.write(line.packet(Buffer.alloc(160, 0xff), i * 160, false, { ...sound, ssrc: 9, sequence: i }));
    });

describe("payload types", () => {
  test("packets of a type that was not announced are taken on a track with one format", async () => {
    const source = await camera({ media: video("96", ...h264(96)), play: plays(98) });
    const { units } = await view(source.url);
    await eventually(() => units.length > 20, "pictures");
  });

  test.each([
    ["the better of two announced", video("96 97", ...h264(96), "a=rtpmap:97 H265/90000")],
    ["the other one of two announced", video("97 96", "a=rtpmap:97 H265/90000", ...h264(96))],
    ["beside Motion JPEG", video("26 96", ...h264(96))],
    ["beside one that is not understood", video("100 96", "a=rtpmap:100 VP8/90000", ...h264(96))],
  ])("those of several formats are told by how they look: %s", async (_, media) => {
    const source = await camera({ media, play: plays(99) });
    const { units, sizes } = await view(source.url);
    await eventually(() => units.length > 20, "pictures");
    expect(sizes).toEqual(["h264 640x360"]);
  });

  test("a camera that takes another type while it plays is followed", async () => {
    const source = await camera({
      media: video("96", ...h264(96)),
      play: (line) =>
        line.every(5, (i) =>
          line.write(
            line.picture(i % 5 === 0 ? keyNals() : [slice(false)], i * 3000, { payloadType: i < 40 ? 96 : 98 }),
          ),
        ),
    });
    const { units } = await view(source.url);
    await eventually(() => units.length > 80, "pictures of both");
  });

  test("what looks like none of several formats is not taken, and the trouble names the type", async () => {
    const other = Buffer.from([0x90, 0xe0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const source = await camera({
      media: video("96 97", ...h264(96), "a=rtpmap:97 H265/90000"),
      play: (line) => line.every(5, (i) => line.write(line.packet(other, i * 3000, true, { payloadType: 99 }))),
    });
    const viewing = await view(source.url, { stallMs: 200 });
    await eventually(() => viewing.ended !== null, "it is given up", 12_000);
    expect(viewing.ended).toEqual(failure("camera/stalled", { cause: failure("camera/payload-type", { count: 99 }) }));
  }, 15_000);

  test("something that comes beside the pictures is not mixed into them", async () => {
    const source = await camera({
      media: video("96", ...h264(96)),
      play: (line) =>
        line.every(5, (i) => {
          line.write(line.picture(i % 5 === 0 ? keyNals() : [slice(false)], i * 3000));
          for (let n = 0; n < 20; n++)
            line.write(line.packet(slice(false), i * 3000, true, { payloadType: 98, ssrc: 7, sequence: i * 20 + n }));
        }),
    });
    const { units, client } = await view(source.url);
    await eventually(() => units.length > 30, "pictures");
    expect(units.every(({ broken }) => !broken)).toBe(true);
    expect(client?.packets.lost).toBe(0);
  });

  test.each([
    ["the understood one of several formats", video("100 96", "a=rtpmap:100 VP8/90000", ...h264(96)), 96],
    ["whichever of two understood formats comes", video("97 96", "a=rtpmap:97 H265/90000", ...h264(96)), 96],
    ["a format whose map names another type", video("35", ...h264(96)), 35],
    ["a format that is announced by its map only", video("", ...h264(96)), 96],
    ["a format without a map, by its parameters", video("96", h264(96)[1] ?? ""), 96],
    ["a codec by its other name", video("96", "a=rtpmap:96 H.264/90000", h264(96)[1] ?? ""), 96],
    ["lines that are indented", video("96", ...h264(96)).map((line) => `  ${line} `), 96],
    ["a map in other letters", video("96", `A=RTPMAP:96 h264/90000`.toLowerCase(), h264(96)[1] ?? ""), 96],
  ])("%s is taken", async (_, media, payloadType) => {
    const source = await camera({ media, play: plays(payloadType) });
    const { units, sizes } = await view(source.url);
    await eventually(() => units.length > 10, "pictures");
    expect(sizes).toEqual(["h264 640x360"]);
  });
});

describe("a camera that describes the codec that it had before", () => {
  test("sends H.264 and says H.265", async () => {
    const source = await camera({ media: video("96", "a=rtpmap:96 H265/90000"), play: plays(96) });
    const viewing = await view(source.url);
    await eventually(() => viewing.units.length > 20, "pictures");
    expect(viewing.sizes).toEqual(["h264 640x360"]);
    expect(viewing.notes).toEqual([failure("camera/other-codec", { name: "H264" })]);
  });

  test("sends H.265 and says H.264, with parameter sets of the other time", async () => {
    const pictures = new CodedPictures({ codec: "h265", gopFrames: 10 }, 0);
    const sent = Array.from({ length: 60 }, () => pictures.next().nals);
    pictures.close();
    const source = await camera({
      media: video("96", ...h264(96)),
      play: (line) => line.every(10, (i) => line.write(line.picture(sent[i % sent.length] ?? [], i * 6000))),
    });
    const viewing = await view(source.url);
    await eventually(() => viewing.units.length > 20, "pictures");
    expect(viewing.sizes).toEqual(["h265 320x64"]);
    expect(viewing.units[0]?.key).toBe(true);
    expect(viewing.units.every(({ broken }) => !broken)).toBe(true);
  });
});

describe("several tracks", () => {
  const latm = ["m=audio 0 RTP/AVP 98", "a=rtpmap:98 MP4A-LATM/16000", "a=control:latm"];
  const pcmu = ["m=audio 0 RTP/AVP 0", "a=control:pcmu"];
  const back = [...pcmu.slice(0, 1), "a=control:back", "a=sendonly"];

  test("the first understood sound is taken, the other is named", async () => {
    const source = await camera({
      media: [...video("96", ...h264(96)), ...latm, ...pcmu],
      play: plays(96, { channel: 2, payloadType: 0 }),
    });
    const viewing = await view(source.url);
    await eventually(() => viewing.sounds.length > 10 && viewing.units.length > 10, "picture and sound");
    expect(viewing.notes).toEqual([failure("camera/track-unread", { name: "audio MP4A-LATM" })]);
    expect(source.said).toContain("SETUP /live/pcmu");
    expect(source.said).not.toContain("SETUP /live/latm");
  });

  test("of two understood videos the first is taken, of Motion JPEG and another the other", async () => {
    const jpeg = ["m=video 0 RTP/AVP 26", "a=control:jpeg"];
    const hevc = ["m=video 0 RTP/AVP 97", "a=rtpmap:97 H265/90000", "a=control:hevc"];
    const source = await camera({ media: [...jpeg, ...video("96", ...h264(96)), ...hevc], play: plays(96) });
    const { units } = await view(source.url);
    await eventually(() => units.length > 3, "pictures");
    expect(source.said.filter((said) => said.startsWith("SETUP"))).toEqual(["SETUP /live/v"]);
  });

  test("the first understood video is taken, the other is named", async () => {
    const source = await camera({
      media: [...video("101", "a=rtpmap:101 VP9/90000"), ...video("96", ...h264(96)).slice(0, -1), "a=control:second"],
      play: plays(96),
    });
    const viewing = await view(source.url);
    await eventually(() => viewing.units.length > 10, "pictures");
    expect(viewing.notes).toEqual([failure("camera/track-unread", { name: "video VP9" })]);
    expect(source.said).toContain("SETUP /live/second");
  });

  test("the way back to the camera is never set up, and is named", async () => {
    const source = await camera({
      media: [...video("96", ...h264(96)), ...back, ...pcmu],
      play: plays(96, { channel: 2, payloadType: 0 }),
    });
    const viewing = await view(source.url);
    await eventually(() => viewing.sounds.length > 10, "sound");
    expect(viewing.notes).toEqual([failure("camera/back-channel", { name: "audio PCMU" })]);
    expect(source.said.filter((said) => said.startsWith("SETUP"))).toEqual(["SETUP /live/v", "SETUP /live/pcmu"]);
  });

  test("a camera that calls all its tracks sendonly means that it sends them", async () => {
    const source = await camera({
      media: [...video("96", ...h264(96), "a=sendonly"), ...back],
      play: plays(96, { channel: 2, payloadType: 0 }),
    });
    const viewing = await view(source.url);
    await eventually(() => viewing.sounds.length > 10, "sound");
    expect(viewing.notes).toEqual([]);
  });

  test("a camera that gives both tracks one channel is understood", async () => {
    const source = await camera({
      media: [...video("96", ...h264(96)), ...pcmu],
      answer: (_, usual) => usual.replace("interleaved=2-3", "interleaved=0-1"),
      play: plays(96, { channel: 0, payloadType: 0 }),
    });
    const viewing = await view(source.url);
    await eventually(() => viewing.sounds.length > 10 && viewing.units.length > 10, "picture and sound");
    expect(viewing.units.every(({ broken }) => !broken)).toBe(true);
    expect(viewing.client?.packets.lost).toBe(0);
  });

  test("a camera that refuses its sound gives its pictures", async () => {
    const source = await camera({
      media: [...video("96", ...h264(96)), ...pcmu],
      answer: ({ url, headers }, usual) =>
        url.endsWith("pcmu") ? `RTSP/1.0 500 No\r\nCSeq: ${headers.get("cseq")}\r\n\r\n` : usual,
      play: plays(96),
    });
    const viewing = await view(source.url);
    await eventually(() => viewing.units.length > 10, "pictures");
    expect(viewing.notes.map(({ code }) => code)).toEqual(["camera/sound-refused"]);
  });
});

describe("parameter sets of the description", () => {
  const sps = SPS_640X360;
  test.each([
    [
      "with start codes",
      [Buffer.concat([Buffer.from([0, 0, 0, 1]), sps]), Buffer.concat([Buffer.from([0, 0, 1]), PPS])],
    ],
    ["both in one", [Buffer.concat([sps, Buffer.from([0, 0, 0, 1]), PPS])]],
    ["with zeros behind", [Buffer.concat([sps, Buffer.alloc(3)]), Buffer.concat([PPS, Buffer.alloc(1)])]],
  ])("%s are cleaned", async (_, given) => {
    const text = given.map((set) => set.toString("base64")).join(",");
    const source = await camera({
      media: video("96", "a=rtpmap:96 H264/90000", `a=fmtp:96 sprop-parameter-sets=${text}`),
      play: (line) => line.every(5, (i) => line.write(line.picture([slice(i % 5 === 0)], i * 3000))),
    });
    const { units, sizes } = await view(source.url);
    await eventually(() => units.length > 6, "pictures");
    expect(sizes).toEqual(["h264 640x360"]);
    expect(units[0]?.nals.slice(0, 2)).toEqual([sps, PPS]);
  });

  test.each([
    ["without padding", (text: string) => text.replaceAll("=", "")],
    ["with too much padding", (text: string) => text.replaceAll(",", "===,")],
    ["in quotes", (text: string) => `"${text}"`],
    ["with blanks", (text: string) => ` ${text.slice(0, 9)} ${text.slice(9).replace(",", " , ")}`],
  ])("%s are read", async (_, spelled) => {
    const source = await camera({
      media: video("96", "a=rtpmap:96 H264/90000", `a=fmtp:96 sprop-parameter-sets=${spelled(sets)}`),
      play: (line) => line.every(5, (i) => line.write(line.picture([slice(i % 5 === 0)], i * 3000))),
    });
    const { units } = await view(source.url);
    await eventually(() => units.length > 6, "pictures");
    expect(units[0]?.nals.slice(0, 2)).toEqual([sps, PPS]);
  });
});
