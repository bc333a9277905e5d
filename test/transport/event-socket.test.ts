import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import type { EventMessage } from "#protocol/rest/event-message.ts";
import { openEventSocket } from "#transport/event-socket.ts";

// Node 20 has no WebSocket of its own.
Object.assign(globalThis, { WebSocket });

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
});

async function server() {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  ends.push(() => {
    for (const client of sockets.clients) client.terminate();
    http.close();
  });
  return { sockets, url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/service/events/socket`, http };
}
function open(url: string, graceMs: number) {
  const messages: EventMessage[] = [];
  const counts = { resync: 0, lost: 0, refused: 0, connected: 0 };
  const close = openEventSocket({
    url,
    graceMs,
    onMessage: (message) => messages.push(message),
    onResync: () => (counts.resync += 1),
    onRefused: () => (counts.refused += 1),
    onLost: () => (counts.lost += 1),
    onConnected: (connected) => (counts.connected += connected ? 1 : 0),
  });
  ends.push(close);
  return { messages, counts, close };
}

test("events arrive; unknown and broken ones are dropped", async () => {
  const { sockets, url } = await server();
  sockets.on("connection", (socket) => {
    socket.send("{");
    socket.send(JSON.stringify({ type: "from-the-future", resource: "x", id: "1" }));
    socket.send(Buffer.from([1, 2, 3]));
    socket.send(JSON.stringify({ type: "camera-added", resource: "cameras", id: 7 }));
  });
  const { messages } = open(url, 5_000);
  await vi.waitFor(() => expect(messages).toEqual([{ type: "camera-added", resource: "cameras", id: "7" }]));
});

test("a flap reconnects, says that events may be missing, and is no loss", async () => {
  const { sockets, url } = await server();
  const { counts } = open(url, 5_000);
  for (let flaps = 1; flaps <= 3; flaps++) {
    await vi.waitFor(() => expect(sockets.clients.size).toBe(1), 5_000);
    await vi.waitFor(() => expect(counts.connected).toBe(flaps), 5_000);
    for (const client of sockets.clients) client.terminate();
  }
  // What happened before the first opening is said by the server's greeting.
  await vi.waitFor(() => expect(counts.resync).toBe(3), 10_000);
  expect(counts.lost).toBe(0);
});

test("closed because the session has ended: said once until it is open again", async () => {
  const { sockets, url } = await server();
  const { counts } = open(url, 5_000);
  for (let times = 1; times <= 2; times++) {
    await vi.waitFor(() => expect(counts.connected).toBe(times), 5_000);
    for (const client of sockets.clients) client.close(4401, "user-logged-out");
    await vi.waitFor(() => expect(counts.refused).toBe(times), 5_000);
  }
  await vi.waitFor(() => expect(counts.connected).toBe(3), 5_000);
  for (const client of sockets.clients) client.close(1001);
  await vi.waitFor(() => expect(counts.connected).toBe(4), 5_000);
  expect(counts.refused).toBe(2);
});

test("away longer than the grace: lost", async () => {
  const { sockets, url, http } = await server();
  const { counts } = open(url, 600);
  await vi.waitFor(() => expect(counts.connected).toBe(1), 5_000);
  http.close();
  for (const client of sockets.clients) client.terminate();
  await vi.waitFor(() => expect(counts.lost).toBe(1), 5_000);
});

test("a closed socket is silent: it neither reconnects nor reports a loss", async () => {
  const { sockets, url } = await server();
  // Long enough to connect on a busy machine: the grace time counts from the beginning.
  const graceMs = 2_000;
  const { counts, close } = open(url, graceMs);
  await vi.waitFor(() => expect(counts.connected).toBe(1), 5_000);
  close();
  const closedMs = performance.now();
  await vi.waitFor(() => expect(sockets.clients.size).toBe(0), 5_000);
  // Longer than the time after which a loss would be reported.
  await expect.poll(() => performance.now() - closedMs, { timeout: 5_000 }).toBeGreaterThan(graceMs + 200);
  expect(sockets.clients.size).toBe(0);
  expect(counts).toEqual({ resync: 0, lost: 0, refused: 0, connected: 1 });
});
