import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AudioDepacketizer } from "#recorder/rtp/audio-depacketizer.ts";
import { parseH264Sps } from "#recorder/formats/h264-sps.ts";
import { parseH265Sps } from "#recorder/formats/h265-sps.ts";
import { MAX_PICTURE_BYTES, NalDepacketizer } from "#recorder/rtp/nal-depacketizer.ts";
import { h264, h265 } from "#recorder/formats/nal-format.ts";
import { parseSenderReport } from "#recorder/rtp/rtcp.ts";
import { writeRtp } from "#recorder/rtp/rtp-packet.ts";
import { RtpReceiver } from "#recorder/rtp/rtp-receiver.ts";
import { parseChallenge, RtspAuth } from "#recorder/rtp/rtsp-auth.ts";
import { MAX_BODY_BYTES, MAX_HEADER_BYTES, RtspWireError, RtspWireParser } from "#recorder/rtp/rtsp-wire.ts";
import { parseSdp, sdpParameterSets } from "#recorder/rtp/sdp.ts";
import { VideoTrack } from "#recorder/ingest/video-track.ts";
import { PPS, SPS_640X360 } from "#test/support/test-source.ts";

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const runs = { numRuns: 300 };

/** Flips, cuts and doubles bytes of something valid. */
const mutated = (valid: Buffer): fc.Arbitrary<Buffer> =>
  fc
    .tuple(fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 8 }), fc.nat(valid.length))
    .map(([edits, cut]) => {
      const copy = Buffer.from(valid);
      for (const [at, value] of edits) copy[at] = value;
      return cut % 3 === 0 ? copy.subarray(0, cut) : copy;
    });

describe("no bytes from a camera make it throw", () => {
  test("RTP into pictures and sound", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(bytes, fc.boolean(), fc.nat(3), fc.nat(70_000))), fc.boolean(), (packets, hevc) => {
        const format = hevc ? h265 : h264;
        const track = new VideoTrack(format, [SPS_640X360, PPS], 0, {
          config: () => {},
          jumped: () => {},
          unit: () => {},
        });
        const nals = new NalDepacketizer(format, (group) => track.push(group, 1000));
        const aac = {
          info: { codec: "aac", sampleRate: 16_000, channels: 1 } as const,
          config: Buffer.alloc(2),
          sizeBits: 13,
          indexBits: 3,
          indexDeltaBits: 3,
          samplesPerFrame: 1024,
        };
        const sound = new AudioDepacketizer(aac, () => {});
        const receiver = new RtpReceiver(96, 90_000, true, (packet, lost) => {
          nals.push(packet, lost);
          sound.push(packet, lost);
        });
        for (const [payload, marker, time, sequence] of packets) {
          receiver.push(
            writeRtp({ payloadType: 96, marker, sequence, timestamp: time * 3000, ssrc: 1, payload }),
            time,
          );
          receiver.push(payload, time);
          receiver.receiverReport(time);
        }
      }),
      runs,
    );
  });

  test("parameter sets, SDP, challenges, sender reports", () => {
    const hevcSps = Buffer.from(
      "420101016000000300900000030000030078a003c08010e5964a924caf016808000003000800000300c840",
      "hex",
    );
    fc.assert(
      fc.property(mutated(SPS_640X360), mutated(hevcSps), bytes, fc.string(), (sps, hevc, any, text) => {
        for (const parsed of [parseH264Sps(sps), parseH265Sps(hevc), parseH264Sps(any), parseH265Sps(any)])
          if (parsed) expect(parsed.width * parsed.height).toBeLessThanOrEqual(16_384 ** 2);
        for (const media of parseSdp(`m=video 0 RTP/AVP 96\r\na=fmtp:96 ${text}\r\n${any.toString("latin1")}`).media)
          sdpParameterSets(media);
        parseChallenge(text);
        const auth = new RtspAuth("a", "b");
        if (auth.challenge([`Digest ${text}`, any.toString("latin1")])) auth.authorize("PLAY", "rtsp://x");
        parseSenderReport(any);
      }),
      runs,
    );
  });

  test("RTSP: either understood or refused with our own error, in whatever pieces it comes", () => {
    const valid = Buffer.concat([
      Buffer.from("RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 3\r\n\r\nabc"),
      Buffer.from([0x24, 0, 0, 4, 1, 2, 3, 4]),
      Buffer.from("RTSP/1.0 401 Unauthorized\r\nCSeq: 2\r\nWWW-Authenticate: Basic realm=x\r\n\r\n"),
    ]);
    fc.assert(
      fc.property(
        fc.oneof(mutated(valid), bytes),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        (input, cuts) => {
          const parser = new RtspWireParser({ message: () => {}, packet: () => {} });
          try {
            for (let at = 0, i = 0; at < input.length; i++) {
              const length = cuts[i % cuts.length] ?? 1;
              parser.feed(input.subarray(at, at + length));
              at += length;
            }
          } catch (error) {
            expect(error).toBeInstanceOf(RtspWireError);
          }
        },
      ),
      runs,
    );
  });

  test("pieces of every size give the same messages and packets", () => {
    const input = Buffer.concat([
      Buffer.from("RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 3\r\n\r\nabc"),
      Buffer.from([0x24, 5, 0, 2, 7, 8, 0x24, 1, 0, 0]),
      Buffer.from("OPTIONS * RTSP/1.0\r\nCSeq: 9\r\n\r\n"),
    ]);
    for (let size = 1; size <= input.length; size++) {
      const seen: string[] = [];
      const parser = new RtspWireParser({
        message: ({ startLine, body }) => seen.push(`${startLine}|${body}`),
        packet: (channel, packet) => seen.push(`${channel}:${packet.toString("hex")}`),
      });
      for (let at = 0; at < input.length; at += size) parser.feed(input.subarray(at, at + size));
      expect(seen).toEqual(["RTSP/1.0 200 OK|abc", "5:0708", "1:", "OPTIONS * RTSP/1.0|"]);
    }
  });

  test("heads and bodies beyond the limits are refused before they are kept", () => {
    const feed = (text: string) => () =>
      new RtspWireParser({ message: () => {}, packet: () => {} }).feed(Buffer.from(text));
    expect(feed(`RTSP/1.0 200 OK\r\nX: ${"x".repeat(MAX_HEADER_BYTES)}`)).toThrow(RtspWireError);
    expect(feed(`RTSP/1.0 200 OK\r\nContent-Length: ${MAX_BODY_BYTES + 1}\r\n\r\n`)).toThrow(RtspWireError);
    expect(feed("RTSP/1.0 200 OK\r\nContent-Length: -5\r\n\r\n")).toThrow(RtspWireError);
    expect(feed(`RTSP/1.0 200 OK\r\n${"A: b\r\n".repeat(500)}\r\n`)).toThrow(RtspWireError);
    expect(feed("garbage")).toThrow(RtspWireError);
  });

  test("a fragment that never ends does not grow without bound", () => {
    const before = process.memoryUsage().arrayBuffers;
    const depacketizer = new NalDepacketizer(h264, () => {});
    const piece = Buffer.concat([Buffer.from([28, 0x05]), Buffer.alloc(1400)]);
    const start = Buffer.from([28, 0x85, 0]);
    for (let i = 0; i < 100_000; i++)
      depacketizer.push(
        {
          payloadType: 96,
          marker: false,
          sequence: i,
          timestamp: 0,
          ssrc: 1,
          payload: i % 1000 === 0 ? start : Buffer.from(piece),
        },
        false,
      );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MAX_PICTURE_BYTES * 20);
  });
});
