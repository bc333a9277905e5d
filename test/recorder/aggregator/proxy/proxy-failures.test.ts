import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ServerProxy } from "#recorder/aggregator/proxy/server-proxy.ts";
import type { LinkedHouses } from "#test/recorder/aggregator/support/linked-houses.ts";
import { admin, StandInRecorder } from "#test/recorder/aggregator/support/stand-in-recorder.ts";

/** The caller's result when either end of a proxied request disconnects, stays silent or refuses. */
let recorder: StandInRecorder;
let houses: LinkedHouses;
beforeAll(async () => {
  recorder = await StandInRecorder.open();
  ({ houses } = recorder);
});
afterAll(() => recorder.close());
beforeEach(() => recorder.startAnew());

describe("ends and failures", () => {
  it("a caller that leaves ends the recorder's work: before the answer, and in its midst", async () => {
    for (const begins of [false, true]) {
      let reached: () => void = () => undefined;
      const asked = new Promise<void>((resolve) => (reached = resolve));
      let left: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => (left = resolve));
      recorder.answer = (_request, response) => {
        response.once("close", left);
        if (begins) response.write("begun");
        reached();
      };
      const abort = new AbortController();
      const got = fetch(recorder.url("/service/slow"), { headers: recorder.basic(), signal: abort.signal });
      const whole = got.then((response) => response.text()).catch(() => "broken off");
      await (begins ? got : asked);
      abort.abort();
      await ended;
      expect(await whole).toBe("broken off");
    }
  });

  it("a recorder that breaks off in the midst breaks off the answer", async () => {
    recorder.answer = (_request, response) => {
      response.writeHead(200, { "content-length": 100 });
      response.write("only this", () => response.destroy());
    };
    const got = await fetch(recorder.url("/service/broken"), { headers: recorder.basic() });
    await expect(got.text()).rejects.toThrow();
  });

  it("its own refusals pass; that it does not believe us is not the caller's sign-in", async () => {
    let status = 403;
    recorder.answer = (_request, response) =>
      void response
        .writeHead(status, { "content-type": "application/json", "retry-after": "5" })
        .end('{"code":"a/b","reason":"c"}');
    const refused = await houses.proxied("GET", "/service/a", admin);
    expect([refused.status, refused.json, refused.headers.get("retry-after")]).toMatchObject([
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
    const reach = () => ({ url: (path: string) => path, agent: recorder.agent }) as never;
    recorder.use(new ServerProxy({ answering: (id) => id, reach, tokenFor: async () => "x".repeat(60_000) }));
    const long = await houses.proxied("GET", "/service/a", admin);
    const upgrade = httpRequest(recorder.url("/service/low-bandwidth/streams/1/ws"), {
      headers: { ...recorder.basic(), connection: "Upgrade", upgrade: "websocket" },
    });
    const refused = new Promise<IncomingMessage>((resolve) => upgrade.once("response", resolve));
    upgrade.end();
    const { statusCode } = await refused;
    recorder.use(proxy);
    expect([long.status, (long.json as { code: string }).code]).toEqual([409, "permission/too-many-cameras"]);
    expect(long.json).toMatchObject({ code: "permission/too-many-cameras" });
    expect(statusCode).toBe(409);
  });

  it.each([
    ["GET", 2],
    ["DELETE", 2],
    ["POST", 1],
    ["PATCH", 1],
  ])("%s on a connection that breaks is asked %i times", async (method, times) => {
    await houses.proxied("GET", "/service/warm", admin);
    recorder.answer = (request) => request.socket.destroy();
    const broken = await houses.proxied(method, "/service/cut", admin);
    expect([broken.status, (broken.json as { code: string }).code]).toEqual([502, "orchid/unreachable"]);
    expect(recorder.seen.map((one) => one.url).filter((asked) => asked === "/service/cut")).toHaveLength(times);
  });

  describe("an answer that has begun", () => {
    // Waiting for the network uses real time.
    beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
    afterEach(() => void vi.useRealTimers());

    it("and stops in its midst is broken off after a while", async () => {
      recorder.answer = (_request, response) => void response.write("begun");
      const got = await fetch(recorder.url("/service/hangs"), { headers: recorder.basic() });
      const reader = got.body?.getReader();
      await reader?.read();
      vi.advanceTimersByTime(100_000);
      const next = reader?.read();
      vi.advanceTimersByTime(100_000);
      await expect(next).rejects.toThrow();
    });

    it("and is taken slowly goes on for as long as that takes", async () => {
      const whole = Buffer.alloc(1024 * 1024, "x");
      recorder.answer = (_request, response) => void response.end(whole);
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
      if (!got.ok) throw new Error(got.error.code);
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
    recorder.answer = () => undefined;
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
    expect(silent).toMatchObject({ ok: false, error: { code: "orchid/timeout" } });
    const nobody = createServer();
    await new Promise<void>((resolve) => nobody.listen(0, "127.0.0.1", resolve));
    const { port } = nobody.address() as AddressInfo;
    await new Promise((resolve) => nobody.close(resolve));
    const reach = () => ({ url: (path: string) => `http://127.0.0.1:${port}${path}`, agent: new Agent() }) as never;
    recorder.use(new ServerProxy({ answering: (id) => id, reach, tokenFor: async () => "fresh" }));
    const gone = await houses.proxied("GET", "/service/a", admin);
    recorder.use(proxy);
    expect([gone.status, (gone.json as { code: string }).code]).toEqual([502, "orchid/unreachable"]);
    expect(gone.text).not.toContain(String(port));
  });
});
