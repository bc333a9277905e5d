import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from "node:http";
import { Agent } from "node:http";
import { once } from "node:events";
import { Writable } from "node:stream";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { OrchidProxy } from "#recorder/aggregator/orchid-proxy.ts";
import { PASSWORD } from "./aggregator-house.ts";
import { LinkedHouses } from "./linked-houses.ts";

/** What passes through the proxy and what does not: a recording HTTP server stands in the recorder's place. */
let houses: LinkedHouses;
let server: Server;
let seen: IncomingMessage[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const agent = new Agent({ keepAlive: true });
const admin = { as: "admin" };

beforeAll(async () => {
  houses = (await LinkedHouses.open(["Gate"])).houses;
  server = createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  use(
    new OrchidProxy({
      reach: () => ({ url: (path: string) => base + path, agent }) as never,
      tokenFor: async () => "fresh",
    }),
  );
});
afterAll(async () => {
  agent.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await houses.close();
});
beforeEach(() => {
  seen = [];
  answer = (_request, response) => void response.end("ok");
});

const use = (proxy: OrchidProxy): void => void Object.assign(houses.aggregator.services, { proxy });
const url = (path: string) => houses.aggregator.aggregator.url + houses.proxyPath(path);
const basic = () => ({ authorization: houses.aggregator.basic("admin") });

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
    expect(seen).toHaveLength(8);
    for (const { headers, url: asked } of seen) {
      expect(headers.authorization).toBe("Bearer fresh");
      expect(headers.cookie).toBeUndefined();
      const told = JSON.stringify([headers, asked]);
      for (const secret of secrets) expect(told).not.toContain(secret);
      expect(told).not.toContain(PASSWORD);
    }
    expect(seen.map(({ url: asked }) => asked)).toContain("/service/version?all=true&_=1");
  });

  it("what the recorder says about its own pages and cookies stays there", async () => {
    answer = (_request, response) =>
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
    answer = (_request, response) => {
      response.writeHead(200, {
        "content-type": "video/x-matroska",
        "content-disposition": 'attachment; filename="a.mkv"',
      });
      response.write("first ");
      more = (chunk) => void response.end(chunk);
    };
    const got = await fetch(url("/service/streams/s/export?start=1&stop=2"), { headers: basic() });
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
    answer = (request, response) => {
      request.on("data", (chunk: Buffer) => {
        got.push(chunk.toString());
        first();
      });
      request.on("end", () => void response.writeHead(201, { location: "/service/x/1" }).end(got.join("")));
    };
    const request = httpRequest(url("/service/ui"), {
      method: "POST",
      headers: { ...basic(), "content-type": "application/x-odd" },
    });
    const answered = new Promise<IncomingMessage>((resolve) => request.once("response", resolve));
    request.write("one ");
    await begun;
    request.end("two");
    const response = await answered;
    expect([response.statusCode, response.headers.location]).toEqual([201, "/service/x/1"]);
    expect((await response.toArray()).join("")).toBe("one two");
    expect(seen[0]?.headers["content-type"]).toBe("application/x-odd");
  });

  it.each(["POST", "PUT", "PATCH", "DELETE"])("%s with JSON", async (method) => {
    answer = (request, response) => void request.pipe(response);
    const body = { name: "Gäte", list: [1] };
    const got = await houses.proxied(method, "/service/stages/1", { ...admin, body });
    expect([seen[0]?.method, JSON.parse(got.text)]).toEqual([method, body]);
  });

  it.each(["GET", "DELETE", "POST"])(
    "what %s carries in chunks is a body there, never another request",
    async (method) => {
      const inside = "GET /service/sessions HTTP/1.1\r\nHost: x\r\n\r\n";
      answer = (request, response) => void request.toArray().then((got) => response.end(got.join("")));
      const request = httpRequest(url("/service/version"), {
        method,
        headers: { ...basic(), "transfer-encoding": "chunked" },
      });
      const answered = new Promise<IncomingMessage>((resolve) => request.once("response", resolve));
      request.end(inside);
      expect((await (await answered).toArray()).join("")).toBe(inside);
      await houses.proxied("GET", "/service/after", admin);
      expect(seen.map((one) => one.url)).toEqual(["/service/version", "/service/after"]);
    },
  );

  it("DELETE without a body, JSON that is none, and 204", async () => {
    answer = (request, response) => void response.writeHead(request.method === "DELETE" ? 204 : 400).end();
    expect((await houses.proxied("DELETE", "/service/stages/1", admin)).status).toBe(204);
    const bad = await fetch(url("/service/stages"), {
      method: "POST",
      headers: { ...basic(), "content-type": "application/json" },
      body: "{nothing",
    });
    expect([bad.status, seen.length]).toEqual([400, 2]);
  });

  it("ranges and HEAD", async () => {
    answer = (request, response) => {
      response.writeHead(request.headers.range ? 206 : 200, {
        "content-length": request.headers.range ? 2 : 5_000_000_000,
        "content-range": "bytes 0-1/5000000000",
        "accept-ranges": "bytes",
        etag: '"a"',
        "x-frame-time": "12",
      });
      response.end(request.method === "HEAD" ? undefined : "ab");
    };
    const part = await houses.proxied("GET", "/service/exports/1/file", { ...admin, headers: { range: "bytes=0-1" } });
    expect([part.status, part.text, part.headers.get("content-range")]).toEqual([206, "ab", "bytes 0-1/5000000000"]);
    const head = await houses.proxied("HEAD", "/service/exports/1/file", admin);
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "5000000000"]);
    for (const name of ["accept-ranges", "etag", "x-frame-time"]) expect(head.headers.get(name)).not.toBeNull();
  });

  it("redirects are not followed: the browser is led through the proxy, and never elsewhere", async () => {
    answer = (request, response) =>
      void response
        .writeHead(302, { location: request.url?.includes("out") ? "https://elsewhere/" : "/service/b" })
        .end();
    const inside = await houses.proxied("GET", "/service/in", admin);
    expect([inside.status, inside.headers.get("location")]).toEqual([302, houses.proxyPath("/service/b")]);
    expect((await houses.proxied("GET", "/service/out", admin)).headers.get("location")).toBeNull();
    expect(seen).toHaveLength(2);
  });
});

