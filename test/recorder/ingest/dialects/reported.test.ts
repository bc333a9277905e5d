/** What people report of cameras to other recorders: addresses, channels, reports and packets that are not as they were agreed. */
import { afterEach, describe, expect, test } from "vitest";
import { failure } from "#domain/failures/failure.ts";
import { TroubleError } from "#recorder/net/trouble.ts";
import { writeSenderReport } from "#recorder/rtp/rtcp.ts";
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
const h264 = (...more: string[]): string[] => [
  "m=video 0 RTP/AVP 96",
  "a=rtpmap:96 H264/90000",
  ...more,
  "a=control:trackID=0",
];
const sound = (...more: string[]): string[] => ["m=audio 0 RTP/AVP 8", ...more, "a=control:trackID=1"];

async function shows(script: CameraScript, stallMs = 4000) {
  const source = await camera({ play, ...script });
  const viewing = await view(source.url, { stallMs });
  await eventually(() => viewing.units.length > 8, "pictures");
  return { source, viewing };
}

describe("addresses", () => {
  /** Knows its tracks below its own address only. */
  const knowing = (script: CameraScript): CameraScript => ({
    ...script,
    answer: (asked, usual, url) =>
      asked.method === "SETUP" && !asked.url.startsWith(`${url}/`) ? refused(asked, "404 Not Found") : usual,
  });
  test.each<[string, CameraScript]>([
    ["a base of another camera", { described: () => "Content-Base: rtsp://192.168.1.108/h264/ch1/\r\n" }],
    ["a base of another path", { described: (url) => `Content-Base: ${url.replace("/live", "/none/")}\r\n` }],
    ["a base that is a path", { described: () => "Content-Base: /live/\r\n" }],
    ["a base without a host", { described: () => "Content-Base: rtsp:///live/\r\n" }],
    ["a base behind a location that is none", { described: () => "Content-Location: live.sdp\r\n" }],
    [
      "tracks at another host",
      { media: ["a=control:*", ...h264().slice(0, -1), "a=control:rtsp://192.168.1.108:554/live/trackID=0"] },
    ],
    ["tracks at no host", { media: [...h264().slice(0, -1), "a=control:rtsp:///live/trackID=0"] }],
    ["tracks at 0.0.0.0", { media: [...h264().slice(0, -1), "a=control:rtsp://0.0.0.0:8554/live/trackID=0"] }],
    ["a session at another host", { media: ["a=control:rtsp://10.0.0.9/other/", ...h264()] }],
  ])("%s: the one that was typed is tried, too", async (_, script) => {
    await shows(knowing(script));
  });

  test("of IPv6 in the description", async () => {
    await shows({ media: ["o=- 1 1 IN IP6 fe80::1", "c=IN IP6 ::", ...h264("c=IN IP6 ff02::1/3")] });
  });
});

describe("answers", () => {
  test("a camera that does not answer OPTIONS is asked for its description", async () => {
    const { source } = await shows({ answer: (asked, usual) => (asked.method === "OPTIONS" ? null : usual) }, 800);
    expect(source.connections).toBe(1);
  });

  test.each(["405 Method Not Allowed", "454 Session Not Found", "501 Not Implemented", "400 Bad Request"])(
    "a sign of life that is refused with %s is no end",
    async (status) => {
      const { source, viewing } = await shows({
        answer: (asked, usual) =>
          asked.method === "GET_PARAMETER" || (asked.method === "OPTIONS" && asked.before > 0)
            ? refused(asked, status)
            : usual.replace("timeout=60", "timeout=2"),
      });
      await eventually(() => source.said.some((said) => said.startsWith("GET_PARAMETER")), "a sign of life", 6000);
      const before = viewing.units.length;
      await eventually(() => viewing.units.length > before + 20, "pictures after it");
      expect(viewing.ended).toBeNull();
    },
  );
});

describe("channels", () => {
  const withSound = (video: number, audio: number): CameraScript => ({
    media: [...h264(), ...sound()],
    play: (line) =>
      line.every(5, (i) => {
        for (const [k, nal] of nalsOf(i).entries())
          line.write(line.packet(nal, i * 3000, k === nalsOf(i).length - 1, { channel: video }));
        line.write(
          line.packet(Buffer.alloc(160, i), i * 160, true, { channel: audio, payloadType: 8, ssrc: 5, sequence: i }),
        );
      }),
  });
  test.each([
    ["as agreed", 0, 2],
    ["the other way round", 2, 0],
    ["that were not agreed", 4, 6],
    ["of reports", 1, 3],
  ])("%s: picture and sound are told apart", async (_, video, audio) => {
    const { viewing } = await shows(withSound(video, audio));
    await eventually(() => viewing.sounds.length > 8, "sound");
    expect(viewing.units.every(({ broken }) => !broken)).toBe(true);
  });
});

