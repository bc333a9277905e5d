import { type IncomingMessage, request as httpRequest } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PASSWORD } from "#test/recorder/aggregator/support/aggregator-house.ts";
import type { LinkedHouses } from "#test/recorder/aggregator/support/linked-houses.ts";
import { admin, StandInRecorder } from "#test/recorder/aggregator/support/stand-in-recorder.ts";

/** Which requests the proxy passes on, and which it does not. */
let recorder: StandInRecorder;
let houses: LinkedHouses;
beforeAll(async () => {
  recorder = await StandInRecorder.open();
  ({ houses } = recorder);
});
afterAll(() => recorder.close());
beforeEach(() => recorder.startAnew());

describe("what proves who the caller is", () => {
  it("never reaches the recorder, however it came", async () => {
    const login = await houses.ask("POST", "/fusion/users/login", {
      body: { username: "admin", password: houses.aggregator.adminPassword },
    });
    const { token } = login.json as { token: string };
    const cookie = login.headers.get("set-cookie")?.split(";")[0] ?? "";
    const list = await houses.ask("GET", "/service/orchids", admin);
    const jwt = (list.json as { permissions: { sessionId: string } }[])[0]?.permissions.sessionId ?? "";
    const bought = await houses.proxied("POST", "/service/tickets", { ...admin, body: { path: "/service/version" } });
    const { ticket, url: withTicket } = bought.json as { ticket: string; url: string };
    const secrets = [token, cookie.split("=")[1] ?? "", jwt, ticket, houses.aggregator.basic("admin").slice(6)];

    const path = "/service/version";
    await houses.proxied("GET", path, { headers: { cookie } });
    await houses.proxied("GET", path, { headers: { authorization: `Bearer ${token}` } });
    await houses.proxied("GET", path, { headers: { authorization: `Bearer ${jwt}`, orchidid: houses.orchidId } });
    await houses.proxied("GET", path, { ...admin, headers: { "x-confirm-password": PASSWORD, cookie } });
    await houses.proxied("GET", `${path}?all=true&sid=${token}&_=1`);
    await houses.proxied("GET", `${path}?jwt=${jwt}`);
    await houses.proxied("GET", `${path}?fsid=${token}&%73id=${token}`, admin);
    await houses.proxied("GET", withTicket);
    expect(recorder.seen).toHaveLength(8);
    for (const { headers, url: asked } of recorder.seen) {
      expect(headers.authorization).toBe("Bearer fresh");
      expect(headers.cookie).toBeUndefined();
      const told = JSON.stringify([headers, asked]);
      for (const secret of secrets) expect(told).not.toContain(secret);
      expect(told).not.toContain(PASSWORD);
    }
    expect(recorder.seen.map(({ url: asked }) => asked)).toContain("/service/version?all=true&_=1");
  });

  it("what the recorder says about its own pages and cookies stays there", async () => {
    recorder.answer = (_request, response) =>
      void response
        .writeHead(200, {
          "set-cookie": "proscenium_sid=evil",
          "content-security-policy": "default-src *",
          "access-control-allow-origin": "*",
          "clear-site-data": '"*"',
          "content-type": "text/html",
        })
        .end("<script>1</script>");
    const { headers } = await houses.proxied("GET", "/service/version", admin);
    expect(headers.get("set-cookie")).toBeNull();
    expect(headers.get("clear-site-data")).toBeNull();
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("content-security-policy")).toContain("sandbox");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });
});

