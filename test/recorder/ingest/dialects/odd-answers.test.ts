/** Answers, descriptions and packets that are wrong by the letter, and clear to everybody who wants to see a picture. */
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import {
  type Asked,
  type CameraScript,
  closing,
  keyNals,
  type PlayedLine,
  slice,
} from "#test/support/scripted-camera.ts";
import { PPS, SPS_320X180, SPS_640X360 } from "#test/support/test-source.ts";

const { camera, view } = closing(afterEach);
const nalsOf = (i: number): Buffer[] => (i % 5 === 0 ? keyNals() : [slice(false)]);
const play: NonNullable<CameraScript["play"]> = (line) =>
  line.every(5, (i) => line.write(line.picture(nalsOf(i), i * 3000)));
const sets = [SPS_640X360, PPS].map((set) => set.toString("base64")).join(",");
const media = (...lines: string[]): string[] => ["m=video 0 RTP/AVP 96", ...lines, "a=control:trackID=0"];
const h264 = "a=rtpmap:96 H264/90000";

async function shows(script: CameraScript, url: (own: string) => string = (own) => own) {
  const source = await camera({ play, ...script });
  const viewing = await view(url(source.url), { stallMs: 4000 });
  await eventually(() => viewing.units.length > 8, "pictures");
  return { source, viewing };
}

/** Its body without a length, or with another one. */
const withLength = (usual: string, length: (bytes: number) => string): string =>
  usual.replace(/Content-Length: (\d+)\r\n/, (_, bytes: string) => length(Number(bytes)));

describe("answers", () => {
  test.each<[string, (usual: string, asked: Asked) => string]>([
    ["with a status in small letters", (usual) => usual.replace(/^RTSP\/1\.0 200 OK/, "rtsp/1.0 200 ok")],
    ["with a status without words", (usual) => usual.replace(/^RTSP\/1\.0 200 OK/, "RTSP/1.0 200")],
    ["with another version", (usual) => usual.replace(/^RTSP\/1\.0/, "RTSP/2.0")],
    ["without a length of their body", (usual) => withLength(usual, () => "")],
    ["with a length that is too large", (usual) => withLength(usual, (bytes) => `Content-Length: ${bytes + 2}\r\n`)],
    ["with a length that is too small", (usual) => withLength(usual, (bytes) => `Content-Length: ${bytes - 3}\r\n`)],
    [
      "with a length twice",
      (usual) => withLength(usual, (bytes) => `Content-Length: ${bytes}\r\nContent-length: ${bytes}\r\n`),
    ],
    ["with a session without a name", (usual) => usual.replace(/Session: .*\r\n/, "Session:\r\n")],
    ["with a session of two words", (usual) => usual.replace(/Session: .*\r\n/, "Session: 47 11;timeout=60\r\n")],
    ["with a timeout of nothing", (usual) => usual.replace("timeout=60", "timeout=")],
    ["with a timeout of zero", (usual) => usual.replace("timeout=60", "timeout=0")],
    ["with a timeout of years", (usual) => usual.replace("timeout=60", "timeout=4294967295")],
    ["with channels in other letters", (usual) => usual.replace("interleaved=", "Interleaved = ")],
    [
      "with a sender that is no number",
      (usual) => usual.replace("interleaved=0-1", 'interleaved=0-1;ssrc=;mode="PLAY"'),
    ],
    [
      "behind one that says to wait",
      (usual, { headers }) => `RTSP/1.0 100 Continue\r\nCSeq: ${headers.get("cseq")}\r\n\r\n${usual}`,
    ],
    ["behind a blank line", (usual) => `\r\n${usual}`],
  ])("%s are understood", async (_, change) => {
    await shows({ answer: (asked, usual) => change(usual, asked) });
  });

  test("a length that is missing, of a body that comes in pieces", async () => {
    const source = await camera({
      answer: (asked, usual) => (asked.method === "DESCRIBE" ? null : usual),
      play,
      describe: (socket, usual) => {
        const bytes = withLength(usual, () => "");
        const at = bytes.indexOf("m=video") + 4;
        socket.write(bytes.slice(0, at));
        setTimeout(() => socket.write(bytes.slice(at)), 60);
      },
    });
    const { units } = await view(source.url, { stallMs: 4000 });
    await eventually(() => units.length > 8, "pictures");
  });

  test("a camera that refuses a Range is asked to play without one", async () => {
    const { source } = await shows({
      answer: ({ method, headers }, usual) =>
        method === "PLAY" && headers.has("range")
          ? `RTSP/1.0 457 Invalid Range\r\nCSeq: ${headers.get("cseq")}\r\n\r\n`
          : usual,
    });
    expect(source.said.filter((said) => said.startsWith("PLAY")).length).toBe(2);
  });

  test("a camera that hangs up after each refusal is called again, with the login", async () => {
    const { source } = await shows(
      {
        answer: ({ headers }, usual) =>
          headers.has("authorization")
            ? usual
            : `RTSP/1.0 401 Unauthorized\r\nCSeq: ${headers.get("cseq")}\r\nWWW-Authenticate: Digest realm="cam", nonce="n"\r\nConnection: close\r\n\r\n`,
        hangsUp: ({ headers }) => !headers.has("authorization"),
      },
      (own) => own.replace("rtsp://", "rtsp://admin:secret@"),
    );
    expect(source.connections).toBe(2);
  });

  test("a camera that asks whether somebody is there is answered", async () => {
    let answer = "";
    const { source } = await shows({
      play: (line) => {
        play(line);
        line.socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
        line.write("OPTIONS * RTSP/1.0\r\nCSeq: 77\r\n\r\n");
      },
    });
    await eventually(() => answer.includes("RTSP/1.0 200 OK\r\nCSeq: 77\r\n"), "an answer");
    expect(source.connections).toBe(1);
  });
});

