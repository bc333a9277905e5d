/** HTTP as no client should write it: requests to real paths, of which first line, headers, body or line ends are wrong. */
import { connect } from "node:net";

const LONG = "x".repeat(70_000);
const METHODS = [
  "get",
  "Get",
  "BREW",
  "TRACE",
  "CONNECT",
  "PRI",
  "PROPFIND",
  "OPTIONS",
  "HEAD",
  "G\u{0}T",
  "",
  "M".repeat(5000),
];
const VERSIONS = ["HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/9.9", "http/1.1", "HTTP/1.1 more", "RTSP/1.0", "HTTP/", ""];
const TARGETS = [
  ...[
    "*",
    "",
    "/",
    "//",
    "/..",
    "/../../etc/passwd",
    "/%",
    "/%zz",
    "/%00",
    "/%2e%2e%2f",
    "/\u{0}",
    "/\u{e4}",
    "?",
    "#",
    "a:443",
  ],
  ...[
    "http://[",
    "http://evil.example/",
    "https://a:b@c/",
    "javascript:0",
    `/${LONG}`,
    "/service/../service/users",
    "/;a=b",
  ],
];
const HEADERS = [
  ...[
    "Host: evil.example",
    "Host:",
    "Host: [",
    `Host: ${LONG}`,
    "Expect: 100-continue",
    "Expect: a miracle",
    "Expect:",
  ],
  ...[
    "Content-Length: -1",
    "Content-Length: 1e9",
    "Content-Length: 999999999999999999999",
    "Content-Length: 5, 6",
    "Content-Length: 3",
  ],
  ...[
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: gzip",
    "Transfer-Encoding: chunked, chunked",
    "Transfer-Encoding: xchunked",
  ],
  ...[
    "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings",
    "Upgrade: websocket\r\nConnection: Upgrade",
    "Upgrade: x\r\nConnection: upgrade",
  ],
  ...[
    "Connection: close, keep-alive",
    "Connection: host",
    "Range: bytes=-1",
    "Range: bytes=9-1,0-",
    "Range: lines=1",
    "If-Range: x",
  ],
  ...[
    'If-None-Match: "',
    "If-Modified-Since: never",
    "If-Modified-Since: 31 Feb 275761",
    "Cookie: =",
    `Cookie: ${"a=b;".repeat(3000)}`,
  ],
  ...[
    "Authorization: Bearer",
    `Authorization: Bearer ${LONG.slice(0, 9000)}`,
    "Authorization: Basic %",
    "Authorization: Digest username=x",
  ],
  ...[
    "Accept: */*;q=9",
    "Accept-Encoding: x;q=, gzip;q=nan",
    "Accept-Language: \u{0}",
    "Origin: null",
    "Origin: http://evil.example",
  ],
  ...[
    "Content-Type: application/json; charset=utf-16",
    "Content-Type: /",
    "Content-Type: multipart/form-data",
    "Content-Encoding: br",
  ],
  ...[
    "X-Forwarded-For: 1.2.3.4, ,",
    "X-Forwarded-Proto: gopher",
    "Forwarded: for=_x;;",
    "X-HTTP-Method-Override: DELETE",
    "Traceparent: 00-0-0-0",
  ],
  ...[
    "no colon",
    ": no name",
    " folded: x",
    "bad name: x",
    "A\u{0}: x",
    "B: \u{0}\u{7f}",
    "C: a\rb",
    `D: ${LONG}`,
    "E: x\r\n".repeat(300).trim(),
  ],
];
const BODIES = [
  "",
  "{",
  "null",
  "[]",
  '{"a":1',
  "\u{0}",
  "5\r\nhello\r\n0\r\n\r\n",
  "zz\r\n",
  "-1\r\n",
  "ffffffffff\r\n",
  "0\r\nX: y\r\n",
  LONG,
];
const ENDS = ["\n", "\r", "\n\r", "\r\r\n"];
const BESIDES = ["", "", "Connection: close\r\n"];

