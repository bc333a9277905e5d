import { englishText } from "#domain/failures/english.ts";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { gzipSync } from "node:zlib";
import { readOnvifCamera } from "#recorder/onvif/device.ts";

/**
 * A camera that sends hostile answers: whatever it answers, the recorder's request ends with a named failure, in time
 * and with little memory.
 */
const open: (Server | TcpServer)[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  }
});
const listen = (server: Server | TcpServer): Promise<string> =>
  new Promise((resolve) => {
    open.push(server);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/onvif/device_service`);
    });
  });

const soap = (body: string): string =>
  `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${body}</s:Body></s:Envelope>`;
const xml =
  (text: string): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { "content-type": "application/soap+xml" }).end(text);
const bomb = `<!DOCTYPE x [<!ENTITY a "${"a".repeat(1000)}">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${"bcdefghij"[i]} "${`&${"abcdefghi"[i]};`.repeat(10)}">`).join("")}]>`;

const answers: Record<string, RequestListener> = {
  "nothing at all": (_, response) => void response.end(),
  "no XML": xml("<html><body>It works!</body></html>"),
  "half an envelope": xml(soap("<x>").slice(0, 60)),
  "an empty body": xml(soap("")),
  "an entity bomb": xml(bomb + soap("<GetDeviceInformationResponse><Model>&j;</Model></GetDeviceInformationResponse>")),
  "an external entity": xml(`<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${soap("<x>&f;</x>")}`),
  "100,000 nested elements": xml(soap("<a>".repeat(100_000) + "</a>".repeat(100_000))),
  "40,000 attributes": xml(soap(`<a ${Array.from({ length: 40_000 }, (_, i) => `b${i}="1"`).join(" ")}/>`)),
  "names of prototypes": xml(
    soap("<__proto__><polluted>1</polluted></__proto__><constructor><prototype/></constructor>"),
  ),
  "16 MB of XML": (_, response) => {
    response.writeHead(200);
    const piece = Buffer.alloc(1024 * 1024, "<a/>");
    for (let i = 0; i < 16; i++) response.write(piece);
    response.end();
  },
  "a length that is a lie": (_, response) => {
    response.writeHead(200, { "content-length": "9999999999" });
    response.write("<s:Envelope>");
    setTimeout(() => response.destroy(), 50);
  },
  "a compressed bomb": (_, response) =>
    void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000, "a"))),
  "401 for ever": (_, response) =>
    void response.writeHead(401, { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth"' }).end(),
  "a challenge of nonsense": (_, response) =>
    void response.writeHead(401, { "www-authenticate": `Digest ${'x="'.repeat(3000)}` }).end(),
  "500 with a page": (_, response) => void response.writeHead(500).end("<h1>Internal error</h1>"),
  "204": (_, response) => void response.writeHead(204).end(),
  "a fault of a million letters": xml(
    soap(`<s:Fault><s:Reason><s:Text>${"x".repeat(900_000)}</s:Text></s:Reason></s:Fault>`),
  ),
  binary: (_, response) => void response.end(Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 37) & 255))),
  "UTF-16": (_, response) => void response.end(Buffer.from(soap("<a/>"), "utf16le")),
  "a closed door": (request) => void request.socket.destroy(),
};

async function ask(url: string): Promise<{ ms: number; reason: string }> {
  const begun = performance.now();
  const answer = await readOnvifCamera(url, "admin", "secret", null);
  expect(answer.ok).toBe(false);
  if (answer.ok) return { ms: 0, reason: "" };
  expect(answer.error.code).toMatch(/^onvif\/(unreachable|unauthorized|fault)$/);
  return { ms: performance.now() - begun, reason: englishText(answer.error) };
}

describe("a camera that answers with", () => {
  it.each(Object.entries(answers))("%s fails in time, and by name", async (_, answer) => {
    const before = process.memoryUsage().rss;
    const { ms, reason } = await ask(await listen(createServer(answer)));
    expect(ms).toBeLessThan(10_000);
    expect(reason.length).toBeLessThan(400);
    // A decompression bomb takes gigabytes; memory that the garbage collector has not freed yet is some tens of
    // megabytes.
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("a redirect is not followed", async () => {
    let visits = 0;
    const target = await listen(
      createServer((_, response) => {
        visits += 1;
        response.end();
      }),
    );
    await ask(await listen(createServer((_, response) => void response.writeHead(307, { location: target }).end())));
    expect(visits).toBe(0);
  });

  it("a byte a second does not hold the question, nor anything else", { timeout: 60_000 }, async () => {
    const drip = createServer((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(" "), 1000);
      response.once("close", () => clearInterval(timer));
    });
    const mute = createTcpServer(() => undefined);
    const urls = [await listen(drip), await listen(mute)];
    const times = await Promise.all(urls.map(ask));
    // Each of the few requests of a registration is given up after 10 s.
    for (const { ms } of times) expect(ms).toBeLessThan(25_000);
  });
});
