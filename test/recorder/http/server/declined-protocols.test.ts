import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let port = 0;
beforeAll(async () => {
  house = await TestHouse.open({ "http.connections-per-address": "2" });
  await house.recorder.listen();
  port = Number(new URL(house.recorder.url).port);
});
afterAll(() => house.close());

/** The whole answer to these bytes, when the connection has ended. */
const ask = (...parts: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", async () => {
      for (const part of parts) {
        socket.write(part);
        // Each part comes by itself.
        await new Promise((resolveTurn) => setImmediate(resolveTurn));
      }
    });
    socket.on("data", (data) => {
      text += data.toString();
      // Without the offer the connection stays open.
      if (/\r\n\r\n./.test(text)) socket.end();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
const offer = (protocol: string): string =>
  `Connection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n`;

it.each(["h2c", "TLS/1.2", "foo/1, bar"])("a call that offers %s is answered as if it did not", async (protocol) => {
  const head = `Host: 127.0.0.1\r\nAuthorization: ${house.basic("admin")}\r\n${offer(protocol)}`;
  // More often than one address may have connections: each counts once, and is let go.
  for (let time = 0; time < 3; time += 1) {
    const read = await ask(`GET /service/stages HTTP/1.1\r\n${head}\r\n`);
    expect(read).toMatch(/^HTTP\/1\.1 200 /);
    expect(read).toContain('"stages":[');
  }
  const body = JSON.stringify({ name: `by ${protocol}` });
  const more = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const written = await ask(`POST /service/stages HTTP/1.1\r\n${head}${more}\r\n${body.slice(0, 5)}`, body.slice(5));
  expect(written).toMatch(/^HTTP\/1\.1 201 /);
  expect(written).toContain(`"name":"by ${protocol}"`);
  const stages = await house.ask("GET", "/service/stages", { as: "admin" });
  for (const { id } of stages.json<{ stages: { id: string }[] }>().stages)
    await house.ask("DELETE", `/service/stages/${id}`, { as: "admin" });
});

it("an offer of somebody who is not signed in is refused as the call is", async () => {
  const answer = await ask(`GET /service/stages HTTP/1.1\r\nHost: 127.0.0.1\r\n${offer("h2c")}\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toContain('"code":"session/required"');
});