describe("reports", () => {
  const channel = (of: number, bytes: Buffer): Buffer =>
    Buffer.concat([Buffer.from([0x24, of, bytes.length >> 8, bytes.length & 255]), bytes]);
  const bye = (ssrc: number): Buffer => {
    const bytes = Buffer.from([0x81, 203, 0, 1, 0, 0, 0, 0]);
    bytes.writeUInt32BE(ssrc, 4);
    return bytes;
  };
  test("whose time jumps do not move the pictures", async () => {
    const { viewing } = await shows({
      play: (line) =>
        line.every(5, (i) => {
          const cameraMs = i % 2 === 0 ? 0 : 4_000_000_000_000;
          const report = writeSenderReport({ ssrc: 0x11223344, cameraMs, rtpTime: i * 450, packets: i, octets: i });
          line.write(channel(1, report));
          line.write(line.picture(nalsOf(i), i * 450));
        }),
    });
    for (const { wallMs } of viewing.units) expect(Math.abs(wallMs - Date.now())).toBeLessThan(20_000);
  });

  test("that say goodbye, with nothing behind them, end the connection long before it would count as stuck", async () => {
    const { viewing } = await shows(
      {
        play: (line: PlayedLine) =>
          line.every(5, (i) => {
            if (i < 30) line.write(line.picture(nalsOf(i), i * 3000));
            const report = writeSenderReport({ ssrc: 0x11223344, cameraMs: 0, rtpTime: 0, packets: i, octets: i });
            if (i < 30) line.write(channel(1, report));
            if (i === 30) line.write(channel(1, bye(0x11223344)));
          }),
      },
      4000,
    );
    await eventually(() => viewing.ended !== null, "its end", 2500);
    expect(viewing.ended).toMatchObject({ code: "camera/unreachable", cause: { code: "camera/closed" } });
  });

  test("that say goodbye in mid-stream end nothing, and another source goes on", async () => {
    const { viewing } = await shows({
      play: (line: PlayedLine) =>
        line.every(5, (i) => {
          const ssrc = i < 10 ? 1 : 2;
          if (i === 10) line.write(channel(1, bye(1)));
          line.write(line.picture(nalsOf(i), i * 3000, { ssrc }));
        }),
    });
    await eventually(() => viewing.units.length > 30, "pictures of the other source");
    expect(viewing.ended).toBeNull();
  });
});

