import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { RELAY_USER, relayPassword } from "#recorder/http/relay/relay-proof.ts";
import { admitRtsp } from "#recorder/http/rtsp-guard.ts";
import type { Port } from "#recorder/ipc/channel.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const WORKER = "/workers/stage.worker-abcdefgh.js";
const silent: Port = { connected: true, on: () => undefined, off: () => undefined, send: () => true };
let house: TestHouse;
let plain: TestHouse;

beforeAll(async () => {
  const client = () => {
    const folder = mkdtempSync(join(tmpdir(), "proscenium-test-"));
    mkdirSync(join(folder, "client/workers"), { recursive: true });
    writeFileSync(join(folder, "client/index.html"), "<title>x</title>");
    writeFileSync(join(folder, `client${WORKER}`), "//");
    return folder;
  };
  house = await TestHouse.open({ "relay.token": "a-secret-of-this-test-1234" }, client());
  plain = await TestHouse.open({}, client());
});
afterAll(() => Promise.all([house.close(), plain.close()]));

const policyOf = async (path: string): Promise<string> =>
  String((await house.ask("GET", path)).headers["content-security-policy"]);

it("pages and their workers may open sockets at the relays that are there, and a cached worker follows", async () => {
  const before = await house.ask("GET", WORKER);
  expect(before.headers).toMatchObject({ "cache-control": "no-cache" });
  expect(before.headers["content-security-policy"]).toContain("connect-src 'self';");
  const same = await house.ask("GET", WORKER, { headers: { "if-none-match": String(before.headers["etag"]) } });
  expect(same.statusCode).toBe(304);
  house.services.relays.attach(silent, { id: "a", address: "https://relay.example:8443" }, () => undefined);
  for (const path of ["/", WORKER])
    expect(await policyOf(path)).toContain("connect-src 'self' wss://relay.example:8443;");
  const after = await house.ask("GET", WORKER, { headers: { "if-none-match": String(before.headers["etag"]) } });
  expect(after.statusCode).toBe(200);
});

it("the server names its relays", async () => {
  const answer = await house.ask("GET", "/service/servers", { as: "admin" });
  expect(answer.json()).toMatchObject({ servers: [{ relays: ["wss://relay.example:8443"] }] });
});

it("a recorder without the setting keeps its workers as they were, and knows no relays", async () => {
  const worker = await plain.ask("GET", WORKER);
  expect(worker.headers).toMatchObject({ "cache-control": "public, max-age=31536000, immutable" });
  const answer = await plain.ask("GET", "/service/servers", { as: "admin" });
  expect(answer.json()).toMatchObject({ servers: [{ relays: [] }] });
});

it("by RTSP a relay sees what a viewer without further rights sees, of the stream that its password is for", async () => {
  const { stream } = await house.addCamera("Gate");
  const other = await house.addCamera("Yard");
  const ask = (streamId: string, user: string, password: string, query = "") =>
    admitRtsp(
      {
        sessionId: "one",
        streamId,
        path: `/service/streams/${streamId}/live`,
        query,
        authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`,
        address: "192.0.2.1",
      },
      house.services,
    );
  const password = relayPassword("a-secret-of-this-test-1234", stream.id);
  expect(await ask(stream.id, RELAY_USER, password)).toEqual({ ok: true, value: { isUnmasked: false, isDated: true } });
  expect(await ask(stream.id, RELAY_USER, password, "masks=off")).toMatchObject({ value: { isUnmasked: false } });
  for (const [id, user, given] of [
    [other.stream.id, RELAY_USER, password],
    ["no-such-stream", RELAY_USER, relayPassword("a-secret-of-this-test-1234", "no-such-stream")],
    [stream.id, "admin", password],
  ] as const)
    expect(await ask(id, user, given)).toMatchObject({ ok: false });
});
