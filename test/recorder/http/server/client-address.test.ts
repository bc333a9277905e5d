import { once } from "node:events";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { clientAddress } from "#recorder/http/server/client-address.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const FORWARDED = [
  undefined,
  "198.51.100.7",
  "203.0.113.9, 198.51.100.7",
  " 203.0.113.9 ,10.1.2.3",
  "10.9.9.9, 10.1.2.3",
  "nonsense",
];
const DIRECT = ["127.0.0.1", "::ffff:127.0.0.1", "10.1.2.3", "192.0.2.1", "::1", "fd00::1"];
const TRUSTED = [
  ["127.0.0.1"],
  ["loopback"],
  ["loopback", "uniquelocal"],
  ["10.0.0.0/8"],
  ["10.0.0.0/255.0.0.0", "127.0.0.1/8", "fd00::/8"],
];

it.each(TRUSTED)("finds the address that routes have, behind %s and others", async (...trusted) => {
  const app = Fastify({ trustProxy: trusted });
  const seen: string[] = [];
  app.get("/", (request) => {
    seen.push(clientAddress(request.raw, trusted));
    return { ip: request.ip };
  });
  for (const remoteAddress of DIRECT)
    for (const said of FORWARDED) {
      const headers = said === undefined ? {} : { "x-forwarded-for": said };
      const answer = await app.inject({ url: "/", remoteAddress, headers });
      expect(seen.pop(), `${remoteAddress} ${said}`).toBe(answer.json<{ ip: string }>().ip);
    }
  await app.close();
});

let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open({ "http.trusted-proxies": "127.0.0.1" });
  await house.recorder.listen();
});
afterAll(() => house.close());

it("who guesses passwords at a socket behind a proxy is slowed down alone", async () => {
  const asked = vi.spyOn(house.services.sessions.basic, "byPassword");
  const socket = new WebSocket(`${house.recorder.url.replace("http", "ws")}/service/events/socket`, {
    headers: { authorization: house.basic("admin", "wrong"), "x-forwarded-for": "198.51.100.7" },
  });
  await once(socket, "error");
  expect(asked.mock.calls).toEqual([["admin", "wrong", "198.51.100.7"]]);
});