describe("descriptions", () => {
  test.each<[string, string[]]>([
    ["a map without a rate", media("a=rtpmap:96 H264", `a=fmtp:96 sprop-parameter-sets=${sets}`)],
    ["a map without a rate, and no parameters", media("a=rtpmap:96 H264")],
    ["parameter sets that are none", media(h264, "a=fmtp:96 packetization-mode=1; sprop-parameter-sets=!!!!,####")],
    [
      "parameter sets of another camera",
      media(h264, `a=fmtp:96 sprop-parameter-sets=${SPS_320X180.toString("base64")},aM4xsg==`),
    ],
    [
      "parameters with blanks around their signs",
      media(h264, `a=fmtp:96 packetization-mode = 1 ; sprop-parameter-sets = ${sets} ;`),
    ],
    ["parameters in other letters", media(h264, `a=FMTP:96 Packetization-Mode=1;SPROP-PARAMETER-SETS=${sets}`)],
    ["a mark of byte order", ["\ufeffa=x", ...media(h264)]],
    ["zeros at the ends of lines", media(h264).map((line) => `${line}\0`)],
    ["a rate of pictures that is none", media(h264, "a=framerate:0", "a=framerate:NaN")],
    ["a rate of pictures with a comma", media(h264, "a=framerate:12,5")],
    [
      "a track that is switched off before the one that sends",
      ["m=video 0 RTP/AVP 97", "a=rtpmap:97 H264/90000", "a=inactive", "a=control:off", ...media(h264)],
    ],
    ["a secure profile's name", media(h264).map((line) => line.replace("RTP/AVP", "RTP/AVP/TCP"))],
    ["a port with a count", media(h264).map((line) => line.replace("video 0", "video 5004/2"))],
    [
      "hundreds of lines that nobody knows",
      media(...Array.from({ length: 400 }, (_, i) => `a=x-odd-${i}:${"y".repeat(40)}`), h264),
    ],
  ])("with %s are understood", async (_, lines) => {
    const { viewing } = await shows({ media: lines });
    expect(viewing.sizes.at(-1)).toBe("h264 640x360");
  });
});

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
      media: [...media(h264), "m=audio 0 RTP/AVP 111", "a=rtpmap:111 X-ODD/8000", "a=control:sound"],
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

test("a camera whose sessions last three seconds is asked often enough", async () => {
  let endedByCamera = false;
  const { source, viewing } = await shows({
    answer: (_, usual) => usual.replace("timeout=60", "timeout=3"),
    play: (line) => {
      play(line);
      let timer: NodeJS.Timeout | undefined;
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          endedByCamera = !line.socket.destroyed;
          line.socket.destroy();
        }, 3000);
      };
      line.socket.on("data", wait);
      line.socket.on("close", () => clearTimeout(timer));
      wait();
    },
  });
  await eventually(
    () => source.said.filter((said) => said.startsWith("GET_PARAMETER")).length >= 3,
    "signs of life",
    12_000,
  );
  expect(endedByCamera).toBe(false);
  expect(viewing.ended).toBeNull();
}, 20_000);
