/** Answers, addresses, descriptions and logins in other forms than the standards have: each of these cameras can be watched. */
import { describe, expect, test } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import type { Asked, CameraScript } from "#test/support/scripted-camera.ts";
import { slice } from "#test/support/scripted-camera.ts";
import { PPS, SPS_640X360 } from "#test/support/test-source.ts";
import { H264, play, refused, showing, video } from "./showing.ts";

const { camera, view, shows, showsWhole } = showing();
const LOGIN = { username: "admin", password: "secret" };

/** The same with another head; the body stays. */
const withHead =
  (change: (head: string) => string): NonNullable<CameraScript["answer"]> =>
  (_, usual) => {
    const at = usual.indexOf("\r\n\r\n") + 4;
    return change(usual.slice(0, at)) + usual.slice(at);
  };

describe("heads", () => {
  const many = (count: number): string => Array.from({ length: count }, (_, i) => `X-${i}: v\r\n`).join("");
  test.each<[string, (head: string) => string]>([
    ["lines that end with CR alone", (head) => head.replaceAll("\r\n", "\r")],
    ["300 lines before those that matter", (head) => head.replace("\r\n", `\r\n${many(300)}`)],
    ["a blank before them", (head) => ` ${head}`],
    ["a mark of byte order before them", (head) => `\u{feff}${head}`],
    ["a session of 1,500 letters", (head) => head.replace("4711", "s".repeat(1500))],
    ["a session with letters of its country", (head) => head.replace("4711", "caf\u{e9}")],
  ])("with %s", async (_, change) => {
    await showsWhole({ answer: withHead(change) });
  });

  test("of HTTP before those of RTSP, and of a web server between packets", async () => {
    const { viewing } = await showsWhole({
      answer: ({ method }, usual) => (method === "PLAY" ? usual : usual.replace("RTSP/1.0", "HTTP/1.1")),
      play: (line) => {
        setTimeout(() => line.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), 30);
        play(line);
      },
    });
    await eventually(() => viewing.units.length > 40, "pictures behind it");
    expect(viewing.ended).toBeNull();
  });

  test("of a web server, and nothing else, are named", async () => {
    const source = await camera({ answer: () => "HTTP/1.0 400 Bad Request\r\n\r\n" });
    await expect(view(source.url)).rejects.toMatchObject({ trouble: { cause: { code: "camera/no-rtsp" } } });
  });
});

describe("a redirect", () => {
  const isThere = ({ url }: Asked): boolean => url.includes("/two");
  const moves = (method: string, status: string): CameraScript => ({
    described: () => "",
    answer: (asked, usual, url) =>
      asked.method === method && !isThere(asked)
        ? refused(asked, status, `Location: ${url.replace(/live$/, "two")}\r\n`)
        : usual,
  });
  test.each([
    ["SETUP", "301 Moved Permanently"],
    ["SETUP", "302 Found"],
    ["SETUP", "305 Use Proxy"],
    ["PLAY", "302 Moved Temporarily"],
    ["PLAY", "307 Temporary Redirect"],
  ])("at %s by %s is followed", async (method, status) => {
    const { source } = await showsWhole(moves(method, status));
    expect(source.said).toContain("PLAY /two");
  });

  test("at SETUP to another host is followed without the login", async () => {
    const other = await camera({ play });
    const at = other.url.replace("127.0.0.1", "localhost");
    const source = await camera({
      answer: (asked, usual) => {
        if (!asked.headers.has("authorization"))
          return refused(asked, "401 Unauthorized", 'WWW-Authenticate: Basic realm="r"\r\n');
        return asked.method === "SETUP" ? refused(asked, "302 Found", `Location: ${at}\r\n`) : usual;
      },
    });
    const viewing = await view(source.url, LOGIN);
    await eventually(() => viewing.units.length > 12, "pictures of the other one");
    expect(other.asked.some(({ headers }) => headers.has("authorization"))).toBe(false);
  });

  test("at PLAY, again and again, ends", async () => {
    const source = await camera({
      answer: (asked, usual, url) =>
        asked.method === "PLAY" ? refused(asked, "302 Found", `Location: ${url}\r\n`) : usual,
    });
    await expect(view(source.url)).rejects.toMatchObject({ trouble: { code: "camera/protocol" } });
    expect(source.connections).toBe(4);
  });

  test("to what is no address of RTSP is refused, and named", async () => {
    const source = await camera({
      answer: (asked, usual) =>
        asked.method === "SETUP" ? refused(asked, "302 Found", "Location: file:///etc/passwd\r\n") : usual,
    });
    await expect(view(source.url)).rejects.toMatchObject({
      trouble: { cause: { code: "camera/redirects", params: { message: expect.stringContaining("file:///") } } },
    });
  });
});

