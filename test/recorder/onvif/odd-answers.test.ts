/** ONVIF answers that are wrong by the letter, and clear to everybody who wants to see a picture. */
import { deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { readOnvifCamera } from "#recorder/onvif/device.ts";
import { type Rewritten, rewriting } from "#test/support/rewritten-onvif.ts";
import { fault, profile, ScriptedOnvif } from "#test/support/scripted-onvif.ts";

let close: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of close.splice(0)) await one();
});

/** Names addresses that are not reached, so that all its answers go the way on which they are changed. */
const ELSEWHERE = { named: "http://192.168.1.108" };

async function found(change: Rewritten): Promise<string> {
  const camera = await ScriptedOnvif.open(ELSEWHERE);
  close.push(() => camera.close());
  const server = await rewriting(camera, change);
  close.push(server.close);
  const { url } = server;
  const read = await readOnvifCamera(url, "admin", "secret", null);
  return read.ok ? read.value.profiles.map(({ uri }) => new URL(uri).pathname).join() : read.error.code;
}

const lengthOf = (head: string, body: string): string =>
  head.replace(/Content-Length: \d+/, `Content-Length: ${Buffer.byteLength(body)}`);
const body =
  (change: (text: string) => string) =>
  (head: string, text: string): string => {
    const made = change(text);
    return lengthOf(head, made) + made;
  };

/** The body in other bytes. */
const bytes =
  (made: (text: string) => Buffer, change = (head: string) => head): Rewritten =>
  (head, text) => {
    const body = made(text);
    const told = change(head).replace(/Content-Length: \d+/, `Content-Length: ${body.length}`);
    return Buffer.concat([Buffer.from(told, "latin1"), body]);
  };