/** @returns one request as text; `url`: of a real call, `token`: of a session, or "" */
export function oddRequest({ method, url, raw = "" }, random, token) {
  const isOdd = (share) => random.isTrue(share);
  const first = [
    isOdd(0.25) ? random.of(METHODS) : method,
    isOdd(0.25) ? random.of(TARGETS) : url,
    isOdd(0.15) ? random.of(VERSIONS) : "HTTP/1.1",
  ];
  const headers = Array.from({ length: random.below(4) }, () => random.of(HEADERS));
  if (!isOdd(0.1)) headers.unshift("Host: 127.0.0.1");
  if (token !== "" && isOdd(0.85)) headers.push(`Authorization: Bearer ${token}`);
  const body = isOdd(0.4) ? random.of(BODIES) : raw;
  if (isOdd(0.7)) headers.push(`Content-Length: ${Buffer.byteLength(body)}`);
  const text = `${first.join(" ")}\r\n${headers.map((one) => `${one}\r\n`).join("")}${random.of(BESIDES)}\r\n`;
  return (isOdd(0.06) ? text.replaceAll("\r\n", random.of(ENDS)) : text) + body;
}

/** Who may have promised more than it has sent, and hears nothing for so long, says that nothing follows. */
const PATIENCE_MS = 1000;

/** What came for a request, whether the connection ended within the limit, and whether it was still unanswered when we had no patience. */
export function exchange(port, text, limitMs) {
  return new Promise((resolve) => {
    let answer = "";
    let hasLeft = false;
    const socket = connect(port, "127.0.0.1");
    const end = (isEnded) => {
      clearTimeout(limit);
      clearTimeout(patience);
      socket.destroy();
      resolve({ isEnded, hasLeft, answer });
    };
    const limit = setTimeout(() => end(false), limitMs);
    const patience = setTimeout(
      () => {
        hasLeft = true;
        socket.end();
      },
      isAsPromised(text) ? limitMs : PATIENCE_MS,
    );
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      if (isWhole(answer, text.startsWith("HEAD "))) end(true);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => end(true));
    socket.write(Buffer.from(text, "latin1"));
  });
}

/** Whether a request has the length that it says. */
function isAsPromised(text) {
  const [head, body] = [text.slice(0, text.indexOf("\r\n\r\n")), text.slice(text.indexOf("\r\n\r\n") + 4)];
  const said = [...head.matchAll(/^content-length: (.*)$/gim)].map(([, length]) => length);
  return !/^(?:transfer-encoding|expect):/im.test(head) && said.length < 2 && (said[0] ?? "0") === String(body.length);
}

/** Whether the final answer has come, as far as its head says where it ends. */
function isWhole(answer, isHead) {
  return answerIn(answer, isHead)?.isComplete ?? false;
}

/** The first final answer in what came: `{status, isJson, body, isComplete}`; null = there is none. */
export function answerIn(text, isHead) {
  const came = text.replace(/^(?:HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)*/, "");
  const [, status, head, rest] = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n([^]*?)\r\n\r\n([^]*)$/.exec(came) ?? [];
  if (status === undefined) return null;
  const isChunked = /^transfer-encoding: chunked/im.test(head);
  const said = /^content-length: (\d+)/im.exec(head)?.[1];
  const length = isHead || ["204", "304"].includes(status) ? 0 : Number(said ?? Number.POSITIVE_INFINITY);
  return {
    status: Number(status),
    isJson: /^content-type: application\/json/im.test(head),
    body: isChunked && length > 0 ? joined(rest) : rest.slice(0, length),
    isComplete: isChunked && length > 0 ? rest.endsWith("0\r\n\r\n") : rest.length >= length,
  };
}

/** What stands in chunks. */
function joined(text) {
  const [, size = "0", rest = ""] = /^([\da-f]+)\r\n([^]*)$/i.exec(text) ?? [];
  const length = Number.parseInt(size, 16);
  return length === 0 ? "" : rest.slice(0, length) + joined(rest.slice(length + 2));
}
