import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { rejectUpgrade } from "#recorder/http/server/sockets.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

it.each([
  [429, "5"],
  [503, "5"],
  [401, undefined],
  [404, undefined],
  [502, undefined],
])("a socket that is refused with %d is told when to come back: %s", (status, seconds) => {
  const socket = new PassThrough();
  rejectUpgrade(socket, status);
  const [head = "", ...lines] = String(socket.read()).split("\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(lines.find((line) => line.startsWith("retry-after: "))?.slice("retry-after: ".length)).toBe(seconds);
  expect(lines.slice(-2)).toEqual(["", ""]);
});

it("one user has 256 event sockets at most; the next one hears when to come back, and has a place when one has left", async () => {
  const house = await TestHouse.open({ "http.connections-per-address": "0" });
  await house.recorder.listen();
  const open = async (): Promise<WebSocket> => {
    const address = `${house.recorder.url.replace("http:", "ws:")}/service/events/socket`;
    const socket = new WebSocket(address, { headers: { authorization: house.basic("admin") } });
    socket.on("error", () => undefined);
    await Promise.race([
      once(socket, "open"),
      once(socket, "unexpected-response").then(([, answer]) => Promise.reject(answer)),
    ]);
    return socket;
  };
  const opened: WebSocket[] = [];
  try {
    for (let at = 0; at < 256; at += 1) opened.push(await open());
    await expect(open()).rejects.toMatchObject({ statusCode: 429, headers: { "retry-after": "5" } });
    opened.pop()?.close();
    await expect
      .poll(() =>
        open().then(
          (socket) => opened.push(socket),
          () => 0,
        ),
      )
      .toBeGreaterThan(0);
  } finally {
    for (const socket of opened) socket.terminate();
    await house.close();
  }
}, 60_000);
