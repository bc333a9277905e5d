import { failure, refuse } from "#domain/failures/failure.ts";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { soapCall } from "#recorder/onvif/soap/soap.ts";
import { node, textOf } from "#recorder/onvif/soap/xml.ts";

/** A device whose answers the test determines. */
let server: Server;
let answer = "";
let asked = 0;
const endpoint = () => ({
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/onvif/device_service`,
  username: "",
  password: "",
});
beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    request.resume();
    response.setHeader("content-type", "application/soap+xml").end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const envelope = (inner: string, before = ""): string =>
  `<?xml version="1.0"?>${before}<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><R><Uri a="x&lt;y">${inner}</Uri></R></s:Body></s:Envelope>`;
const uriOf = async (): Promise<string | null> => {
  const got = await soapCall(endpoint(), "<R/>", "urn:r");
  return got.ok ? textOf(node(got.value.R)?.Uri) : null;
};

describe("SOAP answers", () => {
  it("have the entities of XML and character references read, once", async () => {
    answer = envelope("rtsp://192.0.2.1/live?a=1&amp;b=2&#38;c=3&#x26;d=&lt;&gt;&quot;&apos;");
    expect(await uriOf()).toBe(`rtsp://192.0.2.1/live?a=1&b=2&c=3&d=<>"'`);
    answer = envelope("Tor &amp;lt; Hof &#252;ber &#x1F6AA;");
    expect(await uriOf()).toBe("Tor &lt; Hof über \u{1F6AA}");
  });

  it("with a document type are refused: no entity bombs, no files read", async () => {
    const bomb = `<!DOCTYPE b [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${"&a;".repeat(50)}"><!ENTITY c "${"&b;".repeat(50)}">]>`;
    for (const before of [bomb, '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>', "<!doctype x>"]) {
      answer = envelope("&c;&f;", before);
      expect(await soapCall(endpoint(), "<R/>", "urn:r")).toMatchObject({ ok: false, error: { code: "onvif/fault" } });
    }
  });

  it("with references that name nothing do no harm", async () => {
    answer = envelope("&unknown; &#x110000; &#0; &");
    const got = await uriOf();
    expect(got === null || got.length < 60).toBe(true);
  });
});

describe("digest sign-in", () => {
  /** The credentials that a device received which demands them, when it was called with this user name. */
  async function authorizationOf(username: string, challenge: string) {
    const told: string[] = [];
    const device = createServer((request, response) => {
      request.resume();
      if (request.headers.authorization !== undefined) told.push(request.headers.authorization);
      const status = request.headers.authorization === undefined ? 401 : 200;
      response.writeHead(status, { "www-authenticate": challenge }).end(envelope("x"));
    });
    await new Promise<void>((resolve) => device.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(device.address() as AddressInfo).port}/onvif`;
    const answer = await soapCall({ ...endpoint(), url, username, password: "p" }, "<R/>", "urn:r");
    device.closeAllConnections();
    await new Promise((resolve) => device.close(resolve));
    return { told, code: answer.ok ? "ok" : answer.error.code };
  }
  const challenge = 'Digest realm="Gate, North", nonce="n", qop="auth"';

  it("escapes what quotes would end, and reads the realm to its end", async () => {
    const { told, code } = await authorizationOf('an "odd\\" name', challenge);
    expect(code).toBe("ok");
    expect(told[0]).toContain(String.raw`username="an \"odd\\\" name"`);
    expect(told[0]).toContain('realm="Gate, North"');
  });

  it("carries a name of any language, as UTF-8", async () => {
    const { told } = await authorizationOf("ゲート", challenge);
    expect(Buffer.from(told[0] ?? "", "latin1").toString("utf8")).toContain('username="ゲート"');
  });

  it("refuses a name that no header can carry", async () => {
    expect(await authorizationOf("a\nb: c", challenge)).toEqual({ told: [], code: "onvif/unauthorized" });
  });
});

describe("dials", () => {
  it("are refused for addresses that are not for cameras, before a byte is sent", async () => {
    answer = envelope("x");
    const before = asked;
    const network = { allowed: [], allowLoopback: false };
    const literal = await soapCall({ ...endpoint(), network }, "<R/>", "urn:r");
    expect(literal).toMatchObject({ ok: false, error: { code: "camera/forbidden-address" } });
    const name = endpoint().url.replace("127.0.0.1", "localhost");
    const named = await soapCall({ ...endpoint(), url: name, network }, "<R/>", "urn:r");
    expect(named).toMatchObject({ ok: false, error: { code: "onvif/unreachable" } });
    expect(asked).toBe(before);
    const allowed = await soapCall({ ...endpoint(), network: { allowed: [], allowLoopback: true } }, "<R/>", "urn:r");
    expect(allowed.ok).toBe(true);
  });
});

it("say why and where a camera cannot be reached in the catalogue's words, which pages say in their language", async () => {
  const gone = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => gone.once("listening", resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  expect(await soapCall({ ...endpoint(), url: `http://127.0.0.1:${port}/` }, "<R/>", "urn:r")).toEqual(
    refuse("onvif/unreachable", {
      cause: failure("onvif/at-call", { name: "R", address: `127.0.0.1:${port}`, cause: failure("camera/refused") }),
    }),
  );
});
