/** Logins, answers and descriptions of cameras whose makers have not read the standards: each of them can be watched. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { createServer } from "node:tls";
import { describe, expect, test } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import type { Asked, CameraScript } from "#test/support/scripted-camera.ts";
import { selfSigned } from "#test/support/machine/certificate.ts";
import { H264, play, refused, showing, video } from "./showing.ts";

const { camera, view, later, showsWhole } = showing();
/** TLS 1.0 and nothing newer. */
const OLD = { minVersion: "TLSv1", maxVersion: "TLSv1", ciphers: "DEFAULT:@SECLEVEL=0" } as const;
const hash = (text: string): string => createHash("md5").update(text).digest("hex");
const LOGIN = { username: "admin", password: "secret" };

/** Takes a digest of this realm for the nonce n1. */
const asks =
  (challenge: string, realm: string, status = "401 Unauthorized"): NonNullable<CameraScript["answer"]> =>
  (asked, usual) => {
    const given = asked.headers.get("authorization") ?? "";
    const field = (of: string): string => new RegExp(`[ ,]${of}="([^"]*)"`).exec(given)?.[1] ?? "";
    const wanted = hash(`${hash(`admin:${realm}:secret`)}:n1:${hash(`${asked.method}:${field("uri")}`)}`);
    const isTaken = field("response") === wanted && field("nonce") === "n1";
    return isTaken ? usual : refused(asked, status, `WWW-Authenticate: ${challenge}\r\n`);
  };

describe("a login that is asked for", () => {
  test.each<[string, string, string]>([
    ["in single quotes", "Digest realm='cam one', nonce='n1'", "cam one"],
    ["without quotes around a blank", "Digest realm=IP Camera, nonce=n1, algorithm=MD5", "IP Camera"],
    ["without quotes around a blank at the end", 'Digest nonce="n1", realm=IP Camera', "IP Camera"],
    ["with a quote that is not closed", 'Digest realm="r", nonce="n1', "r"],
    ["without commas", "Digest realm=r nonce=n1 algorithm=MD5", "r"],
    ["with several algorithms in one", 'Digest realm="r", nonce="n1", algorithm="MD5,SHA-256"', "r"],
    ["with no algorithm by name", 'Digest realm="r", nonce="n1", algorithm=none', "r"],
  ])("%s", async (_, challenge, realm) => {
    await showsWhole({ answer: asks(challenge, realm) }, LOGIN);
  });

  test("as something forbidden", async () => {
    await showsWhole({ answer: asks('Digest realm="r", nonce="n1"', "r", "403 Forbidden") }, LOGIN);
  });
});

describe("answers", () => {
  test("each behind the zero that ends a text in memory", async () => {
    // The first ones only: a camera that plays is found by its packets.
    await showsWhole({ answer: ({ method }, usual) => (method === "OPTIONS" ? `\0${usual}` : `${usual}\0`) });
  });

  test.each<[string, string | null]>([
    ["come twice, the second one late", null],
    ["come behind a greeting", "RTSP/1.0 200 Hello\r\n\r\n"],
  ])("that %s are told from the right one", async (_, greeting) => {
    await showsWhole({
      answer: ({ method }, usual) => {
        if (method === "DESCRIBE") return null;
        return method === "OPTIONS" ? (greeting ?? usual) : usual;
      },
      describe: (socket, usual) => {
        socket.write("RTSP/1.0 200 OK\r\nCSeq: 1\r\nPublic: DESCRIBE\r\n\r\n");
        setTimeout(() => socket.write(usual), 50);
      },
    });
  });

  test.each<[string, (usual: string) => string]>([
    ["the number of the first request", (usual) => usual.replace(/CSeq: \d+/, "CSeq: 1")],
    ["the number before", (usual) => usual.replace(/CSeq: (\d+)/, (_, n) => `CSeq: ${Number(n) - 1}`)],
  ])("that all have %s belong to the request that waits", async (_, change) => {
    await showsWhole({ answer: (__, usual) => change(usual) });
  });
});

