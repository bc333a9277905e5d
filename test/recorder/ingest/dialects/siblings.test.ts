/** More cameras of the kinds that were reported: each is a relative of one that a test beside this one plays. */
import { afterEach, describe, expect, test } from "vitest";
import { h265 } from "#recorder/formats/nal-format.ts";
import { CodedPictures } from "#test/support/bad-cameras/coded-pictures.ts";
import { eventually } from "#test/support/eventually.ts";
import {
  type Asked,
  type CameraScript,
  closing,
  keyNals,
  type PlayedLine,
  slice,
} from "#test/support/scripted-camera.ts";
import { PPS, SPS_640X360 } from "#test/support/test-source.ts";

const { camera, view } = closing(afterEach);
const nalsOf = (i: number): Buffer[] => (i % 5 === 0 ? keyNals() : [slice(false)]);
const play: NonNullable<CameraScript["play"]> = (line) =>
  line.every(5, (i) => line.write(line.picture(nalsOf(i), i * 3000)));
const refused = ({ headers }: Asked, status: string): string =>
  `RTSP/1.0 ${status}\r\nCSeq: ${headers.get("cseq")}\r\n\r\n`;
const video = (...lines: string[]): string[] => ["m=video 0 RTP/AVP 96", ...lines, "a=control:trackID=0"];
const h264 = "a=rtpmap:96 H264/90000";

async function shows(script: CameraScript) {
  const source = await camera({ play, ...script });
  const viewing = await view(source.url, { stallMs: 4000 });
  await eventually(() => viewing.units.length > 12, "pictures");
  return { source, viewing };
}
async function showsWhole(script: CameraScript) {
  const shown = await shows(script);
  expect(shown.viewing.units.every(({ broken }) => !broken)).toBe(true);
  return shown;
}

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
      media: video(h264),
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

describe("control addresses", () => {
  const knowing = (path: string, script: CameraScript): CameraScript => ({
    ...script,
    answer: (asked, usual, url) =>
      asked.method === "SETUP" && asked.url !== url.replace("/live", path) ? refused(asked, "404 Not Found") : usual,
  });
  test.each<[string, string, NonNullable<CameraScript["described"]>]>([
    ["./trackID=0", "/live/trackID=0", (url) => `Content-Base: ${url}/\r\n`],
    ["trackID=0", "/live/trackID=0", (url) => `Content-Base: ${url.replace("rtsp:", "RTSP:")}/\r\n`],
    ["trackID=0", "/live/trackID=0", (url) => `Content-Base:${url}\r\n`],
    ["trackID=0", "/live/trackID=0", (url) => `Content-Base: "${url}/"\r\n`],
    ["trackID=0", "/live/trackID=0", (url) => `Content-Base: <${url}/>\r\n`],
    ["trackID=0", "/live/trackID=0", (url) => `Content-base: ${url}/ \r\n`],
    ["track 1", "/live/track%201", (url) => `Content-Base: ${url}/\r\n`],
    ["trackID=0;x=1", "/live/trackID=0;x=1", (url) => `Content-Base: ${url}/\r\n`],
    ["stream=0?a=b&c=d", "/live/stream=0?a=b&c=d", (url) => `Content-Base: ${url}/\r\n`],
    ["", "/live/", (url) => `Content-Base: ${url}/\r\n`],
  ])("%j becomes %s", async (control, path, described) => {
    await shows(knowing(path, { described, media: [...video(h264).slice(0, -1), `a=control:${control}`] }));
  });
});

describe("answers", () => {
  test.each<[string, (usual: string) => string]>([
    ["a CSeq with zeros before it", (usual) => usual.replace(/CSeq: (\d+)/, "CSeq: 000$1")],
    ["a CSeq twice", (usual) => usual.replace(/(CSeq: \d+)/, "$1\r\n$1")],
    ["a CSeq with words", (usual) => usual.replace(/(CSeq: \d+)/, "$1 OPTIONS")],
    [
      "a CSeq in small letters behind other headers",
      (usual) => usual.replace(/CSeq: (\d+)\r\n([^]*?)\r\n\r\n/, "$2\r\ncseq:$1\r\n\r\n"),
    ],
    [
      "carriage returns alone in the head",
      (usual) => usual.replace("\r\nCSeq", "\rCSeq").replace("\rCSeq", "\r\nCSeq"),
    ],
    ["a line that is none", (usual) => usual.replace("\r\n", "\r\nthis camera is fine\r\n")],
    ["a folded header", (usual) => usual.replace(/Transport: ([^;\r]*);/, "Transport: $1;\r\n ")],
    [
      "a date and a server before",
      (usual) => usual.replace("\r\n", "\r\nServer: x\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n"),
    ],
    ["a session that is quoted", (usual) => usual.replace(/Session: 4711/, 'Session: "4711"')],
    [
      "two transports in one header",
      (usual) => usual.replace(/Transport: (.*)\r\n/, "Transport: $1,RTP/AVP;unicast\r\n"),
    ],
    [
      "a transport with mode and source",
      (usual) => usual.replace(/(interleaved=\d-\d)/, 'destination=10.0.0.1;source=10.0.0.2;$1;mode="PLAY"'),
    ],
  ])("with %s", async (_, rewrite) => {
    await showsWhole({ answer: (__, usual) => rewrite(usual) });
  });
});

