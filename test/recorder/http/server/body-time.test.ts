import Fastify, { type FastifyInstance } from "fastify";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLIENT_UPLOAD_TIMEOUT_MS } from "#domain/limits/administration.ts";
import { allowBodyTime, BODY_TIME_MS, limitBodyTime } from "#recorder/http/server/body-time.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const USUAL_MS = 80;
let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify({ requestTimeout: 60_000 });
  limitBodyTime(app, USUAL_MS);
  app.addHook("onRequest", async (request, reply) => {
    if (request.headers.authorization === undefined) return reply.code(401).send({ code: "session/required" });
    allowBodyTime(request);
  });
  for (const [url, bodyTimeMs] of [
    ["/usual", undefined],
    ["/slow", 60_000],
  ] as const)
    app.post(url, { config: bodyTimeMs === undefined ? {} : { bodyTimeMs } }, async ({ body }) => body);
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => app.close());

const BODY = '{"whole":true}';
/** A request whose body stops after its first byte. */
function begun(path: string, headers = "authorization: yes\r\n"): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\n${headers}content-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n{`,
  );
  return socket;
}

describe("a body that does not come", () => {
  it.each([
    ["ends its request", "/usual", "authorization: yes\r\n", "HTTP/1.1 408 "],
    ["ends one that was refused already", "/usual", "", "HTTP/1.1 401 "],
    ["has no more time on a slow route before the request was let in", "/slow", "", "HTTP/1.1 401 "],
    ["ends one of an unknown route", "/unknown", "authorization: yes\r\n", "HTTP/1.1 408 "],
  ])("%s", async (_name, path, headers, status) => {
    expect(await text(begun(path, headers))).toContain(status);
  });
  it("may come later where the route says so", async () => {
    const slow = begun("/slow", "authorization: yes\r\nconnection: close\r\n");
    // The same time has ended an ordinary request.
    expect(await text(begun("/usual"))).toContain("408");
    slow.write(BODY.slice(1));
    expect(await text(slow)).toMatch(/^HTTP\/1.1 200 [^]*\{"whole":true\}$/);
  });
});

it("a client may be sent for as long as the page waits, everything else is as short as ever", async () => {
  const house = await TestHouse.open();
  const slow: string[] = [];
  expect(house.recorder.app.server.requestTimeout).toBeGreaterThan(CLIENT_UPLOAD_TIMEOUT_MS + BODY_TIME_MS);
  expect(house.recorder.app.server.headersTimeout).toBeLessThanOrEqual(60_000);
  for (const route of house.recorder.routes) if (route.bodyTimeMs > BODY_TIME_MS) slow.push(route.url);
  expect(slow).toEqual(["/service/ui"]);
  await house.close();
});