describe("DESCRIBE", () => {
  test("that must not say what is accepted", async () => {
    await showsWhole({
      answer: (asked, usual) =>
        asked.method === "DESCRIBE" && asked.headers.has("accept") ? refused(asked, "406 Not Acceptable") : usual,
    });
  });

  test("elsewhere, as the answer to OPTIONS says", async () => {
    const isThere = ({ url }: Asked): boolean => url.endsWith("/two");
    await showsWhole({
      answer: (asked, usual, url) => {
        if (asked.method === "OPTIONS" && !isThere(asked))
          return refused(asked, "302 Found", `Location: ${url.replace(/live$/, "two")}\r\n`);
        return asked.method === "DESCRIBE" && !isThere(asked) ? refused(asked, "404 Not Found") : usual;
      },
    });
  });
});

test.each(["404 Not Found", "453 Not Enough Bandwidth", "503 Service Unavailable"])(
  "of two videos, one of which is refused with %s, the other one is taken",
  async (status) => {
    const second = ["m=video 0 RTP/AVP 96", H264, "a=control:second"];
    const { viewing } = await showsWhole({
      media: [...video(H264), ...second],
      answer: (asked, usual) =>
        asked.method === "SETUP" && !asked.url.endsWith("second") ? refused(asked, status) : usual,
    });
    expect(viewing.codes).toEqual(["camera/video-refused"]);
  },
);

describe("descriptions", () => {
  test.each(["AVC1", "MPEG4-AVC"])("of H.264 by the name of %s", async (name) => {
    await showsWhole({ media: video(`a=rtpmap:96 ${name}/90000`) });
  });

  const pieces =
    (payloadType: number, payload: Buffer): NonNullable<CameraScript["play"]> =>
    (line) =>
      line.every(20, (i) => {
        line.write(line.packet(Buffer.from([0x41, 0x9a, 1]), i * 1800, true));
        line.write(line.packet(payload, i * 320, true, { channel: 2, payloadType, ssrc: 9, sequence: i }));
      });
  const unit = Buffer.concat([Buffer.from([0, 16, 1, 0x40]), Buffer.alloc(40, 0x21)]);
  test.each<[string, string[], Buffer]>([
    ["µ-law as G711U", ["a=rtpmap:97 G711U/8000"], Buffer.alloc(160, 3)],
    ["A-law as G711A", ["a=rtpmap:97 G711A/8000"], Buffer.alloc(160, 3)],
    ["AAC by a config of zeros", ["a=rtpmap:97 MPEG4-GENERIC/16000", "a=fmtp:97 mode=AAC-hbr;config=0000"], unit],
    ["AAC by a config without channels", ["a=rtpmap:97 MPEG4-GENERIC/16000", "a=fmtp:97 config=1400"], unit],
  ])("of %s give sound", async (_, lines, payload) => {
    const media = [...video(H264), "m=audio 0 RTP/AVP 97", ...lines, "a=control:trackID=1"];
    const source = await camera({ media, play: pieces(97, payload) });
    const heard = await view(source.url);
    await eventually(() => heard.sounds.length > 5, "sound");
    expect(heard.codes).toEqual([]);
  });
});

test("encryption of old firmware is taken", async () => {
  const source = await camera({ play });
  const server = createServer({ ...selfSigned("camera"), ...OLD }, (socket) => {
    const behind = connect(Number(new URL(source.url).port), "127.0.0.1");
    for (const one of [socket, behind]) one.on("error", () => undefined);
    socket.pipe(behind).pipe(socket);
  }).listen(0, "127.0.0.1");
  later({ close: () => void server.close() });
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const viewing = await view(`rtsps://127.0.0.1:${port}/live`);
  await eventually(() => viewing.units.length > 12, "pictures");
});
