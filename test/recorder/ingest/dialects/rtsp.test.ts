import { createHash } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { failure } from "#domain/failures/failure.ts";
import { TroubleError } from "#recorder/net/trouble.ts";
import { redirected } from "#recorder/ingest/sources/redirect.ts";
import { eventually } from "#test/support/eventually.ts";
import { type Asked, type CameraScript, closing, keyNals, slice } from "#test/support/scripted-camera.ts";

const { camera, view } = closing(afterEach);
const play: NonNullable<CameraScript["play"]> = (line) =>
  line.every(5, (i) => line.write(line.picture(i % 5 === 0 ? keyNals() : [slice(false)], i * 3000)));
const media = (control: string): string[] => ["m=video 0 RTP/AVP 96", "a=rtpmap:96 H264/90000", `a=control:${control}`];
const status = ({ headers }: Asked, text: string, more = ""): string =>
  `RTSP/1.0 ${text}\r\nCSeq: ${headers.get("cseq")}\r\n${more}\r\n`;
const troubleOf = async (url: string, more = {}): Promise<unknown> => {
  try {
    await view(url, more);
  } catch (error) {
    return error instanceof TroubleError ? error.trouble : error;
  }
  return null;
};

describe("answers", () => {
  test.each<[string, (usual: string) => string]>([
    ["without CSeq", (usual) => usual.replace(/CSeq: \d+\r\n/, "")],
    ["with another CSeq", (usual) => usual.replace(/CSeq: \d+/, "CSeq: 0")],
    ["with an empty CSeq", (usual) => usual.replace(/CSeq: \d+\r\n/, "CSeq:\r\n")],
    ["with bare line feeds", (usual) => usual.replace(/^[^]*?\r\n\r\n/, (head) => head.replaceAll("\r\n", "\n"))],
    ["with headers in other letters", (usual) => usual.replace(/^[A-Za-z-]+:/gm, (name) => name.toUpperCase())],
    ["with blanks around colons", (usual) => usual.replace(/^(CSeq|Session|Transport): /gm, "$1 :  ")],
    [
      "with folded headers",
      (usual) => usual.replace("RTP/AVP/TCP;", "RTP/AVP/TCP;\r\n ").replace(": OPTIONS,", ":\r\n\tOPTIONS,"),
    ],
    ["with two blanks in the status", (usual) => usual.replace("RTSP/1.0 200", "RTSP/1.0  200")],
    ["without a session", (usual) => usual.replace(/Session: .*\r\n/, "")],
    ["with a session of many words", (usual) => usual.replace(/Session: .*\r\n/, "Session: 4711 ; timeout = 20\r\n")],
    ["without a transport", (usual) => usual.replace(/Transport: .*\r\n/, "")],
    ["with one channel", (usual) => usual.replace(/interleaved=(\d)-\d/, "interleaved=$1")],
  ])("%s are understood", async (_, change) => {
    const source = await camera({ answer: (__, usual) => change(usual), play });
    const { units } = await view(source.url);
    await eventually(() => units.length > 6, "pictures");
  });

  test("an unanswered keep-alive is no trouble while pictures come", async () => {
    const source = await camera({
      answer: (asked, usual) => (asked.method === "GET_PARAMETER" ? null : usual.replace("timeout=60", "timeout=1")),
      play,
    });
    const viewing = await view(source.url, { stallMs: 300 });
    await eventually(() => source.said.includes("GET_PARAMETER /live/"), "a keep-alive", 8000);
    const before = viewing.units.length;
    await eventually(() => viewing.units.length > before + 120, "pictures long after it");
    expect(viewing.ended).toBeNull();
  }, 15_000);

  test.each(["OPTIONS", "GET_PARAMETER"])("a camera that does not know %s is viewed", async (method) => {
    const source = await camera({
      answer: (asked, usual) => (asked.method === method ? status(asked, "501 Not Implemented") : usual),
      play,
    });
    const { units } = await view(source.url);
    await eventually(() => units.length > 6, "pictures");
  });

  test.each([
    ["UDP", "RTP/AVP;unicast;client_port=0-1;server_port=6970-6971"],
    ["multicast", "RTP/AVP;multicast;destination=239.0.0.1;port=5000-5001"],
  ])("another transport than asked (%s) is named at once", async (_, transport) => {
    const source = await camera({ answer: (__, usual) => usual.replace(/Transport: .*/, `Transport: ${transport}`) });
    expect(await troubleOf(source.url)).toEqual(
      failure("camera/protocol", { cause: failure("camera/other-transport", { name: transport }) }),
    );
  });

  test("interleaving where UDP was asked for is named at once", async () => {
    const source = await camera({});
    expect(await troubleOf(source.url, { transport: "udp" })).toMatchObject({
      cause: { code: "camera/other-transport", params: { name: "RTP/AVP/TCP;unicast;interleaved=0-1" } },
    });
  });
});