describe("bodies and headers", () => {
  it("an answer flows before it is whole", async () => {
    let more: (chunk: string) => void = () => undefined;
    recorder.answer = (_request, response) => {
      response.writeHead(200, {
        "content-type": "video/x-matroska",
        "content-disposition": 'attachment; filename="a.mkv"',
      });
      response.write("first ");
      more = (chunk) => void response.end(chunk);
    };
    const got = await fetch(recorder.url("/service/streams/s/export?start=1&stop=2"), { headers: recorder.basic() });
    expect(got.headers.get("content-disposition")).toBe('attachment; filename="a.mkv"');
    const reader = got.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("first ");
    more("second");
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("second");
    expect((await reader?.read())?.done).toBe(true);
  });

  it("a request flows before it is whole, whatever its type", async () => {
    const got: string[] = [];
    let first: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (first = resolve));
    recorder.answer = (request, response) => {
      request.on("data", (chunk: Buffer) => {
        got.push(chunk.toString());
        first();
      });
      request.on("end", () => void response.writeHead(201, { location: "/service/x/1" }).end(got.join("")));
    };
    const request = httpRequest(recorder.url("/service/ui"), {
      method: "POST",
      headers: { ...recorder.basic(), "content-type": "application/x-odd" },
    });
    const answered = new Promise<IncomingMessage>((resolve) => request.once("response", resolve));
    request.write("one ");
    await begun;
    request.end("two");
    const response = await answered;
    expect([response.statusCode, response.headers.location]).toEqual([201, "/service/x/1"]);
    expect((await response.toArray()).join("")).toBe("one two");
    expect(recorder.seen[0]?.headers["content-type"]).toBe("application/x-odd");
  });

  it.each(["POST", "PUT", "PATCH", "DELETE"])("%s with JSON", async (method) => {
    recorder.answer = (request, response) => void request.pipe(response);
    const body = { name: "Gäte", list: [1] };
    const got = await houses.proxied(method, "/service/stages/1", { ...admin, body });
    expect([recorder.seen[0]?.method, JSON.parse(got.text)]).toEqual([method, body]);
  });

  it.each(["GET", "DELETE", "POST"])(
    "what %s carries in chunks is a body there, never another request",
    async (method) => {
      const inside = "GET /service/sessions HTTP/1.1\r\nHost: x\r\n\r\n";
      recorder.answer = (request, response) => void request.toArray().then((got) => response.end(got.join("")));
      const request = httpRequest(recorder.url("/service/version"), {
        method,
        headers: { ...recorder.basic(), "transfer-encoding": "chunked" },
      });
      const answered = new Promise<IncomingMessage>((resolve) => request.once("response", resolve));
      request.end(inside);
      expect((await (await answered).toArray()).join("")).toBe(inside);
      await houses.proxied("GET", "/service/after", admin);
      expect(recorder.seen.map((one) => one.url)).toEqual(["/service/version", "/service/after"]);
    },
  );

  it("DELETE without a body, JSON that is none, and 204", async () => {
    recorder.answer = (request, response) => void response.writeHead(request.method === "DELETE" ? 204 : 400).end();
    expect((await houses.proxied("DELETE", "/service/stages/1", admin)).status).toBe(204);
    const bad = await fetch(recorder.url("/service/stages"), {
      method: "POST",
      headers: { ...recorder.basic(), "content-type": "application/json" },
      body: "{nothing",
    });
    expect([bad.status, recorder.seen.length]).toEqual([400, 2]);
  });

  it("ranges and HEAD", async () => {
    recorder.answer = (request, response) => {
      response.writeHead(request.headers.range ? 206 : 200, {
        "content-length": request.headers.range ? 2 : 5_000_000_000,
        "content-range": "bytes 0-1/5000000000",
        "accept-ranges": "bytes",
        etag: '"a"',
        "x-frame-time": "12",
        "x-relay": "0123456789ab",
      });
      response.end(request.method === "HEAD" ? undefined : "ab");
    };
    const part = await houses.proxied("GET", "/service/exports/1/file", { ...admin, headers: { range: "bytes=0-1" } });
    expect([part.status, part.text, part.headers.get("content-range")]).toEqual([206, "ab", "bytes 0-1/5000000000"]);
    const head = await houses.proxied("HEAD", "/service/exports/1/file", admin);
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "5000000000"]);
    for (const name of ["accept-ranges", "etag", "x-frame-time", "x-relay"])
      expect(head.headers.get(name)).not.toBeNull();
  });

  it("redirects are not followed: the browser is led through the proxy, and never elsewhere", async () => {
    recorder.answer = (request, response) =>
      void response
        .writeHead(302, { location: request.url?.includes("out") ? "https://elsewhere/" : "/service/b" })
        .end();
    const inside = await houses.proxied("GET", "/service/in", admin);
    expect([inside.status, inside.headers.get("location")]).toEqual([302, houses.proxyPath("/service/b")]);
    expect((await houses.proxied("GET", "/service/out", admin)).headers.get("location")).toBeNull();
    expect(recorder.seen).toHaveLength(2);
  });
});
