import { createHash } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { failure } from "#domain/failures/failure.ts";
import { TroubleError } from "#recorder/net/trouble.ts";
import { StreamHub } from "#recorder/ingest/stream-hub.ts";
import { probeStream } from "#recorder/ingest/stream-probe.ts";
import { eventually } from "#test/support/eventually.ts";
import { jpegFile, MjpegServer, numberOfFile, sendParts } from "#test/support/mjpeg-server.ts";
import { closing } from "#test/support/scripted-camera.ts";
import { listen, quick } from "#test/support/stream-hubs.ts";
import { streamSpec } from "#test/support/stream-spec.ts";

const { view, later } = closing(afterEach);
const serve = async (answer: Parameters<typeof MjpegServer.open>[0]): Promise<MjpegServer> => {
  const server = await MjpegServer.open(answer);
  later(server);
  return server;
};
const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n";
const part = (i: number, head = "\r\n--frame\r\nContent-Type: image/jpeg\r\n", more = ""): Buffer => {
  const jpeg = jpegFile(i);
  return Buffer.concat([Buffer.from(`${head}Content-Length: ${jpeg.length}\r\n${more}\r\n`), jpeg]);
};
const bare = (i: number, before: string, after = ""): Buffer =>
  Buffer.concat([Buffer.from(before, "latin1"), jpegFile(i), Buffer.from(after, "latin1")]);
const chunked = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
/** EXIF holds a whole JPEG file. */
const withThumbnail = (i: number): Buffer => {
  const [file, small] = [jpegFile(i), jpegFile(99, 160, 120, 80)];
  const length = small.length + 8;
  const exif = Buffer.concat([Buffer.from([0xff, 0xe1, length >> 8, length & 255]), Buffer.from("Exif\0\0"), small]);
  return Buffer.concat([Buffer.from("\r\n--frame\r\n\r\n"), file.subarray(0, 2), exif, file.subarray(2)]);
};
const troubleOf = async (url: string, more = {}): Promise<unknown> => {
  try {
    await view(url, more);
  } catch (error) {
    return error instanceof TroubleError ? error.trouble : error;
  }
  return null;
};