describe("a track's address", () => {
  test.each<[string, (root: string) => string]>([
    ["//host/live/track1", (root) => `${root}/live/track1`],
    ["http://host/live/track1", (root) => `${root}/live/track1`],
    ["streamid=0", (root) => `${root}/livestreamid=0`],
    ['"trackID=0"', (root) => `${root}/live/trackID=0`],
    ["<trackID=0>", (root) => `${root}/live/trackID=0`],
    ["*/trackID=0", (root) => `${root}/live/trackID=0`],
    ["trackID=0;", (root) => `${root}/live/trackID=0`],
    ["trackID=\u{e4}", (root) => `${root}/live/trackID=%C3%A4`],
  ])("%s", async (control, where) => {
    await showsWhole({
      media: ["m=video 0 RTP/AVP 96", H264, `a=control:${control}`],
      described: () => "",
      answer: (asked, usual, url) =>
        asked.method === "SETUP" && asked.url !== where(url.replace(/\/live$/, ""))
          ? refused(asked, "404 Not Found")
          : usual,
    });
  });

  test("behind the other parameters of the address", async () => {
    const source = await camera({
      play,
      media: video(H264),
      described: () => "",
      answer: (asked, usual, url) =>
        asked.method === "SETUP" && asked.url !== `${url}?ch=1&trackID=0` ? refused(asked, "404 Not Found") : usual,
    });
    const viewing = await view(`${source.url}?ch=1`);
    await eventually(() => viewing.units.length > 12, "pictures");
  });
});

describe("descriptions", () => {
  const sets = [SPS_640X360, PPS].map((set) => set.toString("base64")).join(",");
  test.each<[string, string[], number]>([
    ["a rate of 0", video("a=rtpmap:96 H264/0"), 96],
    ["a name of the maker's own", video("a=rtpmap:96 VND.ONVIF.H264/90000"), 96],
    ["a semicolon before the rate", video("a=rtpmap:96 H264;90000"), 96],
    ["a type that is not given out, without a map", ["m=video 0 RTP/AVP 35", "a=control:v"], 35],
    ["a type of sound, without a map", ["m=video 0 RTP/AVP 0", "a=control:v"], 0],
    ["a type that does not exist", ["m=video 0 RTP/AVP 200", "a=rtpmap:200 H264/90000", "a=control:v"], 96],
    ["a type of reports", ["m=video 0 RTP/AVP 72", "a=rtpmap:72 H264/90000", "a=control:v"], 72],
    ["a section of data", ["m=data 0 RTP/AVP 96", H264, "a=control:v"], 96],
  ])("with %s", async (_, media, payloadType) => {
    const { viewing } = await showsWhole({
      media,
      play: (line) =>
        line.every(5, (i) =>
          line.write(line.picture(i % 5 ? [slice(false)] : [SPS_640X360, PPS, slice(true)], i * 3000, { payloadType })),
        ),
    });
    expect(viewing.sizes).toEqual(["h264 640x360"]);
  });

  test.each<[string, string[]]>([
    ["for no type", video(H264, `a=fmtp: packetization-mode=1;sprop-parameter-sets=${sets}`)],
    ["for another type", video(H264, `a=fmtp:97 packetization-mode=1;sprop-parameter-sets=${sets}`)],
    ["behind a blank", video(H264, `a=fmtp:96 packetization-mode=1 sprop-parameter-sets=${sets}`)],
    ["behind a comma", video(H264, `a=fmtp:96 packetization-mode=1, sprop-parameter-sets=${sets}`)],
    ["before the section", [`a=fmtp:96 sprop-parameter-sets=${sets}`, ...video(H264)]],
    ["by the names of H.265", video(H264, `a=fmtp:96 sprop-sps=${sets.replace(",", ";sprop-pps=")}`)],
  ])("whose parameter sets, which come nowhere else, stand %s", async (_, media) => {
    const { viewing } = await shows({
      media,
      play: (line) => line.every(5, (i) => line.write(line.picture([slice(i % 5 === 0)], i * 3000))),
    });
    expect(viewing.sizes).toEqual(["h264 640x360"]);
  });
});

describe("a login", () => {
  const basic = (status: string, more = 'WWW-Authenticate: Basic realm="r"\r\n'): CameraScript => ({
    answer: (asked, usual) =>
      asked.headers.get("authorization") === `Basic ${Buffer.from("admin:secret").toString("base64")}`
        ? usual
        : refused(asked, status, more),
  });
  test.each<[string, CameraScript]>([
    ["as something that is not there", basic("404 Not Found")],
    ["as if of a proxy", basic("407 Proxy Authentication Required")],
    ["without words", basic("401 Unauthorized", "")],
  ])("that is asked for %s", async (_, script) => {
    await showsWhole(script, LOGIN);
  });

  test("without words is not given to who says later what it wants", async () => {
    const source = await camera({
      answer: (asked) =>
        refused(
          asked,
          "401 Unauthorized",
          asked.headers.has("authorization") ? 'WWW-Authenticate: Basic realm="r"\r\n' : "",
        ),
    });
    await expect(view(source.url, LOGIN)).rejects.toMatchObject({ trouble: { code: "camera/auth" } });
    expect(source.asked.filter(({ headers }) => headers.has("authorization")).length).toBeLessThan(5);
  });
});
