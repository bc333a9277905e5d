/** Channels, reports and payload types that were not agreed, and tracks beside the picture. */
import { describe, expect, test } from "vitest";
import { writeSenderReport } from "#recorder/rtp/rtcp.ts";
import { eventually } from "#test/support/eventually.ts";
import { type CameraScript, keyNals, type PlayedLine } from "#test/support/scripted-camera.ts";
import { H264, nalsOf, refused, showing, video } from "./showing.ts";

const { camera, view, shows, showsWhole } = showing();
const h264 = (...more: string[]): string[] => video(H264, ...more);
const sound = (...more: string[]): string[] => ["m=audio 0 RTP/AVP 8", ...more, "a=control:trackID=1"];

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

  test("a channel other than asked", async () => {
    await showsWhole({
      answer: (_, usual) => usual.replace("interleaved=0-1", "interleaved=6-7"),
      play: (line) =>
        line.every(5, (i) =>
          line.write(
            Buffer.concat(
              nalsOf(i).map((nal, k, all) => line.packet(nal, i * 3000, k === all.length - 1, { channel: 6 })),
            ),
          ),
        ),
    });
  });

  test("packets on a channel that nobody spoke of", async () => {
    await showsWhole({
      play: (line) =>
        line.every(5, (i) =>
          line.write(
            Buffer.concat(
              nalsOf(i).map((nal, k, all) => line.packet(nal, i * 3000, k === all.length - 1, { channel: 4 })),
            ),
          ),
        ),
    });
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
    const { viewing } = await shows({
      play: (line: PlayedLine) =>
        line.every(5, (i) => {
          if (i < 30) line.write(line.picture(nalsOf(i), i * 3000));
          const report = writeSenderReport({ ssrc: 0x11223344, cameraMs: 0, rtpTime: 0, packets: i, octets: i });
          if (i < 30) line.write(channel(1, report));
          if (i === 30) line.write(channel(1, bye(0x11223344)));
        }),
    });
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

  test("reports whose time leaps, and a farewell in mid-stream", async () => {
    const rtcp = (bytes: number[]): Buffer =>
      Buffer.concat([Buffer.from([0x24, 1, 0, bytes.length]), Buffer.from(bytes)]);
    await showsWhole({
      play: (line) =>
        line.every(5, (i) => {
          line.write(
            rtcp([0x80, 200, 0, 6, 1, 2, 3, 4, ...Array.from({ length: 20 }, (_, k) => (k * 31 + i * 77) & 255)]),
          );
          if (i === 5) line.write(rtcp([0x81, 203, 0, 1, 0x11, 0x22, 0x33, 0x44]));
          line.write(line.picture(nalsOf(i), i * 3000));
        }),
    });
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
        ...video(H264),
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
        ...video(H264),
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
      media: [...video(H264), ...["m=audio 0 RTP/AVP 8", "a=control:trackID=7"]],
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
        ...video(H264, "a=recvonly"),
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
      media: [...video(H264), ...["m=audio 0 RTP/AVP 8", "a=control:trackID=7"]],
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
