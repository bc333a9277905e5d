/** Cameras that hang up, say nothing, or name addresses and channels that are not theirs. */
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { type Asked, type CameraScript, closing, keyNals, slice } from "#test/support/scripted-camera.ts";
import { Pace } from "#recorder/ingest/pace.ts";
import { PPS, SPS_640X360 } from "#test/support/test-source.ts";

const { camera, view } = closing(afterEach);
const nalsOf = (i: number): Buffer[] => (i % 5 === 0 ? keyNals() : [slice(false)]);
const play: NonNullable<CameraScript["play"]> = (line) =>
  line.every(5, (i) => line.write(line.picture(nalsOf(i), i * 3000)));
const status = ({ headers }: Asked, text: string, more = ""): string =>
  `RTSP/1.0 ${text}\r\nCSeq: ${headers.get("cseq")}\r\n${more}\r\n`;
const sets = [SPS_640X360, PPS].map((set) => set.toString("base64")).join(",");
const media = (...lines: string[]): string[] => ["m=video 0 RTP/AVP 96", ...lines, "a=control:trackID=0"];
const h264 = "a=rtpmap:96 H264/90000";

async function shows(script: CameraScript, more: Parameters<typeof view>[1] = {}) {
  const source = await camera({ play, ...script });
  const viewing = await view(source.url, { stallMs: 1000, ...more });
  await eventually(() => viewing.units.length > 8, "pictures");
  expect(viewing.units.every(({ broken }) => !broken)).toBe(true);
  return { source, viewing };
}
describe("requests", () => {
  test("a camera that never says what it knows is described all the same", async () => {
    await shows({ answer: (asked, usual) => (asked.method === "OPTIONS" ? null : usual) });
  });
  test("a camera that hangs up when it is asked what it knows is called again", async () => {
    await shows({
      answer: (asked, usual) => (asked.method === "OPTIONS" ? null : usual),
      hangsUp: ({ method }) => method === "OPTIONS",
    });
  });
  test("a camera that lets nobody ask what it knows is described", async () => {
    await shows(
      {
        answer: (asked, usual) =>
          asked.method === "OPTIONS"
            ? status(asked, "401 Unauthorized", 'WWW-Authenticate: Basic realm="x"\r\n')
            : usual,
      },
      { username: "a", password: "b" },
    );
  });
  test("a nonce of one use", async () => {
    let n = 0;
    await shows(
      {
        answer: (asked, usual) => {
          const given = asked.headers.get("authorization") ?? "";
          const ok = given.includes(`nonce="n${n}"`);
          n += ok ? 1 : 0;
          return ok
            ? usual
            : status(asked, "401 Unauthorized", `WWW-Authenticate: Digest realm="c", nonce="n${n}"\r\n`);
        },
      },
      { username: "a", password: "b" },
    );
  });
  test("a nonce of one use, announced before", async () => {
    let n = 0;
    await shows(
      {
        answer: (asked, usual) => {
          const given = asked.headers.get("authorization") ?? "";
          if (!given.includes(`nonce="n${n}"`))
            return status(
              asked,
              "401 Unauthorized",
              `WWW-Authenticate: Digest realm="c", nonce="n${n}", qop="auth"\r\n`,
            );
          n += 1;
          return usual.replace("\r\n", `\r\nAuthentication-Info: nextnonce="n${n}"\r\n`);
        },
      },
      { username: "a", password: "b" },
    );
  });
  test("a channel other than asked", async () => {
    await shows({
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
    await shows({
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
  test.each(["405 Method Not Allowed", "454 Session Not Found", "551 Option not supported", "400 Bad Request"])(
    "a keep-alive that is refused with %s",
    async (text) => {
      const { viewing } = await shows({
        answer: (asked, usual) =>
          asked.method === "GET_PARAMETER" ? status(asked, text) : usual.replace("timeout=60", "timeout=1"),
      });
      const before = viewing.units.length;
      await eventually(() => viewing.units.length > before + 250, "pictures", 8000);
      expect(viewing.ended).toBeNull();
    },
  );
  test("a keep-alive at which the camera hangs up is not sent again", async () => {
    const pace = new Pace(1000);
    const source = await camera({
      answer: (asked, usual) => (asked.method === "GET_PARAMETER" ? null : usual.replace("timeout=60", "timeout=1")),
      hangsUp: ({ method }) => method === "GET_PARAMETER",
      play,
    });
    const first = await view(source.url, { pace });
    await eventually(() => first.ended !== null, "its end");
    const second = await view(source.url, { pace });
    await eventually(() => second.units.length > 250, "pictures", 8000);
    expect(second.ended).toBeNull();
    expect(source.said.filter((said) => said.startsWith("GET_PARAMETER"))).toHaveLength(1);
  });
  test("PLAY is answered with another session", async () => {
    await shows({ answer: (asked, usual) => (asked.method === "PLAY" ? usual.replace("4711", "999") : usual) });
  });
  test("only its own address plays", async () => {
    await shows({
      answer: (asked, usual) =>
        asked.method === "PLAY" && asked.url.endsWith("/live/")
          ? status(asked, "460 Only aggregate operation allowed")
          : usual,
    });
  });
  test("a base at another host", async () => {
    await shows({
      described: () => "Content-Base: rtsp://10.1.1.1:554/live/\r\n",
      answer: (asked, usual) =>
        asked.method === "SETUP" && !asked.url.includes("127.0.0.1") ? status(asked, "404 Not Found") : usual,
    });
  });
  test("a base at another host, refused as a bad request", async () => {
    await shows({
      described: () => "Content-Base: rtsp://10.1.1.1:554/live/\r\n",
      answer: (asked, usual) =>
        asked.method === "SETUP" && !asked.url.includes("127.0.0.1") ? status(asked, "400 Bad Request") : usual,
    });
  });
  test("a track at another host", async () => {
    await shows({
      media: media(h264).map((l) => l.replace("trackID=0", "rtsp://192.168.0.10:554/live/trackID=0")),
      answer: (asked, usual) =>
        asked.method === "SETUP" && !asked.url.includes("127.0.0.1") ? status(asked, "404 Not Found") : usual,
    });
  });
  test("a base without scheme", async () => {
    await shows({
      described: () => "Content-Base: /live/\r\n",
      answer: (asked, usual) =>
        asked.method === "SETUP" && !/^rtsp:.*\/live\/trackID=0$/.test(asked.url)
          ? status(asked, "404 Not Found")
          : usual,
    });
  });
  test("a base twice, the first one empty", async () => {
    await shows({
      described: (url) => `Content-Base:\r\nContent-Base: ${url}/\r\n`,
      answer: (asked, usual) =>
        asked.method === "SETUP" && !asked.url.endsWith("/live/trackID=0") ? status(asked, "404 Not Found") : usual,
    });
  });
});

describe("descriptions", () => {
  test.each<[string, string[]]>([
    ["IPv6", ["c=IN IP6 ::", ...media(h264)]],
    ["two videos, the first unknown", ["m=video 0 RTP/AVP 98", "a=rtpmap:98 VP9/90000", "a=control:x", ...media(h264)]],
    [
      "metadata first",
      ["m=application 0 RTP/AVP 107", "a=rtpmap:107 vnd.onvif.metadata/90000", "a=control:meta", ...media(h264)],
    ],
    ["a media line without formats", ["m=video 0 RTP/AVP", h264, "a=control:trackID=0"]],
    ["a=control at session, twice", ["a=control:*", "a=control:rtsp://x/", ...media(h264)]],
    ["old mac line ends", [media(h264).join("\r")]],
    ["a video section named in capitals", media(h264).map((l) => l.replace("m=video", "m=VIDEO"))],
    ["packetization mode 2", media(h264, `a=fmtp:96 packetization-mode=2;sprop-parameter-sets=${sets}`)],
    ["attributes with blanks", media(h264).map((l) => l.replace("a=", "a= "))],
    ["a dynamic type named in another case", media("a=rtpmap:96 h264/90000")],
    ["x-H264", media("a=rtpmap:96 X-H264/90000")],
    ["rtpmap below another section's", ["m=video 0 RTP/AVP 96", "a=control:trackID=0", "a=rtpmap:96 H264/90000/1"]],
    ["no rtpmap and no fmtp", media()],
    ["SAVP", media(h264).map((l) => l.replace("RTP/AVP", "RTP/AVPF"))],
    ["leading blanks", media(h264).map((l) => ` ${l}`)],
  ])("with %s", async (_, lines) => {
    await shows({ media: lines });
  });
});