describe("an ONVIF answer", () => {
  it.each<[string, Rewritten]>([
    ["as it should be", (head, text) => head + text],
    ["with a mark of byte order", body((text) => `\ufeff${text}`)],
    ["with blank lines before it", body((text) => `\r\n\r\n  ${text}`)],
    ["without its declaration", body((text) => text.replace(/<\?xml[^>]*\?>/, ""))],
    ["with another encoding's name", body((text) => text.replace('version="1.0"', 'version="1.0" encoding="GB2312"'))],
    [
      "with prefixes of its own",
      body((text) =>
        text.replaceAll(/(<\/?)(s|tt|trt|tds):/g, "$1ns-$2_1:").replaceAll(/xmlns:(s|tt|trt|tds)=/g, "xmlns:ns-$1_1="),
      ),
    ],
    [
      "in capitals' prefixes of SOAP",
      body((text) =>
        text
          .replaceAll("s:Envelope", "SOAP-ENV:Envelope")
          .replaceAll("s:Body", "SOAP-ENV:Body")
          .replace("xmlns:s=", "xmlns:SOAP-ENV="),
      ),
    ],
    [
      "of SOAP 1.1",
      body((text) =>
        text.replace("http://www.w3.org/2003/05/soap-envelope", "http://schemas.xmlsoap.org/soap/envelope/"),
      ),
    ],
    [
      "with comments and a stylesheet",
      body((text) =>
        text.replace("?>", "?><?xml-stylesheet href='x'?><!-- odd -->").replaceAll("<tt:Uri>", "<!-- here --><tt:Uri>"),
      ),
    ],
    ["with zeros behind it", body((text) => `${text}\0\0`)],
    [
      "with text in CDATA and blanks around it",
      body((text) => text.replace(/<tt:Uri>([^<]*)</, "<tt:Uri>\n   <![CDATA[$1]]>\n  <")),
    ],
    [
      "in pieces",
      (head, text) =>
        `${head.replace(/Content-Length: \d+/, "Transfer-Encoding: chunked")}${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`,
    ],
    ["without a length", (head, text) => head.replace(/Content-Length: \d+\r\n/, "") + text],
    ["with bare line feeds", (head, text) => head.replaceAll("\r\n", "\n") + text],
    [
      "with a length and in one go to the end",
      (head, text) => head.replace("Connection: close", "Transfer-Encoding: identity") + text,
    ],
    ["of HTTP 1.0", (head, text) => head.replace("HTTP/1.1", "HTTP/1.0") + text],
    ["without words in its status", (head, text) => head.replace(" OK\r\n", "\r\n") + text],
    ["without prefixes", body((text) => text.replaceAll(/(<\/?)(?:s|tt|trt|tds):/g, "$1"))],
    [
      "in UTF-16 with its mark",
      bytes((text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")])),
    ],
    [
      "in UTF-16 of the other order",
      bytes((text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]).swap16()),
    ],
    ["in UTF-16 without a mark", bytes((text) => Buffer.from(text, "utf16le"))],
    [
      "compressed, which nobody has asked for",
      bytes(
        (text) => gzipSync(text),
        (head) => head.replace("Content-Type", "Content-Encoding: gzip\r\nContent-Type"),
      ),
    ],
    [
      "compressed otherwise",
      bytes(
        (text) => deflateSync(text),
        (head) => head.replace("Content-Type", "Content-Encoding: deflate\r\nContent-Type"),
      ),
    ],
    ["with a length that is too large", (head, text) => lengthOf(head, `${text}${"x".repeat(40)}`) + text],
    ["behind one that says to go on", (head, text) => `HTTP/1.1 100 Continue\r\n\r\n${head}${text}`],
    [
      "in parts, of which it is the first",
      (head, text) => {
        const made = `--part\r\nContent-Type: application/xop+xml\r\n\r\n${text}\r\n--part--\r\n`;
        const type = 'multipart/related; boundary="part"; type="application/xop+xml"';
        return lengthOf(head.replace("application/soap+xml", type), made) + made;
      },
    ],
    [
      "in pieces with words behind their lengths",
      (head, text) =>
        `${head.replace(/Content-Length: \d+/, "Transfer-Encoding: chunked")}${Buffer.byteLength(text).toString(16)};x=1\r\n${text}\r\n0\r\nX-Odd: 1\r\n\r\n`,
    ],
    ["of another type", (head, text) => head.replace("application/soap+xml", "text/html") + text],
  ])("%s is understood", async (_, change) => {
    expect(await found(change)).toBe("/live");
  });

  it("without a length, on a connection that stays open, is understood when it is whole", async () => {
    const camera = await ScriptedOnvif.open(ELSEWHERE);
    close.push(() => camera.close());
    const server = await rewriting(
      camera,
      (head, text) => head.replace(/Content-Length: \d+\r\n/, "").replace("close", "keep-alive") + text,
      { staysOpen: true },
    );
    close.push(server.close);
    expect((await readOnvifCamera(server.url, "admin", "secret", null)).ok).toBe(true);
  });

  it("in a camera's own letters keeps its names", async () => {
    const named = profile("main").replace(/<tt:Name>[^<]*/, "<tt:Name>T\u00fcr");
    const camera = await ScriptedOnvif.open({ ...ELSEWHERE, profiles: named });
    close.push(() => camera.close());
    for (const [said, made] of [
      ["ISO-8859-1", (text: string) => Buffer.from(text, "latin1")],
      ["utf-8", (text: string) => Buffer.from(text, "utf8")],
      ["", (text: string) => Buffer.from(text, "latin1")],
    ] as const) {
      const server = await rewriting(
        camera,
        bytes((text) => made(text.replace(/version="1.0"[^?]*/, `version="1.0" encoding="${said}"`))),
      );
      close.push(server.close);
      const read = await readOnvifCamera(server.url, "admin", "secret", null);
      expect(read.ok && read.value.profiles[0]?.name, said).toBe("T\u00fcr");
    }
  });

  it.each([200, 400, 401, 403, 404, 405, 500, 501])(
    "a fault with status %d is one, and names the call",
    async (status) => {
      const script = {
        answer: ({ operation }: { operation: string }) =>
          operation === "GetProfiles"
            ? {
                status,
                headers: {},
                body: `<?xml version="1.0"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${fault("ter:ActionNotSupported", "not here")}</s:Body></s:Envelope>`,
              }
            : null,
      };
      const camera = await ScriptedOnvif.open(script);
      close.push(() => camera.close());
      const read = await readOnvifCamera(camera.url, "admin", "secret", null);
      expect(read.ok).toBe(false);
      expect(JSON.stringify(read)).toMatch(/GetProfiles/);
    },
  );

  it("profiles with odd tokens are asked for by them", async () => {
    const camera = await ScriptedOnvif.open({ profiles: profile("a &amp; &quot;b&quot; &lt;c&gt;") });
    close.push(() => camera.close());
    const read = await readOnvifCamera(camera.url, "admin", "secret", null);
    expect(read.ok && read.value.profiles[0]?.token).toBe('a & "b" <c>');
    expect(camera.last("GetStreamUri")).toContain("<ProfileToken>a &#38; &#34;b&#34; &#60;c&#62;</ProfileToken>");
  });
});
