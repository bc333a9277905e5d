import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { failure, refuse } from "#domain/failures/failure.ts";
import { recorderCalls, relayCalls, relayEvents } from "#protocol/relay-link.ts";
import { LinkPort } from "#recorder/http/relay/link-port.ts";
import { Channel } from "#recorder/ipc/channel.ts";
import type { RelayContract, RelayedContract } from "#recorder/ipc/relay-contract.ts";

let server: WebSocketServer;
let near: Channel<RelayedContract, RelayContract>;
let nearPort: LinkPort;
let socket: WebSocket;

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const accepted = once(server, "connection") as Promise<[WebSocket]>;
  socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [[link]] = await Promise.all([accepted, once(socket, "open")]);
  nearPort = new LinkPort(link, { serves: recorderCalls, asks: relayCalls, events: relayEvents });
  near = new Channel<RelayedContract, RelayContract>(nearPort);
});
afterEach(() => {
  socket.terminate();
  server.close();
});

it("calls, answers, events and failures cross it as they are", async () => {
  const far = new Channel<RelayContract, RelayedContract>(
    new LinkPort(socket, { serves: relayCalls, asks: recorderCalls, events: {} }),
  );
  const why = failure("stream/not-running", { cause: failure("stream/no-picture") });
  far.serve("low-bandwidth.state", () => ({ ok: true, value: { state: "failed", failure: why } }));
  far.serve("whep.close", () => refuse("stream/unknown", { cause: failure("stream/none") }));
  const state = await near.call("low-bandwidth.state", { sessionId: "one" });
  expect(state).toMatchObject({ ok: true, value: { state: "failed", failure: { code: why.code, cause: why.cause } } });
  expect(await near.call("whep.close", { sessionId: "one" })).toMatchObject({
    ok: false,
    error: { code: "stream/unknown", cause: { code: "stream/none" } },
  });
  const told = new Promise((resolve) => near.on("session.closed", resolve));
  far.tell("session.closed", { sessionId: "one", kind: "whep", why });
  expect(await told).toMatchObject({ sessionId: "one", why: { code: why.code } });
});

it.each([
  "no JSON",
  "{}",
  '{"kind":"event","name":"load","event":{"share":7}}',
  '{"kind":"event","name":"no-such","event":null}',
  '{"kind":"ask","id":1,"name":"whep.open","ask":{}}',
  '{"kind":"ask","id":1,"name":"rtsp.admit","ask":{"sessionId":"../x"}}',
  '{"kind":"answer","id":99,"answer":{"ok":true,"value":1}}',
  '{"kind":"ask","id":1,"name":"toString","ask":null}',
])("whoever says something else loses the link: %s", async (text) => {
  const closed = once(socket, "close");
  socket.send(text);
  expect((await closed)[0]).toBe(1008);
  expect(nearPort.connected).toBe(false);
});

it("calls that wait are answered when the link ends", async () => {
  const waiting = near.call("whep.close", { sessionId: "one" });
  socket.terminate();
  expect(await waiting).toMatchObject({ ok: false, error: { code: "process/gone" } });
});
