import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { TestHouse } from "./test-house.ts";

/** What stands for `media` here: it takes an upgrade, and nothing after it. */
let house: TestHouse;
let taken: Socket | null = null;
const media = createServer((socket) => {
  taken = socket;
  socket.once("data", () => {
    socket.pause();
    socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
  });
});
beforeAll(async () => {
  house = await TestHouse.open();
  await house.recorder.listen();
  await new Promise<void>((resolve) => media.listen(house.services.viewerSocket, resolve));
});
afterAll(async () => {
  await new Promise((resolve) => media.close(resolve));
  await house.close();
});

it("a websocket whose other end breaks off ends, and is told nothing in HTTP", async () => {
  const { stream } = await house.addCamera("Gate");
  const opened = await house.ask("POST", "/service/low-bandwidth/streams", {
    as: "admin",
    body: { streamId: stream.id },
  });
  const { host, port } = new URL(house.recorder.url);
  const viewer = connect(Number(port), "127.0.0.1");
  let heard = "";
  let isOver = false;
  viewer.on("data", (data) => (heard += data.toString("latin1")));
  viewer.on("error", () => undefined);
  viewer.once("close", () => (isOver = true));
  viewer.write(
    `GET ${opened.json<{ socket: string }>().socket} HTTP/1.1\r\nhost: ${host}\r\nconnection: Upgrade\r\n` +
      `upgrade: websocket\r\nauthorization: ${house.basic("admin")}\r\n\r\n`,
  );
  await eventually(() => heard.includes("101"), "the upgrade");
  // Bytes that it has not read make its end a reset.
  for (let i = 0; i < 5; i++) await new Promise<void>((resolve) => viewer.write("unread", () => resolve()));
  taken?.destroy();
  await eventually(() => isOver, "the end");
  expect(heard).toBe("HTTP/1.1 101 Switching Protocols\r\n\r\n");
});
