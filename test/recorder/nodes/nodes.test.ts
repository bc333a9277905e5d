/** What servers of one database promise one another, whatever brings their messages. */
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { eventually } from "#test/support/eventually.ts";
import { NatsServer } from "../../../scripts/machine/nats-server.mjs";
import { newDatabase, server } from "../store/databases.ts";
import { hasNatsServer, JoinedNodes, natsAt } from "./support/joined-nodes.ts";

describe.skipIf(server === "").each([
  { make: "PostgreSQL", isThere: true, brings: false },
  { make: "NATS", isThere: hasNatsServer, brings: true },
])("servers on one database, $make brings their messages (PROSCENIUM_TEST_POSTGRES)", ({ isThere, brings }) => {
  if (!isThere) return test.skip("nats-server is missing", () => undefined);
  let nats: NatsServer | null = null;
  let all: JoinedNodes;
  let errors: string[];
  const join = (url: string) => all.join(url, nats && natsAt(nats.url));
  beforeAll(async () => {
    if (brings) nats = await NatsServer.start();
  });
  afterAll(() => nats?.stop());
  beforeEach(() => {
    all = new JoinedNodes();
    ({ errors } = all);
  });
  afterEach(async () => expect(await all.end()).toEqual([]));

  test("hear one another in the order in which it was said, and not themselves", async () => {
    const url = await newDatabase();
    const [a, b, c] = [await join(url), await join(url), await join(url)];
    const say = (from: number, to: number): string[] => {
      const words = Array.from({ length: to - from }, (_, index) => `word ${from + index}`);
      for (const word of words) a.nodes.bus.publish("word", word);
      return words;
    };
    const first = say(0, 100);
    a.nodes.bus.publish("word", { not: "a word" });
    await a.nodes.bus.published();
    for (const other of [b, c]) {
      await other.nodes.bus.heard();
      expect(other.heard).toEqual(first);
    }
    // More than are written, and read, at once; a busy machine takes longer for it than an answer waits.
    const everything = [...first, ...say(100, 1200)];
    for (const other of [b, c]) {
      await eventually(() => other.heard.length === 1200, "all is heard");
      expect(other.heard).toEqual(everything);
    }
    expect(a.heard).toEqual([]);
  });

  test("what two say at the same time is heard by all in one order", async () => {
    const url = await newDatabase();
    const [a, b, c, d] = [await join(url), await join(url), await join(url), await join(url)];
    for (let round = 0; round < 100; round += 1) {
      a.nodes.bus.publish("word", `a ${round}`);
      b.nodes.bus.publish("word", `b ${round}`);
      if (round % 10 === 0) await Promise.all([a.nodes.bus.published(), b.nodes.bus.published()]);
    }
    await Promise.all([a.nodes.bus.published(), b.nodes.bus.published()]);
    await Promise.all([c.nodes.bus.heard(), d.nodes.bus.heard()]);
    expect(c.heard).toHaveLength(200);
    expect(d.heard).toEqual(c.heard);
    expect(c.heard.filter((word) => String(word).startsWith("a"))).toEqual(
      Array.from({ length: 100 }, (_, round) => `a ${round}`),
    );
  });

  test("a word comes without being asked for", async () => {
    const url = await newDatabase();
    const [a, b] = [await join(url), await join(url)];
    a.nodes.bus.publish("word", "hello");
    await eventually(() => b.heard.includes("hello"), "it is heard");
  });

  test("what was said while the connection was broken is heard afterwards", async () => {
    const url = await newDatabase();
    const [a, b] = [await join(url), await join(url)];
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'proscenium node'
      and datname = current_database()`.execute(a.store);
    for (const word of ["one", "two", "three"]) a.nodes.bus.publish("word", word);
    await eventually(() => b.heard.length === 3, "all is heard");
    expect(b.heard).toEqual(["one", "two", "three"]);
    // Who read at that moment has said so.
    errors.splice(0);
  });

  test("who was away for longer than messages are kept reads all anew", async () => {
    const url = await newDatabase();
    const [a, b] = [await join(url), await join(url)];
    a.nodes.bus.publish("word", "one");
    await a.nodes.bus.published();
    await b.nodes.bus.heard();
    await a.store.transaction().execute(async (tx) => {
      await tx.updateTable("bus_head").set({ seq: 50 }).execute();
      await tx.deleteFrom("bus_messages").execute();
    });
    await eventually(() => b.heard.includes("missed"), "it knows that something is missing");
    a.nodes.bus.publish("word", "two");
    await eventually(() => b.heard.includes("two"), "it hears again");
    expect(b.heard).toEqual(["one", "missed", "two"]);
  });

  test("old messages are swept away, and who has heard them misses nothing", async () => {
    const url = await newDatabase();
    const [a, b] = [await join(url), await join(url)];
    a.nodes.bus.publish("word", "one");
    await eventually(() => b.heard.length === 1, "it is heard");
    all.nowMs += 11 * 60_000;
    await vi.waitFor(async () => expect(await a.store.selectFrom("bus_messages").select("seq").execute()).toEqual([]));
    a.nodes.bus.publish("word", "two");
    await eventually(() => b.heard.length === 2, "it is heard, too");
    expect(b.heard).toEqual(["one", "two"]);
  });

  test("work under one name is done by one server at a time, and sees what was said before", async () => {
    const url = await newDatabase();
    const three = [await join(url), await join(url), await join(url)];
    let running = 0;
    let most = 0;
    await three[0]!.store.insertInto("settings").values({ key: "internal.count", value: "0" }).execute();
    await Promise.all(
      three.flatMap(({ nodes, store }) =>
        Array.from({ length: 10 }, () =>
          nodes.mutex("count").run(async () => {
            running += 1;
            most = Math.max(most, running);
            const row = await store
              .selectFrom("settings")
              .select("value")
              .where("key", "=", "internal.count")
              .executeTakeFirstOrThrow();
            const value = String(Number(row.value) + 1);
            await store.updateTable("settings").set({ value }).where("key", "=", "internal.count").execute();
            running -= 1;
          }),
        ),
      ),
    );
    const row = await three[0]!.store
      .selectFrom("settings")
      .select("value")
      .where("key", "=", "internal.count")
      .executeTakeFirstOrThrow();
    expect({ most, count: row.value }).toEqual({ most: 1, count: "30" });
  });

  test("a duty is one server's, and another one's when that one has ended", async () => {
    const url = await newDatabase();
    const [a, b] = [await join(url), await join(url)];
    expect([a.nodes.holds("mails"), b.nodes.holds("mails")]).toEqual([true, false]);
    await a.kill();
    expect(a.nodes.holds("mails")).toBe(false);
    await eventually(() => b.nodes.holds("mails") && b.nodes.holds("fleet"), "the other one takes over");
  });

  test("each knows how many they are; one that ends without a word makes the others read all anew", async () => {
    const url = await newDatabase();
    const [a, b, c] = [await join(url), await join(url), await join(url)];
    await vi.waitFor(() => expect([a.nodes.count, b.nodes.count, c.nodes.count]).toEqual([3, 3, 3]), 5000);
    await b.nodes.close();
    await b.kill();
    await vi.waitFor(() => expect([a.nodes.count, c.nodes.count]).toEqual([2, 2]), 5000);
    expect([a.heard, c.heard]).toEqual([[], []]);
    await c.kill();
    await sql`update nodes set seen_ms = seen_ms - 60000`.execute(a.store);
    await vi.waitFor(() => expect(a.nodes.count).toBe(1), 5000);
    expect(a.heard).toEqual(["missed"]);
  });
});
