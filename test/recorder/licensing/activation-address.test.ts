import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ActivationService } from "#recorder/licensing/activation-service.ts";

/** A service of this machine: it is reached where the settings name this machine, and by no detour. */
const server = createServer((request, response) => {
  if (request.url === "/away") response.writeHead(302, { location: "/ping" });
  response.end(JSON.stringify({ status: "success", license: "of this machine" }));
});
let port = 0;
let connections = 0;
beforeAll(async () => {
  server.on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it.each(["127.0.0.1", "localhost", "2130706433"])("%s is this machine by name, and is asked", async (host) => {
  const service = new ActivationService(`http://${host}:${port}`);
  expect(await service.reachable()).toBe(true);
  expect(await service.ask({ code: "x" })).toEqual({ ok: true, value: "of this machine" });
});

it.each([
  ...["0.0.0.0", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[::127.0.0.1]", "[fe80::1]"],
  ...[hostname(), "169.254.169.254", "100.100.100.200"],
])("%s is not dialled", async (host) => {
  const before = connections;
  const service = new ActivationService(`http://${host}:${port}`);
  expect(await service.reachable()).toBe(false);
  expect(await service.ask({ code: "x" })).toMatchObject({ error: { code: "activation/unreachable" } });
  expect(connections).toBe(before);
});

it("is not followed elsewhere", async () => {
  const service = new ActivationService(`http://127.0.0.1:${port}/away`);
  expect(await service.ask({ code: "x" })).toMatchObject({ error: { code: "activation/unreachable" } });
});
