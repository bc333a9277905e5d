/** Three NATS servers with the lines of docs/operations/nats.conf: one of them may die. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ownUuid } from "#recorder/store/own-uuid.ts";
import { eventually } from "#test/support/eventually.ts";
import { freePort } from "../../../scripts/machine/free-port.mjs";
import { NatsServer } from "../../../scripts/machine/nats-server.mjs";
import { newDatabase, server } from "../store/databases.ts";
import { certificateIn, hasNatsServer, JoinedNodes, natsAt, NEVER_MS, tellWays } from "./support/joined-nodes.ts";

const LINES = readFileSync(new URL("../../../docs/operations/nats.conf", import.meta.url), "utf8");
const PASSWORD = "a-password-of-this-test";
const PATIENCE = { timeout: 40_000, interval: 100 };

describe.skipIf(server === "" || !hasNatsServer)("a cluster of NATS (PROSCENIUM_TEST_POSTGRES, nats-server)", () => {
  const all = new JoinedNodes();
  const { key, cert } = certificateIn(all.folder);
  const cluster: NatsServer[] = [];
  beforeAll(async () => {
    const ports = [await freePort(), await freePort(), await freePort()];
    const routes = [await freePort(), await freePort(), await freePort()];
    const config = (at: number) => (folder: string) =>
      LINES.replace("server_name: n1", `server_name: n${at + 1}`)
        .replace("0.0.0.0:4222", `127.0.0.1:${ports[at]}`)
        .replace("0.0.0.0:6222", `127.0.0.1:${routes[at]}`)
        .replaceAll(/10\.0\.0\.2(\d):6222/g, (_all, one: string) => `localhost:${routes[Number(one) - 1]}`)
        .replaceAll(/\/etc\/nats\/(cert|ca)\.pem/g, cert)
        .replaceAll("/etc/nats/key.pem", key)
        .replace("/var/lib/nats", join(folder, "streams"))
        .replace("$WALL_PASSWORD", PASSWORD);
    for (const [at, port] of ports.entries()) cluster.push(new NatsServer(port, config(at)));
    await Promise.all(cluster.map((one) => one.begin()));
  });
  afterAll(async () => {
    await all.end();
    for (const one of cluster) await one.stop();
  });

  it("brings messages with one of three dead, whichever it is", async () => {
    const credentials = join(all.folder, "login");
    writeFileSync(credentials, `wall:${PASSWORD}`);
    const servers = cluster.map(({ url }) => url.replace("nats://127.0.0.1", "tls://localhost"));
    const settings = natsAt("", { servers, credentials, ca: cert, replicas: 3 });
    const url = await newDatabase();
    const [a, b] = [await all.join(url, settings, NEVER_MS, false), await all.join(url, settings, NEVER_MS, false)];
    const areWell = () => vi.waitFor(() => expect([a.nodes.nats, b.nodes.nats]).toEqual(["ok", "ok"]), PATIENCE);
    await areWell();
    await tellWays(a.store);
    a.nodes.bus.publish("word", "three");
    await eventually(() => b.heard.length === 1, "it is heard");
    const operator = await connect({
      servers: servers.map((one) => one.replace("tls://", "")),
      user: "wall",
      pass: PASSWORD,
      tls: { ca: readFileSync(cert, "utf8") },
    });
    const { streams } = await jetstreamManager(operator);
    const { cluster: where, config } = await streams.info(`proscenium-${await ownUuid(a.store)}`);
    expect(config.num_replicas).toBe(3);
    await operator.close();
    await cluster[Number(where?.leader?.slice(1)) - 1]?.halt();
    a.nodes.bus.publish("word", "two");
    await a.nodes.bus.published();
    await b.nodes.bus.heard();
    expect(b.heard).toHaveLength(2);
    await areWell();
    await vi.waitFor(async () => {
      a.nodes.bus.publish("word", "again");
      await eventually(() => b.heard.at(-1) === "again", "it is heard by NATS", 1000);
    }, PATIENCE);
  }, 90_000);
});
