/** ONVIF answers that are wrong by the letter, and clear to everybody who wants to see a picture. */
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { readOnvifCamera } from "#recorder/onvif/device.ts";
import { fault, profile, ScriptedOnvif } from "#test/support/scripted-onvif.ts";

let close: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of close.splice(0)) await one();
});

/** A camera's web server in front of a scripted one, which changes whole HTTP answers byte by byte. */
async function behind(camera: ScriptedOnvif, change: (head: string, body: string) => string): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    let asked = "";
    socket.on("data", (chunk: Buffer) => {
      asked += chunk.toString("utf8");
      const at = asked.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(asked)?.[1] ?? 0);
      if (at < 0 || Buffer.byteLength(asked.slice(at + 4)) < length) return;
      const [request, body] = [asked, asked.slice(at + 4)];
      asked = "";
      void answered(camera.url, request, body).then(({ status, text }) =>
        socket.end(
          change(
            `HTTP/1.1 ${status} OK\r\nContent-Type: application/soap+xml\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n`,
            text,
          ),
        ),
      );
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  close.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/onvif/device_service`;
}

async function answered(url: string, request: string, body: string) {
  const path = /POST (\S+)/.exec(request)?.[1] ?? "/";
  const authorization = /authorization: (.*)\r\n/i.exec(request)?.[1];
  const answer = await fetch(new URL(path, url), {
    method: "POST",
    body,
    headers: authorization ? { authorization } : {},
  });
  return { status: answer.status, text: await answer.text() };
}

async function found(change: (head: string, body: string) => string, script = {}): Promise<string> {
  const camera = await ScriptedOnvif.open(script);
  close.push(() => camera.close());
  const url = await behind(camera, change);
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

describe("an ONVIF answer", () => {
  it.each<[string, (head: string, text: string) => string]>([
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
    ["of another type", (head, text) => head.replace("application/soap+xml", "text/html") + text],
  ])("%s is understood", async (_, change) => {
    expect(await found(change)).toBe("/live");
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