describe("ends and failures", () => {
  it("a caller that leaves ends the recorder's work: before the answer, and in its midst", async () => {
    for (const begins of [false, true]) {
      let reached: () => void = () => undefined;
      const asked = new Promise<void>((resolve) => (reached = resolve));
      let left: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => (left = resolve));
      answer = (_request, response) => {
        response.once("close", left);
        if (begins) response.write("begun");
        reached();
      };
      const abort = new AbortController();
      const got = fetch(url("/service/slow"), { headers: basic(), signal: abort.signal });
      const whole = got.then((response) => response.text()).catch(() => "broken off");
      await (begins ? got : asked);
      abort.abort();
      await ended;
      expect(await whole).toBe("broken off");
    }
  });

  it("a recorder that breaks off in the midst breaks off the answer", async () => {
    answer = (_request, response) => {
      response.writeHead(200, { "content-length": 100 });
      response.write("only this", () => response.destroy());
    };
    const got = await fetch(url("/service/broken"), { headers: basic() });
    await expect(got.text()).rejects.toThrow();
  });

  it("its own refusals pass; that it does not believe us is not the caller's sign-in", async () => {
    let status = 403;
    answer = (_request, response) =>
      void response
        .writeHead(status, { "content-type": "application/json", "retry-after": "5" })
        .end('{"code":"a/b","reason":"c"}');
    const refused = await houses.proxied("GET", "/service/a", admin);
    expect([refused.status, refused.json, refused.headers.get("retry-after")]).toEqual([
      403,
      { code: "a/b", reason: "c" },
      "5",
    ]);
    status = 401;
    const untrusted = await houses.proxied("GET", "/service/a", admin);
    expect([untrusted.status, (untrusted.json as { code: string }).code]).toEqual([502, "orchid/not-trusted"]);
  });

  it("rights that are longer than a server reads are said to be so", async () => {
    const { proxy } = houses.aggregator.services;
    const reach = () => ({ url: (path: string) => path, agent }) as never;
    use(new OrchidProxy({ reach, tokenFor: async () => "x".repeat(60_000) }));
    const long = await houses.proxied("GET", "/service/a", admin);
    const upgrade = httpRequest(url("/service/low-bandwidth/streams/1/ws"), {
      headers: { ...basic(), connection: "Upgrade", upgrade: "websocket" },
    });
    const refused = new Promise<IncomingMessage>((resolve) => upgrade.once("response", resolve));
    upgrade.end();
    const { statusCode } = await refused;
    use(proxy);
    expect([long.status, (long.json as { code: string }).code]).toEqual([409, "permission/too-many-cameras"]);
    expect(statusCode).toBe(409);
  });

  it.each([
    ["GET", 2],
    ["DELETE", 2],
    ["POST", 1],
    ["PATCH", 1],
  ])("%s on a connection that breaks is asked %i times", async (method, times) => {
    await houses.proxied("GET", "/service/warm", admin);
    answer = (request) => request.socket.destroy();
    const broken = await houses.proxied(method, "/service/cut", admin);
    expect([broken.status, (broken.json as { code: string }).code]).toEqual([502, "orchid/unreachable"]);
    expect(seen.map((one) => one.url).filter((asked) => asked === "/service/cut")).toHaveLength(times);
  });

  describe("an answer that has begun", () => {
    // What is waited for on the network is real.
    beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
    afterEach(() => void vi.useRealTimers());

    it("and stops in its midst is broken off after a while", async () => {
      answer = (_request, response) => void response.write("begun");
      const got = await fetch(url("/service/hangs"), { headers: basic() });
      const reader = got.body?.getReader();
      await reader?.read();
      vi.advanceTimersByTime(100_000);
      const next = reader?.read();
      vi.advanceTimersByTime(100_000);
      await expect(next).rejects.toThrow();
    });

    it("and is taken slowly goes on for as long as that takes", async () => {
      const whole = Buffer.alloc(1024 * 1024, "x");
      answer = (_request, response) => void response.end(whole);
      const got = await houses.aggregator.services.proxy.call(
        {
          orchidId: "1",
          method: "GET",
          path: "/service/long",
          headers: {},
          address: "",
          body: null,
          signal: new AbortController().signal,
        },
        { userId: "1", username: "admin", role: "Administrator", session: null },
      );
      if (!got.ok) throw new Error(got.reason);
      let taken = 0;
      let isBusy = true;
      let go = (): void => undefined;
      const caller = new Writable({
        write(chunk: Buffer, _encoding, next) {
          taken += chunk.length;
          if (isBusy) go = next;
          else next();
        },
      });
      const { body } = got.value;
      body.pipe(caller);
      await vi.waitFor(() => expect(body.isPaused()).toBe(true));
      vi.advanceTimersByTime(3_600_000);
      isBusy = false;
      go();
      await once(caller, "finish");
      expect(taken).toBe(whole.length);
    });
  });

  it("one that does not answer, and one that is not there", async () => {
    answer = () => undefined;
    const { proxy } = houses.aggregator.services;
    const silent = await proxy.call(
      {
        orchidId: "1",
        method: "GET",
        path: "/service/a",
        headers: {},
        address: "",
        body: null,
        signal: new AbortController().signal,
        timeoutMs: 20,
      },
      { userId: "1", username: "admin", role: "Administrator", session: null },
    );
    expect(silent).toMatchObject({ ok: false, code: "orchid/timeout" });
    const nobody = createServer();
    await new Promise<void>((resolve) => nobody.listen(0, "127.0.0.1", resolve));
    const { port } = nobody.address() as AddressInfo;
    await new Promise((resolve) => nobody.close(resolve));
    const reach = () => ({ url: (path: string) => `http://127.0.0.1:${port}${path}`, agent: new Agent() }) as never;
    use(new OrchidProxy({ reach, tokenFor: async () => "fresh" }));
    const gone = await houses.proxied("GET", "/service/a", admin);
    use(proxy);
    expect([gone.status, (gone.json as { code: string }).code]).toEqual([502, "orchid/unreachable"]);
    expect(gone.text).not.toContain(String(port));
  });
});
