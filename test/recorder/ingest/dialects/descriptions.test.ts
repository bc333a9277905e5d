/** Descriptions of sessions in which something is odd, or something that is not understood. */
import { describe, expect, test } from "vitest";
import { failure } from "#domain/failures/failure.ts";
import { TroubleError } from "#recorder/net/trouble.ts";
import { PPS, SPS_640X360 } from "#test/support/test-source.ts";
import { H264, showing, video } from "./showing.ts";

const { camera, view, shows, showsWhole } = showing();
const h264 = (...more: string[]): string[] => video(H264, ...more);
const sound = (...more: string[]): string[] => ["m=audio 0 RTP/AVP 8", ...more, "a=control:trackID=1"];
const sets = [SPS_640X360, PPS].map((set) => set.toString("base64")).join(",");

describe("descriptions", () => {
  test.each<[string, string[]]>([
    ["IPv6", ["c=IN IP6 ::", ...video(H264)]],
    ["IPv6 everywhere", ["o=- 1 1 IN IP6 fe80::1", "c=IN IP6 ::", ...video(H264, "c=IN IP6 ff02::1/3")]],
    ["two videos, the first unknown", ["m=video 0 RTP/AVP 98", "a=rtpmap:98 VP9/90000", "a=control:x", ...video(H264)]],
    [
      "metadata first",
      ["m=application 0 RTP/AVP 107", "a=rtpmap:107 vnd.onvif.metadata/90000", "a=control:meta", ...video(H264)],
    ],
    ["a media line without formats", ["m=video 0 RTP/AVP", H264, "a=control:trackID=0"]],
    ["a=control at session, twice", ["a=control:*", "a=control:rtsp://x/", ...video(H264)]],
    ["old mac line ends", [video(H264).join("\r")]],
    ["a video section named in capitals", video(H264).map((l) => l.replace("m=video", "m=VIDEO"))],
    ["packetization mode 2", video(H264, `a=fmtp:96 packetization-mode=2;sprop-parameter-sets=${sets}`)],
    ["attributes with blanks", video(H264).map((l) => l.replace("a=", "a= "))],
    ["a dynamic type named in another case", video("a=rtpmap:96 h264/90000")],
    ["x-H264", video("a=rtpmap:96 X-H264/90000")],
    ["rtpmap below another section's", ["m=video 0 RTP/AVP 96", "a=control:trackID=0", "a=rtpmap:96 H264/90000/1"]],
    ["no rtpmap and no fmtp", video()],
    ["SAVP", video(H264).map((l) => l.replace("RTP/AVP", "RTP/AVPF"))],
    ["leading blanks", video(H264).map((l) => ` ${l}`)],
  ])("with %s", async (_, lines) => {
    await showsWhole({ media: lines });
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