describe("MJPEG over HTTP", () => {
  test.each<[string, string, (i: number) => Buffer]>([
    ["as it should be", HEAD, (i) => part(i)],
    ["with a boundary that has its dashes already", HEAD.replace("=frame", "=--frame"), (i) => part(i)],
    ["with a boundary without dashes in the body", HEAD, (i) => part(i, "\r\nframe\r\n")],
    ["with a boundary in quotes", HEAD.replace("=frame", '="frame"'), (i) => part(i)],
    ["without a boundary", HEAD.replace("; boundary=frame", ""), (i) => part(i)],
    ["without lengths", HEAD, (i) => bare(i, "\r\n--frame\r\nContent-Type: image/jpeg\r\n\r\n")],
    ["with wrong lengths", HEAD, (i) => bare(i, "\r\n--frame\r\nContent-Length: 7\r\n\r\n")],
    ["with junk between the parts", HEAD, (i) => bare(i, `--frame\n\n${"\x00\xff\xd8junk".repeat(9)}`, "\r\n\r\n\xff")],
    ["with bare line feeds", HEAD.replaceAll("\r\n", "\n"), (i) => bare(i, "\n--frame\nContent-Type: image/jpeg\n\n")],
    ["with a length of the whole", HEAD.replace("\r\n\r\n", "\r\nContent-Length: 99999999\r\n\r\n"), (i) => part(i)],
    ...["0", "5000", "-1", "99999999999999999999", "10\r\nContent-Length: 20"].map(
      (length): [string, string, (i: number) => Buffer] => [
        `with a length of the whole of ${JSON.stringify(length)}`,
        HEAD.replace("\r\n\r\n", `\r\nContent-Length: ${length}\r\n\r\n`),
        (i) => part(i),
      ],
    ),
    ["as ICY", HEAD.replace("HTTP/1.1", "ICY"), (i) => part(i)],
    ["by HTTP 0.9, without a head", "", (i) => part(i)],
    ["by HTTP 0.9, as files alone", "", (i) => jpegFile(i)],
    ["in small letters", HEAD.toLowerCase(), (i) => part(i)],
    ["behind 100 Continue", `HTTP/1.1 100 Continue\r\n\r\n${HEAD}`, (i) => part(i)],
    ["behind lines that are no headers", HEAD.replace("\r\n", "\r\nthis is none\r\n: x\r\n"), (i) => part(i)],
    ["behind a head of 60 KB", HEAD.replace("\r\n", `\r\nX: ${"y".repeat(60_000)}\r\n`), (i) => part(i)],
    ["in chunks that are none", HEAD.replace("\r\n", "\r\nTransfer-Encoding: chunked\r\n"), (i) => part(i)],
    ["by HTTP 1.0", HEAD.replace("1.1", "1.0"), (i) => part(i)],
    ["without a type", "HTTP/1.1 200 OK\r\n\r\n", (i) => part(i)],
    [
      "in pieces of its own",
      HEAD.replace("\r\n\r\n", "\r\nTransfer-Encoding: chunked\r\n\r\n"),
      (i) => chunked(part(i)),
    ],
    ["of a type in capitals", HEAD.replace("multipart/x-mixed-replace", "MULTIPART/X-MIXED-REPLACE"), (i) => part(i)],
    ["of multipart/mixed", HEAD.replace("x-mixed-replace", "mixed"), (i) => part(i)],
    [
      "of a type in quotes and a boundary of blanks",
      HEAD.replace("; boundary=frame", ' ;boundary= "my frame" ; x=1'),
      (i) => part(i),
    ],
    ["with a small picture inside each", HEAD, (i) => withThumbnail(i)],
    ["with its length twice", HEAD, (i) => part(i, "\r\n--frame\r\nContent-Length: 1\r\n")],
    ["with zeros behind each picture", HEAD, (i) => Buffer.concat([part(i), Buffer.alloc(64)])],
    ["with a status without words", HEAD.replace("200 OK", "200"), (i) => part(i)],
    ["with more headers in the parts", HEAD, (i) => part(i, undefined, "X-Timestamp: 1\r\nX-Odd\r\n")],
  ])("%s", async (_, head, make) => {
    const server = await serve((socket) => sendParts(socket, head, make));
    const { units, sizes } = await view(server.url);
    await eventually(() => units.length > 10, "pictures");
    const numbers = units.map(({ nals }) => (nals[0] ? numberOfFile(nals[0]) : -1));
    expect(numbers).toEqual(numbers.map((__, i) => i));
    expect(sizes).toEqual(["mjpeg 640x480"]);
    expect(units.every(({ key, broken }) => key && !broken)).toBe(true);
  });

  test("a file without its end is ended where the next part begins", async () => {
    const server = await serve((socket) =>
      sendParts(socket, HEAD, (i) => {
        const whole = part(i);
        return i % 2 === 0 ? whole.subarray(0, -2) : whole;
      }),
    );
    const { units } = await view(server.url);
    await eventually(() => units.length > 10, "pictures");
    expect(units.every(({ nals }) => nals[0]?.equals(jpegFile(numberOfFile(nals[0]))))).toBe(true);
  });

  test("a file without Huffman tables gets the usual ones", async () => {
    const whole = jpegFile(1);
    const begin = whole.indexOf(Buffer.from([0xff, 0xc4]));
    const bareFile = Buffer.concat([
      whole.subarray(0, begin),
      whole.subarray(whole.indexOf(Buffer.from([0xff, 0xda]))),
    ]);
    const server = await serve((socket) => sendParts(socket, HEAD, () => bareFile));
    const { units } = await view(server.url);
    await eventually(() => units.length > 2, "pictures");
    expect(bareFile.length).toBeLessThan(whole.length - 300);
    expect(units[0]?.nals[0]?.equals(whole)).toBe(true);
  });

  test("a hub runs it as any other stream, and comes back to it", async () => {
    let connections = 0;
    const server = await serve((socket) => {
      connections += 1;
      sendParts(socket, HEAD, (i) => part(i));
      setTimeout(() => socket.destroy(), 150);
    });
    const hub = new StreamHub(quick);
    later(hub);
    const heard = listen(hub, "a");
    hub.setStreams([streamSpec("a", server.url)]);
    await eventually(() => connections >= 3 && heard.units.length > 30, "it comes back");
    expect(heard.breaks).toContain("reconnect");
    expect(hub.status("a")?.video).toMatchObject({ codec: "mjpeg", width: 640, height: 480 });
  });

  test("is probed", async () => {
    const server = await serve((socket) => sendParts(socket, HEAD, (i) => part(i)));
    expect(await probeStream({ url: server.url, username: "", password: "", transport: "tcp" }, quick)).toMatchObject({
      ok: true,
      value: { video: { codec: "mjpeg", width: 640, height: 480 }, audio: null },
    });
  });

  test("a silent camera is left", async () => {
    const server = await serve((socket) => socket.write(HEAD));
    const viewing = await view(server.url, { stallMs: 100 });
    await eventually(() => viewing.ended !== null, "it is left");
    expect(viewing.ended?.code).toBe("camera/stalled");
  });
});

describe("logins", () => {
  test("Basic", async () => {
    const right = `Authorization: Basic ${Buffer.from("admin:sec:ret").toString("base64")}`;
    const server = await serve((socket, request) => {
      if (request.includes(right)) sendParts(socket, HEAD, (i) => part(i));
      else socket.end('HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n');
    });
    const { units } = await view(server.url, { username: "admin", password: "sec:ret" });
    await eventually(() => units.length > 3, "pictures");
    expect(await troubleOf(server.url, { username: "admin", password: "no" })).toMatchObject({ code: "camera/auth" });
    expect(server.requests[0]).not.toContain("Authorization");
  });

  test("Digest, with the query in its address", async () => {
    const of = (text: string): string => createHash("md5").update(text).digest("hex");
    const server = await serve((socket, request) => {
      const field = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(request)?.[1] ?? "";
      const expected = of(`${of("admin:cam:secret")}:n1:${of("GET:/video.cgi?q=5")}`);
      if (field("response") === expected && field("uri") === "/video.cgi?q=5") sendParts(socket, HEAD, (i) => part(i));
      else
        socket.end(
          'HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm="x"\r\nWWW-Authenticate: Digest realm="cam", nonce="n1"\r\n\r\n',
        );
    });
    const { units } = await view(server.url.replace("http://", "http://admin:secret@"));
    await eventually(() => units.length > 3, "pictures");
  });
});

