import { type AddressInfo, connect, type Socket } from "node:net";
import { WebSocket } from "ws";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, it } from "vitest";
import { buildApp } from "#recorder/http/server/app.ts";
import { listen } from "#recorder/http/server/listen.ts";
import { isOfNetwork } from "#recorder/http/server/client-address.ts";
import { limitConnections } from "#recorder/net/connection-limit.ts";
import { healthRoutes } from "#recorder/http/routes/server/health.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";
import { eventually } from "#test/support/eventually.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function dial(port: number): { socket: Socket; ended: () => boolean; said: () => string } {
  let [isEnded, text] = [false, ""];
  const socket = connect(port, "127.0.0.1");
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.on("error", () => undefined);
  socket.on("close", () => (isEnded = true));
  closers.push(() => socket.destroy());
  return { socket, ended: () => isEnded, said: () => text };
}
const portOf = (app: FastifyInstance): number => (app.server.address() as AddressInfo).port;

it("a connection that says nothing ends, and one that says half a request; who has asked stays", async () => {
  const house = await TestHouse.open();
  closers.push(() => house.close());
  const { services } = house;
  const { app } = await buildApp(services, [healthRoutes], { headersMs: 300, lookMs: 50 });
  await listen(app, { host: "127.0.0.1", port: 0, tls: services.config.tls });
  closers.push(() => app.close());
  const silent = dial(portOf(app));
  const half = dial(portOf(app));
  half.socket.write("GET /livez HTTP/1.1\r\nHo");
  const asked = dial(portOf(app));
  asked.socket.write("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n");
  await eventually(() => silent.ended() && half.ended(), "both ended", 3000);
  expect(asked.ended()).toBe(false);
  expect(asked.said()).toMatch(/^HTTP\/1\.1 200 .*ok$/s);
  expect(half.said()).toMatch(/^HTTP\/1\.1 408 /);
});

it("one address holds so many connections and no more; a trusted proxy connects for everybody", async () => {
  for (const [trusted, most] of [
    [[], 3],
    [["loopback"], 5],
  ] as const) {
    const app = Fastify({ forceCloseConnections: true });
    limitConnections(app.server, 3, (address) => trusted.some((proxy) => isOfNetwork(address, proxy)));
    app.get("/", () => "well");
    await app.listen({ host: "127.0.0.1", port: 0 });
    closers.push(() => app.close());
    const all = Array.from({ length: 5 }, () => dial(portOf(app)));
    for (const { socket } of all) socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await eventually(() => all.every((one) => one.ended() || one.said().includes("well")), "answered or refused");
    expect(all.filter((one) => !one.ended())).toHaveLength(most);
    // A place that is given up is free for another.
    all.find((one) => !one.ended())?.socket.destroy();
    await eventually(() => {
      const again = dial(portOf(app));
      again.socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
      all.push(again);
      return all.slice(5).some((one) => one.said().includes("well"));
    }, "a free place");
  }
});

it("sockets of people who have signed in count too, and a house full of screens is told to the recorder", async () => {
  for (const [most, openAfter] of [
    ["2", 2],
    ["0", 4],
  ] as const) {
    const house = await TestHouse.open({ "http.connections-per-address": most });
    closers.push(() => house.close());
    await house.recorder.listen();
    const headers = { authorization: house.basic("admin") };
    const sockets = Array.from(
      { length: 4 },
      () => new WebSocket(`${house.recorder.url.replace("http", "ws")}/service/events/socket`, { headers }),
    );
    closers.push(() => sockets.forEach((socket) => socket.terminate()));
    for (const socket of sockets) socket.on("error", () => undefined);
    const isSettled = ({ readyState }: WebSocket): boolean => readyState !== WebSocket.CONNECTING;
    await eventually(() => sockets.every(isSettled), "opened or refused");
    expect(sockets.filter(({ readyState }) => readyState === WebSocket.OPEN)).toHaveLength(openAfter);
  }
});
