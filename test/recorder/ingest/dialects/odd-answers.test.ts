/** Answers and descriptions that are wrong by the letter, and clear to everybody who wants to see a picture. */
import { describe, expect, test } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { type Asked } from "#test/support/scripted-camera.ts";
import { PPS, SPS_320X180, SPS_640X360 } from "#test/support/test-source.ts";
import { H264, play, showing, video } from "./showing.ts";

export const { camera, view, shows } = showing();
const sets = [SPS_640X360, PPS].map((set) => set.toString("base64")).join(",");

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
    const source = await camera({
      play,
      answer: ({ headers }, usual) =>
        headers.has("authorization")
          ? usual
          : `RTSP/1.0 401 Unauthorized\r\nCSeq: ${headers.get("cseq")}\r\nWWW-Authenticate: Digest realm="cam", nonce="n"\r\nConnection: close\r\n\r\n`,
      hangsUp: ({ headers }) => !headers.has("authorization"),
    });
    const { units } = await view(source.url.replace("rtsp://", "rtsp://admin:secret@"), { stallMs: 4000 });
    await eventually(() => units.length > 8, "pictures");
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
    ["a map without a rate", video("a=rtpmap:96 H264", `a=fmtp:96 sprop-parameter-sets=${sets}`)],
    ["a map without a rate, and no parameters", video("a=rtpmap:96 H264")],
    ["parameter sets that are none", video(H264, "a=fmtp:96 packetization-mode=1; sprop-parameter-sets=!!!!,####")],
    [
      "parameter sets of another camera",
      video(H264, `a=fmtp:96 sprop-parameter-sets=${SPS_320X180.toString("base64")},aM4xsg==`),
    ],
    [
      "parameters with blanks around their signs",
      video(H264, `a=fmtp:96 packetization-mode = 1 ; sprop-parameter-sets = ${sets} ;`),
    ],
    ["parameters in other letters", video(H264, `a=FMTP:96 Packetization-Mode=1;SPROP-PARAMETER-SETS=${sets}`)],
    ["a mark of byte order", ["\ufeffa=x", ...video(H264)]],
    ["zeros at the ends of lines", video(H264).map((line) => `${line}\0`)],
    ["a rate of pictures that is none", video(H264, "a=framerate:0", "a=framerate:NaN")],
    ["a rate of pictures with a comma", video(H264, "a=framerate:12,5")],
    [
      "a track that is switched off before the one that sends",
      ["m=video 0 RTP/AVP 97", "a=rtpmap:97 H264/90000", "a=inactive", "a=control:off", ...video(H264)],
    ],
    ["a secure profile's name", video(H264).map((line) => line.replace("RTP/AVP", "RTP/AVP/TCP"))],
    ["a port with a count", video(H264).map((line) => line.replace("video 0", "video 5004/2"))],
    [
      "hundreds of lines that nobody knows",
      video(...Array.from({ length: 400 }, (_, i) => `a=x-odd-${i}:${"y".repeat(40)}`), H264),
    ],
  ])("with %s are understood", async (_, lines) => {
    const { viewing } = await shows({ media: lines });
    expect(viewing.sizes.at(-1)).toBe("h264 640x360");
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