describe("video under another name", () => {
  const part = (i: number): Buffer =>
    Buffer.concat([Buffer.from("--b\r\nContent-Type: image/jpeg\r\n\r\n"), jpegFile(i), Buffer.from("\r\n")]);
  test.each<[string, (i: number) => Buffer]>([
    ["image/jpeg", part],
    ["image/jpeg", (i) => jpegFile(i)],
    ["text/html", part],
    ["text/plain; charset=utf-8", part],
    ["application/x-mjpeg", part],
    ["image/x-mixed-replace", part],
    ["text/html\r\nContent-Type: multipart/x-mixed-replace; boundary=b", part],
  ])("of %s is shown, from its first picture on", async (type, make) => {
    const server = await serve((socket) => sendParts(socket, `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n`, make));
    const { units } = await view(server.url);
    await eventually(() => units.length > 5, "pictures");
    expect(units.slice(0, 5).map(({ nals }) => numberOfFile(nals[0] ?? Buffer.alloc(0)))).toEqual([0, 1, 2, 3, 4]);
  });

  test("a page without an end is left", async () => {
    const page = () => Buffer.alloc(50_000, "<p>no video</p>");
    const server = await serve((socket) =>
      sendParts(socket, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", page),
    );
    expect(await troubleOf(server.url)).toMatchObject({ cause: { code: "camera/no-multipart" } });
  });

  test("a camera that serves as many as it can says so", async () => {
    const server = await serve((socket) => void socket.end("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"));
    expect(await troubleOf(server.url)).toMatchObject({ cause: { code: "camera/no-place" } });
  });
});

describe("what is no video", () => {
  const answering = (head: string, body: Buffer | string = "") =>
    serve((socket) => void (socket.write(head), socket.end(body)));
  const ok = (type: string): string => `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n`;

  test("a single picture is said to be one", async () => {
    const server = await answering(ok("image/jpeg"), jpegFile(1));
    expect(await troubleOf(server.url)).toEqual(failure("camera/codec", { cause: failure("camera/still-picture") }));
  });

  test("a page is named", async () => {
    const server = await answering(ok("text/html; charset=utf-8"), "<html>");
    expect(await troubleOf(server.url)).toEqual(
      failure("camera/codec", { cause: failure("camera/no-multipart", { name: "text/html" }) }),
    );
  });

  test.each([
    ["404 Not Found", "camera/not-found"],
    ["403 Forbidden", "camera/auth"],
    ["500 Oops", "camera/protocol"],
  ])("%s", async (line, code) => {
    const server = await answering(`HTTP/1.1 ${line}\r\nContent-Length: 0\r\n\r\n`);
    expect(await troubleOf(server.url)).toMatchObject({ code });
  });

  test("content without an end and without a picture is left, and its type is named", async () => {
    const server = await serve((socket) =>
      sendParts(socket, ok("application/octet-stream"), () => Buffer.alloc(5000, 7)),
    );
    const viewing = await view(server.url, { stallMs: 100 });
    await eventually(() => viewing.ended !== null, "it is left");
    expect(viewing.ended).toEqual(
      failure("camera/stalled", { cause: failure("camera/no-multipart", { name: "application/octet-stream" }) }),
    );
  });

  test("an answer that is no HTTP, and none at all", async () => {
    const server = await answering("SSH-2.0-OpenSSH\r\n");
    expect(await troubleOf(server.url)).toMatchObject({ code: "camera/unreachable" });
    const silent = await serve(() => undefined);
    expect(await troubleOf(silent.url, { stallMs: 100 })).toMatchObject({ cause: { code: "camera/silent" } });
  });

  test("another host is not asked, neither by the address nor by a redirect", async () => {
    const network = { allowed: [], allowLoopback: false };
    const server = await answering(
      "HTTP/1.1 302 Go\r\nLocation: http://169.254.169.254/x\r\nContent-Length: 0\r\n\r\n",
    );
    const near = { allowed: [], allowLoopback: true };
    expect(await troubleOf(server.url, { network: near })).toMatchObject({ code: "camera/forbidden-address" });
    expect(await troubleOf(server.url, { network })).toMatchObject({ code: "camera/forbidden-address" });
    const away = await answering("HTTP/1.1 302 Go\r\nLocation: http://localhost:1/x\r\nContent-Length: 0\r\n\r\n");
    expect(await troubleOf(away.url)).toMatchObject({ cause: { code: "camera/redirects" } });
    const byName = server.url.replace("127.0.0.1", "localhost");
    expect(await troubleOf(byName, { network })).toMatchObject({ cause: { code: "camera/forbidden" } });
  });
});