describe("packets", () => {
  const numbered = (don: number): Buffer => Buffer.from([don >> 8, don & 255]);
  /** H.264 with numbers of the decoding order (packetization mode 2). */
  const interleaved: Record<string, (nals: readonly Buffer[], i: number) => Buffer[]> = {
    "STAP-B": (nals, i) => [
      Buffer.concat([
        Buffer.from([0x79]),
        numbered(i * 4),
        ...nals.flatMap((nal) => [Buffer.from([nal.length >> 8, nal.length & 255]), nal]),
      ]),
    ],
    MTAP16: (nals, i) => [
      Buffer.concat([
        Buffer.from([0x7a]),
        numbered(i * 4),
        ...nals.flatMap((nal, k) => [Buffer.from([nal.length >> 8, nal.length & 255, k, 0, 0]), nal]),
      ]),
    ],
    MTAP24: (nals, i) => [
      Buffer.concat([
        Buffer.from([0x7b]),
        numbered(i * 4),
        ...nals.flatMap((nal, k) => [Buffer.from([nal.length >> 8, nal.length & 255, k, 0, 0, 0]), nal]),
      ]),
    ],
    "FU-B": (nals, i) =>
      nals.flatMap((nal, k) => {
        const head = nal[0] ?? 0;
        const indicator = (type: number): number => (head & 0xe0) | type;
        const half = nal.length >> 1;
        return [
          Buffer.concat([Buffer.from([indicator(29), 0x80 | (head & 31)]), numbered(i * 4 + k), nal.subarray(1, half)]),
          Buffer.concat([Buffer.from([indicator(28), 0x40 | (head & 31)]), nal.subarray(half)]),
        ];
      }),
  };
  test.each(Object.keys(interleaved))("%s is read", async (kind) => {
    const { viewing } = await shows({
      media: h264("a=fmtp:96 packetization-mode=2;sprop-interleaving-depth=0"),
      play: (line) => line.every(5, (i) => line.write(line.picture(interleaved[kind]?.(nalsOf(i), i) ?? [], i * 3000))),
    });
    expect(viewing.units.every(({ broken }) => !broken)).toBe(true);
    expect(viewing.units[0]?.nals).toEqual([SPS_640X360, PPS, slice(true)]);
  });

  test("a camera that announces interleaving, and does none of it, is read", async () => {
    await shows({ media: h264("a=fmtp:96 packetization-mode=2") });
  });

  test("zeros behind the units of an aggregate", async () => {
    const { viewing } = await shows({
      play: (line) =>
        line.every(5, (i) => {
          const units = nalsOf(i).flatMap((nal) => [Buffer.from([nal.length >> 8, nal.length & 255]), nal]);
          line.write(line.picture([Buffer.concat([Buffer.from([0x78]), ...units, Buffer.alloc(4)])], i * 3000));
        }),
    });
    expect(viewing.units.every(({ broken }) => !broken)).toBe(true);
  });

  test("delimiters, messages and parameter sets in any order", async () => {
    const message = Buffer.from([6, 5, 1, 0x80]);
    const { viewing } = await shows({
      play: (line) =>
        line.every(5, (i) =>
          line.write(
            line.picture(
              i % 5 === 0 ? [Buffer.from([9, 0xf0]), message, PPS, SPS_640X360, slice(true)] : [message, slice(false)],
              i * 3000,
            ),
          ),
        ),
    });
    expect(viewing.units[0]?.nals).toEqual([SPS_640X360, PPS, message, slice(true)]);
  });

  test("H.265 with numbers of the decoding order", async () => {
    const pictures = new CodedPictures({ codec: "h265", gopFrames: 10 }, 0);
    const sent = Array.from({ length: 60 }, () => pictures.next().nals);
    pictures.close();
    let don = 0;
    const packets = (nal: Buffer): Buffer[] => {
      const number = Buffer.from([don >> 8, don & 255]);
      don += 1;
      const head = nal.subarray(0, 2);
      if (nal.length < 60) return [Buffer.concat([head, number, nal.subarray(2)])];
      const type = ((head[0] ?? 0) >> 1) & 63;
      const indicator = Buffer.from([((head[0] ?? 0) & 0x81) | (49 << 1), head[1] ?? 0]);
      return [
        Buffer.concat([indicator, Buffer.from([0x80 | type]), number, nal.subarray(2, 40)]),
        Buffer.concat([indicator, Buffer.from([0x40 | type]), nal.subarray(40)]),
      ];
    };
    const { viewing } = await shows({
      media: [
        "m=video 0 RTP/AVP 96",
        "a=rtpmap:96 H265/90000",
        "a=fmtp:96 sprop-max-don-diff=1;sprop-depack-buf-nalus=1",
        "a=control:v",
      ],
      play: (line) => line.every(10, (i) => line.write(line.picture((sent[i % 60] ?? []).flatMap(packets), i * 6000))),
    });
    expect(viewing.sizes).toEqual(["h265 320x64"]);
    expect(viewing.units.every(({ broken }) => !broken)).toBe(true);
  });
});

describe("sound", () => {
  test.each<[string, string[], string[]]>([
    ["G.726", ["m=audio 0 RTP/AVP 97", "a=rtpmap:97 G726-32/8000"], ["camera/track-unread"]],
    ["linear samples", ["m=audio 0 RTP/AVP 11"], ["camera/track-unread"]],
    ["PCMA of 16 kHz", ["m=audio 0 RTP/AVP 97", "a=rtpmap:97 PCMA/16000"], []],
    ["AAC without anything that describes it", ["m=audio 0 RTP/AVP 97", "a=rtpmap:97 MPEG4-GENERIC/16000"], []],
  ])("of %s leaves the pictures alone", async (_, lines, codes) => {
    const { viewing } = await shows({ media: [...h264(), ...lines, "a=control:sound"] });
    expect(viewing.codes).toEqual(codes);
  });

  test("alone is no camera for a wall, and it is said", async () => {
    const source = await camera({ media: sound("a=rtpmap:8 PCMA/8000") });
    const trouble = await view(source.url).then(
      () => null,
      (error: unknown) => (error instanceof TroubleError ? error.trouble : error),
    );
    expect(trouble).toEqual(failure("camera/codec", { cause: failure("camera/no-video") }));
  });
});
