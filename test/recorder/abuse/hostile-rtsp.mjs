/**
 * A process of RTSP servers that send hostile answers, each on a port of its own. Sends their ports, then serves until
 * it is killed.
 */
import { createServer } from "node:net";

const answer = (head, body = "") =>
  `RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${head}\r\n${body}`;
const sdp = (lines) => `v=0\r\no=- 0 0 IN IP4 0.0.0.0\r\ns=x\r\nt=0 0\r\n${lines}`;
const describe = (body) => answer("Content-Type: application/sdp\r\n", body);
const every = (socket, ms, write) => {
  const timer = setInterval(() => !socket.destroyed && write(), ms);
  socket.once("close", () => clearInterval(timer));
};
/** gives the same answer to every request */
const parrot = (text) => (socket) => socket.on("data", () => socket.write(text));
/** writes ten megabytes per second: the capacity of a camera's network */
const flood = (piece) => {
  const bytes = Buffer.concat(Array.from({ length: Math.ceil(100_000 / piece.length) }, () => piece));
  return (socket) => every(socket, 10, () => socket.writableLength < 1_000_000 && socket.write(bytes));
};
const frame = (bytes) => {
  const head = Buffer.from([0x24, 0, bytes >> 8, bytes & 255]);
  return Buffer.concat([head, Buffer.alloc(bytes, 0x7f)]);
};

const behaviours = [
  (socket) => socket.destroy(),
  (socket) => socket.end(),
  () => undefined,
  parrot("RTSP/1.0 200 OK\r\n\r\n"),
  parrot("HTTP/1.1 200 OK\r\n\r\n<html>"),
  parrot('RTSP/1.0 401 Unauthorized\r\nCSeq: 1\r\nWWW-Authenticate: Digest realm="r", nonce="n"\r\n\r\n'),
  parrot(`RTSP/1.0 401 Unauthorized\r\nWWW-Authenticate: Digest ${'x="'.repeat(5000)}\r\n\r\n`),
  parrot("RTSP/1.0 301 Moved\r\nLocation: rtsp://127.0.0.1:1/x\r\n\r\n"),
  parrot("RTSP/1.0 500 No\r\n\r\n"),
  parrot("RTSP/1.0 200 OK\r\nContent-Length: 99999999999\r\n\r\n"),
  parrot("RTSP/1.0 200 OK\r\nContent-Length: -1\r\n\r\n"),
  parrot(`RTSP/1.0 200 OK\r\n${"X: y\r\n".repeat(50_000)}\r\n`),
  parrot(describe(sdp("m=video 0 RTP/AVP 96\r\n".repeat(20_000)))),
  parrot(
    describe(
      sdp(
        `m=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=fmtp:96 sprop-parameter-sets=${"A".repeat(500_000)}\r\n`,
      ),
    ),
  ),
  parrot(describe("\u0000".repeat(100_000))),
  parrot(describe(sdp("a=control:*\r\n".repeat(50_000)))),
  parrot(frame(65_535)),
  parrot(Buffer.alloc(100_000, 0x24)),
  parrot(Buffer.alloc(100_000, 0xff)),
  flood(Buffer.alloc(16_384, 0x0d)),
  flood(Buffer.from("RTSP/1.0 200 OK\r\nCSeq: 1\r\n\r\n".repeat(200))),
  flood(frame(1400)),
  flood(frame(0)),
  flood(Buffer.from("A".repeat(16_384))),
  (socket) => every(socket, 100, () => socket.write("R")),
  (socket) => every(socket, 50, () => socket.write("\r\n")),
  (socket) => every(socket, 10, () => socket.write(frame(12))),
  (socket) => socket.on("data", (piece) => socket.write(piece)),
  (socket) =>
    socket.on("data", () =>
      socket.write(describe(sdp("m=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n")), () => socket.destroy()),
    ),
  parrot("RTSP/1.0 200 OK\r\nCSeq: 1\r\nSession: " + "s".repeat(60_000) + "\r\n\r\n"),
  parrot("RTSP/9.9 999 \u2028\r\n\r\n"),
  parrot("ANNOUNCE rtsp://x RTSP/1.0\r\nCSeq: 1\r\n\r\n".repeat(500)),
  (socket) => setTimeout(() => socket.resetAndDestroy?.(), 20),
  parrot(answer("Transport: RTP/AVP/TCP;interleaved=0-1\r\nSession: 1;timeout=0\r\n")),
  parrot(answer("Public: ".padEnd(200_000, "OPTIONS,") + "\r\n")),
  parrot("\r\n".repeat(100_000)),
  parrot("RTSP/1.0 200 OK\nCSeq:1\n\n"),
  parrot(describe(sdp("m=audio 0 RTP/AVP 0\r\n"))),
  parrot(
    describe(sdp("m=video 0 RTP/AVP 96\r\na=rtpmap:96 H265/90000\r\na=fmtp:96 sprop-sps=;sprop-pps=;sprop-vps=\r\n")),
  ),
  parrot(describe(sdp(`m=video 0 RTP/AVP 96\r\na=control:${"../".repeat(10_000)}\r\n`))),
];

const ports = await Promise.all(
  behaviours.map(
    (behave) =>
      new Promise((resolve) => {
        const server = createServer((socket) => {
          socket.on("error", () => undefined);
          behave(socket);
        });
        server.listen(0, "127.0.0.1", () => resolve(server.address().port));
      }),
  ),
);
process.send?.(ports);