describe("control addresses", () => {
  /** A camera that knows one address for its track and refuses all others. */
  const knowing = (control: string, right: string, described?: CameraScript["described"]) =>
    camera({
      media: media(control),
      ...(described ? { described } : {}),
      answer: (asked, usual, url) => {
        const path = asked.url.replace(/^rtsp:\/\/[^/]+/, "");
        const isRight = asked.url === right.replace("ROOT", url.replace("/live", "")) || path === right;
        return asked.method === "SETUP" && !isRight ? status(asked, "404 Not Found") : usual;
      },
      play,
    });
  const base =
    (path: string, header = "Content-Base") =>
    (url: string): string =>
      `${header}: ${url.replace("/live", path)}\r\n`;

  test.each<[string, string, CameraScript["described"]]>([
    ["trackID=1", "/live/trackID=1", undefined],
    ["trackID=1", "/live/trackID=1", base("/live")],
    ["trackID=1", "/other/trackID=1", base("/other/", "Content-Location")],
    ["trackID=1", "/live/trackID=1", () => ""],
    ["trackID=1", "/live?x=1/trackID=1", base("/live?x=1")],
    ["trackID=1", "/live/trackID=1?x=1", base("/live?x=1")],
    ["trackID=1", "/trackID=1", base("/live")],
    ["/media/1/video/1", "/media/1/video/1", base("/")],
    ["/media/1/video/1", "/media/1/video/1", base("/live/")],
    ["/trackID=1", "/live/trackID=1", base("/live/")],
    ["../video", "/a/video", base("/a/b/c")],
    ["?track=1", "/live/?track=1", base("/live/")],
    ["*", "/live/", base("/live/")],
    ["rtsp://camera.invalid:554/x/1", "rtsp://camera.invalid:554/x/1", base("/live/")],
  ])("%s is found at %s", async (control, right, described) => {
    const source = await knowing(control, right, described);
    const { units } = await view(source.url);
    await eventually(() => units.length > 3, "pictures");
  });

  test("a base that is no address is passed over", async () => {
    const source = await knowing("track", "/live/track", () => "Content-Base: nonsense with blanks\r\n");
    const { units } = await view(source.url);
    await eventually(() => units.length > 3, "pictures");
  });

  test("a session that is played at the address of the request only", async () => {
    const source = await camera({
      media: ["a=control:rtsp://10.0.0.9/aggregate", ...media("trackID=0")],
      answer: (asked, usual) =>
        asked.method === "PLAY" && asked.url.includes("10.0.0.9") ? status(asked, "404 Not Found") : usual,
      play,
    });
    const { units } = await view(source.url);
    await eventually(() => units.length > 3, "pictures");
  });
});

describe("logins", () => {
  const digest = (algorithm: string, realm: string) => `Digest realm="${realm}", nonce="${realm}-1", ${algorithm}`;
  const right = ({ method, headers }: Asked, hash: "md5" | "sha256", realm: string): boolean => {
    const given = headers.get("authorization") ?? "";
    const field = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(given)?.[1] ?? "";
    const of = (text: string): string => createHash(hash).update(text).digest("hex");
    const expected = of(`${of(`admin:${realm}:secret`)}:${realm}-1:${of(`${method}:${field("uri")}`)}`);
    return given.startsWith("Digest ") && field("realm") === realm && field("response") === expected;
  };
  const challenge = (...headers: string[]): string => headers.map((value) => `WWW-Authenticate: ${value}\r\n`).join("");
  const md5 = digest("algorithm=MD5", "cam, era");
  const sha = digest("algorithm=SHA-256", "strong");

  test.each<[string, string, "md5" | "sha256", string]>([
    ["two headers", challenge('Basic realm="basic"', md5), "md5", "cam, era"],
    ["two headers, the other way", challenge(md5, 'Basic realm="basic"'), "md5", "cam, era"],
    ["one header", challenge(`Basic realm="Digest realm=, x", ${md5}`), "md5", "cam, era"],
    ["one header, the other way", challenge(`${md5}, Basic realm="basic"`), "md5", "cam, era"],
    ["MD5 before SHA-256", challenge(md5, sha), "sha256", "strong"],
    ["three in one header", challenge(`Basic realm="b", ${sha}, ${md5}`), "sha256", "strong"],
    ["SHA-256 beside MD5, of which only MD5 is understood", challenge(sha, md5), "md5", "cam, era"],
    ["a scheme that nobody knows", challenge(`Negotiate, NTLM abc==, ${md5}`), "md5", "cam, era"],
    ["an algorithm that nobody knows", challenge(digest("algorithm=SHA-1", "odd"), md5), "md5", "cam, era"],
    ["a header in other letters", challenge(md5).replace("WWW-Authenticate", "www-authenticate"), "md5", "cam, era"],
  ])("%s", async (_, headers, hash, realm) => {
    const source = await camera({
      answer: (asked, usual) => (right(asked, hash, realm) ? usual : status(asked, "401 Unauthorized", headers)),
      play,
    });
    const { units } = await view(source.url, { username: "admin", password: "secret" });
    await eventually(() => units.length > 3, "pictures");
    expect(await troubleOf(source.url, { username: "admin", password: "wrong" })).toMatchObject({
      code: "camera/auth",
    });
  });
});

