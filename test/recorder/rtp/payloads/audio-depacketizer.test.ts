import { expect, test } from "vitest";
import { aacPayload } from "#recorder/rtp/payloads/rtp-packetizer.ts";
import {
  AudioDepacketizer,
  audioFormat,
  type AudioPiece,
  parseAudioSpecificConfig,
} from "#recorder/rtp/payloads/audio-depacketizer.ts";
import { parseSdp } from "#recorder/rtp/sdp.ts";
import { packet } from "../given-packets.ts";

const aac = parseSdp(
  "m=audio 0 RTP/AVP 97\r\na=rtpmap:97 MPEG4-GENERIC/16000/1\r\na=fmtp:97 streamtype=5;mode=AAC-hbr;sizelength=13;indexlength=3;indexdeltalength=3;config=1408\r\n",
).media[0];
const format = aac ? audioFormat(aac) : null;
const run = (packets: readonly [Buffer, number, boolean?][]): AudioPiece[] => {
  const pieces: AudioPiece[] = [];
  if (!format) throw new Error("no format");
  const depacketizer = new AudioDepacketizer(format, (piece) => pieces.push(piece));
  for (const [payload, timestamp, lost] of packets) depacketizer.push(packet(payload, timestamp, true), lost ?? false);
  return pieces;
};

test("AAC: the section is understood", () => {
  expect(format).toMatchObject({ info: { codec: "aac", sampleRate: 16_000, channels: 1 }, samplesPerFrame: 1024 });
});

test.each([
  ["no config", "mode=AAC-hbr;sizelength=13", 16_000, 2, "1410"],
  ["a config with its base", "config=0x1190", 48_000, 2, "1190"],
  ["an empty config", "config=", 8000, 1, "1588"],
])("AAC with %s", (_, parameters, rate, channels, config) => {
  const [section] = parseSdp(
    `m=audio 0 RTP/AVP 97\r\na=rtpmap:97 MPEG4-GENERIC/${rate}/${channels}\r\na=fmtp:97 ${parameters}\r\n`,
  ).media;
  const read = section ? audioFormat(section) : null;
  expect(read?.config.toString("hex")).toBe(config);
  expect(read?.info).toEqual({ codec: "aac", sampleRate: rate, channels });
});

test("AAC: one frame, several frames", () => {
  expect(run([[aacPayload(Buffer.from([1, 2, 3])), 5]])).toEqual([
    { data: Buffer.from([1, 2, 3]), samples: 1024, rtpTime: 5 },
  ]);
  const two = Buffer.from([0, 32, 0, 2 << 3, 0, 1 << 3, 9, 8, 7]);
  expect(run([[two, 100]]).map(({ data, rtpTime }) => [data.toString("hex"), rtpTime])).toEqual([
    ["0908", 100],
    ["07", 1124],
  ]);
});

test("AAC: a frame in parts, and one that lost a part", () => {
  const part = (bytes: number[]): Buffer => Buffer.from([0, 16, 0, 4 << 3, ...bytes]);
  expect(
    run([
      [part([1, 2]), 7],
      [part([3, 4]), 7],
    ]).map(({ data }) => data.toString("hex")),
  ).toEqual(["01020304"]);
  expect(
    run([
      [part([1, 2]), 7],
      [part([3]), 7, true],
      [aacPayload(Buffer.from([5])), 9],
    ]).map(({ data }) => data.toString("hex")),
  ).toEqual(["05"]);
});

test.each([[[]], [[0]], [[0xff, 0xff, 1, 2]], [[0, 16, 0, 0]], [[0, 16, 0xff, 0xff]]])(
  "AAC: nonsense %j gives nothing",
  (bytes) => {
    expect(run([[Buffer.from(bytes), 0]])).toEqual([]);
  },
);

test("G.711: samples are bytes per channel; static types need no rtpmap", () => {
  const media = parseSdp("m=audio 0 RTP/AVP 0\r\n").media[0];
  const g711 = media ? audioFormat(media) : null;
  expect(g711?.info).toEqual({ codec: "pcmu", sampleRate: 8000, channels: 1 });
});

test.each([
  ["1408", { sampleRate: 16_000, channels: 1, samplesPerFrame: 1024 }],
  ["1190", { sampleRate: 48_000, channels: 2, samplesPerFrame: 1024 }],
  ["1388", { sampleRate: 22_050, channels: 1, samplesPerFrame: 1024 }],
  ["00", null],
  ["ffff", null],
])("AudioSpecificConfig %s", (config, expected) => {
  expect(parseAudioSpecificConfig(Buffer.from(config, "hex"))).toEqual(expected);
});
