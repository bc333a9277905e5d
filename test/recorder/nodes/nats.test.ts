/** What NATS adds to servers of one database, and what it can never take from them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect, nkeys } from "@nats-io/transport-node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readCredentials } from "#recorder/nodes/nats-credentials.ts";
import { ownUuid } from "#recorder/store/own-uuid.ts";
import { eventually } from "#test/support/eventually.ts";
import { NatsServer } from "../../../scripts/machine/nats-server.mjs";
import { newDatabase, server } from "../store/databases.ts";
import { certificateIn, hasNatsServer, JoinedNodes, natsAt, NEVER_MS, tellWays } from "./support/joined-nodes.ts";

const AWAY = "NATS is away: PostgreSQL carries the messages of the servers";
const BACK = "NATS is back: it brings the messages of the servers";

describe.skipIf(server === "" || !hasNatsServer)("NATS between servers (PROSCENIUM_TEST_POSTGRES, nats-server)", () => {
  let nats: NatsServer;
  let all: JoinedNodes;
  let said: string[];
  beforeAll(async () => {
    nats = await NatsServer.start();
  });
  afterAll(() => nats?.stop());
  beforeEach(() => {
    all = new JoinedNodes();
    said = [];
  });
  afterEach(async () => expect(await all.end()).toEqual(said));

  it("brings a message by itself: nobody reads the database for it", async () => {
    const url = await newDatabase();
    const [a, b] = [await all.join(url, natsAt(nats.url), NEVER_MS), await all.join(url, natsAt(nats.url), NEVER_MS)];
    await tellWays(a.store);
    a.nodes.bus.publish("word", "hello");
    await eventually(() => b.heard.length === 1, "it is heard");
    b.nodes.bus.publish("word", "you, too");
    await eventually(() => a.heard.length === 1, "it is heard");
    expect([a.heard, b.heard]).toEqual([["you, too"], ["hello"]]);
  });

  it("is asked for it: a message that never came there is heard in its turn", async () => {
    const url = await newDatabase();
    const [a, b] = [await all.join(url, natsAt(nats.url), NEVER_MS), await all.join(url, natsAt(nats.url), NEVER_MS)];
    // As one who died after it had written, and before it could say so.
    const write = (seq: number, body: string) =>
      a.store.transaction().execute(async (tx) => {
        await tx.updateTable("bus_head").set({ seq }).execute();
        await tx
          .insertInto("bus_messages")
          .values({ seq, node: "killed", topic: "word", body: JSON.stringify(body), sent_ms: Date.now() })
          .execute();
      });
    await write(1, "one");
    expect(b.heard).toEqual([]);
    await b.nodes.bus.heard();
    expect(b.heard).toEqual(["one"]);
    await write(2, "two");
    a.nodes.bus.publish("word", "three");
    await eventually(() => b.heard.length === 3, "all is heard");
    expect(b.heard).toEqual(["one", "two", "three"]);
  });

  it("can be read and written by others without harm: what is said is sealed", async () => {
    const url = await newDatabase();
    const [a, b] = [await all.join(url, natsAt(nats.url), NEVER_MS), await all.join(url, natsAt(nats.url), NEVER_MS)];
    const subject = `proscenium.${await ownUuid(a.store)}`;
    const stranger = await connect({ servers: nats.url.replace("nats://", "") });
    const seen: string[] = [];
    const listening = stranger.subscribe(subject, { callback: (_error, message) => void seen.push(message.string()) });
    const forged = { seq: 1, node: "me", topic: "word", body: '"forged"' };
    const other = new JoinedNodes();
    for (const text of ["", "{", JSON.stringify(forged), other.vault.seal(JSON.stringify(forged), "elsewhere")])
      stranger.publish(subject, text);
    // Whoever has the key of another database, or of this one for something else, has none for this.
    stranger.publish(subject, all.vault.seal(JSON.stringify(forged), "elsewhere"));
    await stranger.flush();
    a.nodes.bus.publish("word", "a very secret word");
    await eventually(() => b.heard.length === 1 && seen.length === 6, "it is heard");
    expect(b.heard).toEqual(["a very secret word"]);
    expect(seen.join()).not.toContain("secret word");
    listening.unsubscribe();
    await stranger.close();
    await other.end();
  });

  it("takes no message that is too large for it, and all hear it", async () => {
    const url = await newDatabase();
    const [a, b] = [await all.join(url, natsAt(nats.url), NEVER_MS), await all.join(url, natsAt(nats.url), NEVER_MS)];
    a.nodes.bus.publish("word", "long ".repeat(200_000));
    a.nodes.bus.publish("word", "short");
    await eventually(() => b.heard.length === 2, "both are heard");
    expect(String(b.heard[0])).toHaveLength(1_000_000);
    expect(a.nodes.nats).toBe("ok");
  });

  it("loses its stream: it is made again, and nothing is missed", async () => {
    const url = await newDatabase();
    const [a, b] = [await all.join(url, natsAt(nats.url)), await all.join(url, natsAt(nats.url))];
    said = [AWAY, AWAY, BACK, BACK];
    const operator = await connect({ servers: nats.url.replace("nats://", "") });
    const { streams } = await jetstreamManager(operator);
    await streams.delete(`proscenium-${await ownUuid(a.store)}`);
    a.nodes.bus.publish("word", "one");
    await eventually(() => all.errors.filter((one) => one === AWAY).length === 2, "both have noticed");
    await eventually(() => a.nodes.nats === "ok" && b.nodes.nats === "ok", "it is there again");
    a.nodes.bus.publish("word", "two");
    await eventually(() => b.heard.length === 2, "all is heard");
    expect(b.heard).toEqual(["one", "two"]);
    all.errors.sort();
    await operator.close();
  });

  it.each([
    ["is killed", (): Promise<void> => nats.halt(), (): Promise<void> => nats.begin()],
    ["hangs, or is cut off", async (): Promise<void> => nats.hang(), async (): Promise<void> => nats.goOn()],
  ])(
    "%s: it is said within 10 s, all is heard by the database, and it is taken again by itself",
    async (_name, away, back) => {
      const url = await newDatabase();
      const [a, b] = [await all.join(url, natsAt(nats.url)), await all.join(url, natsAt(nats.url))];
      said = [AWAY, AWAY, BACK, BACK];
      await away();
      a.nodes.bus.publish("word", "one");
      await a.nodes.bus.published();
      await b.nodes.bus.heard();
      expect(b.heard).toEqual(["one"]);
      await vi.waitFor(() => expect([a.nodes.nats, b.nodes.nats]).toEqual(["away", "away"]), 10_000);
      a.nodes.bus.publish("word", "two");
      await eventually(() => b.heard.length === 2, "it is heard");
      await back();
      await vi.waitFor(() => expect([a.nodes.nats, b.nodes.nats]).toEqual(["ok", "ok"]), 10_000);
      a.nodes.bus.publish("word", "three");
      await eventually(() => b.heard.length === 3, "it is heard by NATS");
      expect(b.heard).toEqual(["one", "two", "three"]);
      all.errors.sort();
    },
  );

  it("is reached by TLS, and signed in to by each kind of credentials", async () => {
    const file = (name: string, text = ""): string => {
      const path = join(all.folder, name);
      if (text !== "") writeFileSync(path, text);
      return path;
    };
    const { key, cert } = certificateIn(all.folder);
    const user = nkeys.createUser();
    const closed = await NatsServer.start([
      `tls { cert_file: "${cert}", key_file: "${key}" }`,
      `authorization { users: [ { user: wall, password: "good:one" }, { nkey: ${user.getPublicKey()} } ] }`,
    ]);
    const servers = [closed.url.replace("nats://127.0.0.1", "tls://localhost")];
    const url = await newDatabase();
    const password = file("password", "wall:good:one\n");
    await all.join(url, natsAt("", { servers, ca: cert, credentials: password }));
    const seed = file("seed", new TextDecoder().decode(user.getSeed()));
    await all.join(url, natsAt("", { servers, ca: cert, credentials: seed }));
    const wrong = file("wrong", "wall:bad");
    for (const settings of [{ credentials: password }, { ca: cert, credentials: wrong }, { ca: cert }]) {
      const told = all.errors.length;
      const { nodes } = await all.join(url, natsAt("", { servers, ...settings }), NEVER_MS, false);
      await eventually(() => all.errors.length > told, "it is told that it is away");
      expect(nodes.nats).toBe("away");
      if (settings.credentials !== wrong) continue;
      writeFileSync(wrong, "wall:good:one");
      await eventually(() => nodes.nats === "ok", "the file is read again");
    }
    said = [AWAY, AWAY, BACK, AWAY];
    expect(await all.end()).toEqual(said);
    await closed.stop();
  });
});

describe("a file of credentials", () => {
  const seed = new TextDecoder().decode(nkeys.createUser().getSeed());
  it.each([
    [
      "-----BEGIN NATS USER JWT-----\neyJ\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\nSU\n",
      "creds",
    ],
    [`${seed}\n`, "seed"],
    ["wall:a:b", "password"],
    ["wall:", undefined],
    [":word", undefined],
    ["wall word:x", undefined],
    ["", undefined],
  ])("%j is %s", (text, kind) => expect(readCredentials(text)?.kind).toBe(kind));

  it("has a password with colons", () =>
    expect(readCredentials("wall:a:b\n")).toEqual({ kind: "password", user: "wall", password: "a:b" }));
});
