import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { errorBody } from "#protocol/rest/error.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let port = 0;
beforeAll(async () => {
  house = await TestHouse.open();
  port = Number(new URL(await house.recorder.app.listen({ host: "127.0.0.1", port: 0 })).port);
});
afterAll(() => house.close());

/** The whole answer to these bytes, when the connection has ended. */
const ask = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (data) => (text += data.toString()));
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });

it.each([
  ["an address of 70 KB", `GET /${"x".repeat(70_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, "request/headers"],
  ["a header of 70 KB", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(70_000)}\r\n\r\n`, 431, "request/headers"],
  ["no HTTP", "hello\r\n\r\n", 400, "request/unreadable"],
  ["another version of HTTP", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "request/unreadable"],
  ["a call for a proxy", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n", 405, "request/method"],
  ["an expectation", "GET / HTTP/1.1\r\nHost: a\r\nExpect: a miracle\r\n\r\n", 417, "request/unreadable"],
  [
    "a path that is none, with more behind it",
    "GET /% HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n-1\r\n",
    400,
    "request/bad-path",
  ],
  ["no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "request/no-host"],
  [
    "no host, with a body",
    "POST /service/users HTTP/1.1\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}",
    400,
    "request/no-host",
  ],
])("%s is refused by code, and its connection ends", async (_, bytes, status, code) => {
  const answer = await ask(bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toMatch(/^content-type: application\/json/im);
  const body = answer.split("\r\n\r\n")[1] ?? "";
  const length = Number(/^content-length: (\d+)/im.exec(answer)?.[1]);
  expect(errorBody.parse(JSON.parse(body.slice(0, length))).code).toBe(code);
});

it("a call of HTTP 1.0, which knew no host, is answered", async () => {
  expect(await ask("GET /service/time HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 /);
});
