import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let port = 0;
beforeAll(async () => {
  house = await TestHouse.open();
  port = Number(new URL(await house.recorder.app.listen({ host: "127.0.0.1", port: 0 })).port);
});
afterAll(() => house.close());

/** The status of the answer to these header lines. */
const ask = (lines: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(`${lines.join("\r\n")}\r\n\r\n`));
    socket.on("data", (data) => {
      text += data.toString();
      const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
      if (status === undefined) return;
      resolve(Number(status));
      socket.destroy();
    });
    socket.on("error", reject);
    socket.on("end", () => reject(new Error(`no answer: ${text}`)));
  });

it.each(["Host: other", "host: 127.0.0.1", "HOST:"])(
  "a second Host header (%s) is refused, by upgrades too",
  async (second) => {
    expect(await ask(["GET /service/time HTTP/1.1", "Host: 127.0.0.1", "Connection: close"])).toBe(200);
    expect(await ask(["GET /service/time HTTP/1.1", "Host: 127.0.0.1", second, "Connection: close"])).toBe(400);
    const upgrade = [
      "GET /service/events/socket HTTP/1.1",
      "Host: 127.0.0.1",
      "Upgrade: websocket",
      "Connection: Upgrade",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ];
    expect(await ask(upgrade)).toBe(401);
    expect(await ask([...upgrade, second])).toBe(400);
  },
);