describe("payload types", () => {
  test.each<[string, (i: number) => number]>([
    ["of zero", () => 0],
    ["of 127", () => 127],
    ["that was announced at first, and then another", (i) => (i < 10 ? 96 : 105)],
  ])("%s", async (_, typeOf) => {
    const { viewing } = await shows({
      play: (line) => line.every(5, (i) => line.write(line.picture(nalsOf(i), i * 3000, { payloadType: typeOf(i) }))),
    });
    await eventually(() => viewing.units.length > 60, "all of them");
  });
});

describe("tracks", () => {
  const sounds = (line: PlayedLine, i: number, channel: number, payloadType: number, bytes: Buffer): Buffer =>
    line.packet(bytes, i * 160, true, { channel, payloadType, ssrc: 9, sequence: i });
  test("sound before the picture, and a sound that is not understood between", async () => {
    const { viewing } = await shows({
      media: [
        ...["m=audio 0 RTP/AVP 97", "a=rtpmap:97 OPUS/48000/2", "a=control:trackID=5"],
        ...["m=audio 0 RTP/AVP 0", "a=control:trackID=6"],
        ...video(h264),
      ],
      play: (line) =>
        line.every(5, (i) => {
          line.write(line.picture(nalsOf(i), i * 3000));
          line.write(sounds(line, i, 2, 0, Buffer.alloc(160, i)));
        }),
    });
    await eventually(() => viewing.sounds.length > 5, "sound");
    expect(viewing.codes).toContain("camera/track-unread");
  });

  test("three sounds, the last one understood", async () => {
    const { viewing } = await shows({
      media: [
        ...video(h264),
        ...["m=audio 0 RTP/AVP 97", "a=rtpmap:97 OPUS/48000/2", "a=control:trackID=5"],
        ...["m=audio 0 RTP/AVP 98", "a=rtpmap:98 G726-16/8000", "a=control:trackID=6"],
        ...["m=audio 0 RTP/AVP 8", "a=control:trackID=7"],
      ],
      play: (line) =>
        line.every(5, (i) => {
          line.write(line.picture(nalsOf(i), i * 3000));
          line.write(sounds(line, i, 2, 8, Buffer.alloc(160, i)));
        }),
    });
    await eventually(() => viewing.sounds.length > 5, "sound");
    expect(viewing.codes.filter((code) => code === "camera/track-unread")).toHaveLength(2);
  });

  test("sound of another payload type than announced", async () => {
    const { viewing } = await shows({
      media: [...video(h264), ...["m=audio 0 RTP/AVP 8", "a=control:trackID=7"]],
      play: (line) =>
        line.every(5, (i) => {
          line.write(line.picture(nalsOf(i), i * 3000));
          line.write(sounds(line, i, 2, 99, Buffer.alloc(160, i)));
        }),
    });
    await eventually(() => viewing.sounds.length > 5, "sound");
  });

  test("a way back to the camera that is refused, listed first, costs nothing", async () => {
    const { source, viewing } = await shows({
      media: [
        ...["m=audio 0 RTP/AVP 0", "a=sendonly", "a=control:trackID=back"],
        ...video(h264, "a=recvonly"),
        ...["m=audio 0 RTP/AVP 8", "a=recvonly", "a=control:trackID=7"],
      ],
      answer: (asked, usual) => (asked.url.includes("back") ? refused(asked, "403 Forbidden") : usual),
    });
    expect(source.said.some((said) => said.includes("back"))).toBe(false);
    expect(viewing.codes.length).toBeGreaterThan(0);
  });
});

describe("cameras of few pictures", () => {
  test("sound goes on between two pictures", async () => {
    const source = await camera({
      media: [...video(h264), ...["m=audio 0 RTP/AVP 8", "a=control:trackID=7"]],
      play: (line) =>
        line.every(20, (i) => {
          if (i % 100 === 0) line.write(line.picture(keyNals(), i * 1800));
          line.write(
            line.packet(Buffer.alloc(160, i), i * 160, true, { channel: 2, payloadType: 8, ssrc: 9, sequence: i }),
          );
        }),
    });
    const viewing = await view(source.url, { stallMs: 700 });
    await eventually(() => viewing.units.length > 2, "three pictures", 9000);
    expect(viewing.ended).toBeNull();
  });
});
