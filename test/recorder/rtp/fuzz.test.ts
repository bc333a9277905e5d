import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AudioDepacketizer } from "#recorder/rtp/payloads/audio-depacketizer.ts";
import { headerSegments } from "#recorder/formats/jpeg-header.ts";
import { parseH264Sps } from "#recorder/formats/h264-sps.ts";
import { parseH265Sps } from "#recorder/formats/h265-sps.ts";
import { MAX_FRAME_BYTES, NalDepacketizer } from "#recorder/rtp/payloads/nal-depacketizer.ts";
import { h264, h265 } from "#recorder/formats/nal-format.ts";
import { parseSenderReport } from "#recorder/rtp/rtcp.ts";
import { writeRtp } from "#recorder/rtp/rtp-packet.ts";
import { RtpReceiver } from "#recorder/rtp/rtp-receiver.ts";
import { parseChallenge, parseChallenges, RtspAuth } from "#recorder/rtp/rtsp-auth.ts";
import { MAX_BODY_BYTES, MAX_HEADER_BYTES, RtspWireError, RtspWireParser } from "#recorder/rtp/rtsp-wire.ts";
import { parseSdp, sdpParameterSets } from "#recorder/rtp/sdp.ts";
import { baseUrl, controlUrls } from "#recorder/ingest/sources/control-address.ts";
import { chooseTracks } from "#recorder/ingest/sources/track-choice.ts";
import { VideoReception } from "#recorder/ingest/sources/video-reception.ts";
import { VideoTrack } from "#recorder/ingest/video-track.ts";
import { PPS, SPS_640X360 } from "#test/support/test-source.ts";
import { bytes, mutated, runs } from "./fuzz-bytes.ts";

describe("no bytes from a camera make it throw", () => {
  test("RTP packets become pictures and sound", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(bytes, fc.boolean(), fc.nat(3), fc.nat(70_000))), fc.boolean(), (packets, hevc) => {
        const format = hevc ? h265 : h264;
        const track = new VideoTrack(format, [SPS_640X360, PPS], 0, {
          config: () => {},
          jumped: () => {},
          unit: () => {},
        });
        const nals = new NalDepacketizer(format, (group) => track.push(group));
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

  test("parameter sets, SDP, challenges and sender reports are read or refused", () => {
    const hevcSps = Buffer.from(
      "420101016000000300900000030000030078a003c08010e5964a924caf016808000003000800000300c840",
      "hex",
    );
    fc.assert(
      fc.property(mutated(SPS_640X360), mutated(hevcSps), bytes, fc.string(), (sps, hevc, any, text) => {
        for (const parsed of [parseH264Sps(sps), parseH265Sps(hevc), parseH264Sps(any), parseH265Sps(any)])
          if (parsed) expect(parsed.width * parsed.height).toBeLessThanOrEqual(16_384 ** 2);
        for (const challenge of parseChallenges(`${text}, Basic realm="x", Digest ${text}`))
          expect(challenge.scheme).toMatch(/basic|digest/);
        headerSegments(any);
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

  test("RTSP is either understood or refused with our own error, in whatever pieces it comes", () => {
    const valid = Buffer.concat([
      Buffer.from("RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 3\r\n\r\nabc"),
      Buffer.from([0x24, 0, 0, 4, 1, 2, 3, 4]),
      Buffer.from("RTSP/1.0 401 Unauthorized\r\nCSeq: 2\r\nWWW-Authenticate: Basic realm=x\r\n\r\n"),
    ]);
    fc.assert(
      fc.property(
        fc.oneof(mutated(valid), bytes),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        fc.boolean(),
        (input, cuts, isForgiving) => {
          const parser = new RtspWireParser({
            message: () => {},
            packet: () => {},
            ...(isForgiving ? { strayed: () => {} } : {}),
          });
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

  const sdp = [
    "v=0",
    "a=control:*",
    "m=video 0 RTP/AVP 96 97",
    "a=rtpmap:96 H264/90000",
    "a=rtpmap:97 H265/90000",
    `a=fmtp:96 packetization-mode=1;sprop-parameter-sets=${SPS_640X360.toString("base64")},${PPS.toString("base64")}`,
    "a=framesize:96 2592-1944",
    "a=control:trackID=0",
    "m=audio 0 RTP/AVP 0 98",
    "a=rtpmap:98 MPEG4-GENERIC/16000/1",
    "a=fmtp:98 config=1408;sizelength=13;indexlength=3;indexdeltalength=3",
    "a=sendonly",
  ].join("\r\n");

  test("tracks are chosen from any description of a session, and each address of a track fits into a request line", () => {
    fc.assert(
      fc.property(mutated(Buffer.from(sdp)), fc.string(), (bytes, base) => {
        const description = parseSdp(bytes.toString("latin1"));
        const { videos, audio } = chooseTracks(description);
        const video = videos.flat();
        for (const media of [...video, ...(audio ? [audio.media] : [])])
          for (const url of controlUrls(media.control, baseUrl(base, "rtsp://camera/live")))
            expect(url).toMatch(/^rtsps?:\/\/[\x21-\x7e]+$/i);
        for (const media of video) {
          const reception = new VideoReception([media], {
            config: () => {},
            jumped: () => {},
            unit: () => {},
            frame: () => {},
            otherCodec: () => undefined,
          });
          expect(reception.described?.width ?? 1).toBeGreaterThan(0);
        }
      }),
      runs,
    );
  });

  test("slices, markers and start codes in any order neither lose nor repeat data", () => {
    const unit = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean());
    fc.assert(
      fc.property(fc.array(fc.array(unit, { minLength: 1, maxLength: 4 }), { maxLength: 20 }), (pictures) => {
        const sent: string[] = [];
        const came: string[] = [];
        const depacketizer = new NalDepacketizer(h264, ({ nals }) =>
          came.push(...nals.map((nal) => nal.toString("hex"))),
        );
        let number = 0;
        for (const [i, units] of pictures.entries())
          for (const [n, [key, marker, prefixed]] of units.entries()) {
            const nal = Buffer.from([
              key ? 0x65 : 0x41,
              n === 0 ? 0x80 : 0x41,
              0x40 | (number & 63),
              0x40 | (number++ >> 6),
            ]);
            sent.push(nal.toString("hex"));
            const payload = prefixed ? Buffer.concat([Buffer.from([0, 0, 1]), nal]) : nal;
            const packet = { payloadType: 96, marker, sequence: number, timestamp: i * 3000, ssrc: 1, payload };
            depacketizer.push(packet, false);
          }
        for (let i = 0; i < 2; i++) depacketizer.release();
        depacketizer.push(
          { payloadType: 96, marker: true, sequence: 0, timestamp: 1, ssrc: 1, payload: Buffer.from([9, 0xf0]) },
          false,
        );
        expect(came.slice(0, sent.length)).toEqual(sent);
      }),
      runs,
    );
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
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MAX_FRAME_BYTES * 20);
  });
});