describe("redirects", () => {
  const sendsTo = (location: (url: string) => string, isFirst = (url: string) => url.endsWith("/live")) =>
    camera({
      answer: (asked, usual, url) =>
        asked.method === "DESCRIBE" && isFirst(asked.url)
          ? status(asked, "302 Moved", `Location: ${location(url)}\r\n`)
          : usual,
      play,
    });

  test("to another path of the same camera is followed, with the login", async () => {
    const source = await sendsTo((url) => `${url}2`);
    const { units } = await view(source.url);
    await eventually(() => units.length > 3, "pictures");
    expect(source.said).toContain("DESCRIBE /live2");
  });

  test("to a path only is followed", async () => {
    const source = await sendsTo(() => "/other");
    const { units } = await view(source.url);
    await eventually(() => units.length > 3, "pictures");
  });

  const LOGIN = { username: "admin", password: "secret" };
  const onLocalhost = (url: string): string => url.replace("127.0.0.1", "localhost");

  test("to another host is followed without the login", async () => {
    const other = await camera({ play });
    const source = await sendsTo(() => onLocalhost(other.url));
    const { units } = await view(source.url, LOGIN);
    await eventually(() => units.length > 3, "pictures");
    expect(other.asked.every(({ headers }) => !headers.has("authorization"))).toBe(true);
  });

  test("to another host that wants the login is named, and it is not given", async () => {
    const other = await camera({
      answer: (asked) => status(asked, "401 Unauthorized", 'WWW-Authenticate: Basic realm="other"\r\n'),
    });
    const source = await sendsTo(() => onLocalhost(other.url));
    const trouble = await troubleOf(source.url, LOGIN);
    expect(trouble).toMatchObject({ code: "camera/protocol", cause: { code: "camera/redirects" } });
    expect(JSON.stringify(trouble)).toContain(onLocalhost(other.url));
    expect(other.asked.every(({ headers }) => !headers.has("authorization"))).toBe(true);
  });

  test("to where no camera may be is not followed", async () => {
    const source = await sendsTo(() => "rtsp://169.254.169.254/x");
    const network = { allowed: [], allowLoopback: true };
    expect(await troubleOf(source.url, { ...LOGIN, network })).toMatchObject({ code: "camera/forbidden-address" });
  });

  test("to another protocol is not followed, and the address is named", async () => {
    const source = await sendsTo(() => "http://127.0.0.1/x");
    expect(JSON.stringify(await troubleOf(source.url))).toContain("http://127.0.0.1/x");
  });

  test("keeps the login where encryption stays or begins, on the same host only", () => {
    const at = (from: string, to: string) => {
      const { target } = redirected({ url: from, ...LOGIN, transport: "tcp" }, to, "302");
      return `${target.url} ${target.username}`;
    };
    expect(at("rtsp://c/a", "rtsps://c:322/b")).toBe("rtsps://c:322/b admin");
    expect(at("rtsps://c/a", "rtsps://c/b")).toBe("rtsps://c/b admin");
    expect(at("rtsps://c/a", "rtsp://c/b")).toBe("rtsp://c/b ");
    expect(at("rtsps://u:p@c/a", "rtsp://x:y@c/b")).toBe("rtsp://c/b ");
    expect(at("rtsp://u:p@c/a", "rtsp://d/b")).toBe("rtsp://d/b ");
    expect(at("https://u:p@c/a", "http://c/b")).toBe("http://c/b ");
    expect(at("http://u:p@c/a", "/b")).toBe("http://u:p@c/b admin");
  });

  test("in a circle ends", async () => {
    const source = await sendsTo(
      (url) => url,
      () => true,
    );
    expect(await troubleOf(source.url)).toMatchObject({ code: "camera/protocol" });
    expect(source.connections).toBeLessThanOrEqual(4);
  });
});
