import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failure, refuse } from "#domain/failures/failure.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Asker } from "#recorder/aggregator/servers/contracts.ts";
import type { ServerAnswer, ServerAsk } from "#recorder/aggregator/servers/asking/server-client.ts";
import { UserNotices } from "#recorder/aggregator/rights/user-notices.ts";
import { openStore, type Store } from "#recorder/store/store.ts";
import { databases } from "#test/recorder/store/databases.ts";

const DAY_MS = 86_400_000;
const SERVERS = ["north", "south", "east"];

describe.each(databases)("what servers are told of users: $name", ({ url, skip }) => {
  if (skip) return it.skip("needs a server", () => undefined);
  let folder = "";
  let stores: Store[] = [];
  let store: Store;
  let now = 0;
  let told: string[];
  let logged: unknown[];
  let away: Set<string>;
  /** servers whose answer never comes, as to a node that is killed before it */
  let silent: Set<string>;
  let news: UserNotices;
  let other: UserNotices;

  const node = (on: Store): UserNotices => {
    const request = async <T>(id: string, who: Asker, ask: ServerAsk<T>): Promise<ServerAnswer<T>> => {
      if (silent.has(id)) return new Promise(() => undefined);
      if (away.has(id)) return refuse("orchid/unreachable", { cause: failure("server/closed") });
      told.push(`${id} ${ask.method} ${who.userId} ${who.session?.hash ?? "all"}`);
      const refused = refuse("orchid/refused", { cause: failure("server/status", { status: 401 }) });
      return { ...refused, status: 401 };
    };
    const log = { error: (what: unknown) => void logged.push(what) };
    return new UserNotices({ store: on, access: { request }, whoIs: async () => null, log, now: () => now });
  };

  beforeEach(async () => {
    [told, logged, away, silent, now] = [[], [], new Set(), new Set(), 0];
    folder = mkdtempSync(join(tmpdir(), "proscenium-notices-"));
    const place = { file: join(folder, "database"), url: await url() };
    store = await openStore(place);
    // Only nodes on PostgreSQL share a database.
    stores = place.url === "" ? [store] : [store, await openStore(place)];
    [news, other] = [node(store), node(stores.at(-1)!)];
    for (const id of SERVERS)
      await store
        .insertInto("orchids")
        .values({ id, name: id, uri: "", direct_uri: "", key: "", state: "", created_ms: 0 })
        .execute();
  });
  afterEach(async () => {
    for (const one of stores) await one.destroy();
    rmSync(folder, { recursive: true, force: true });
  });

  async function signIn(userId: string, hash: string, expiresMs: number): Promise<void> {
    const user = { username: userId, username_key: userId, role: "", password_hash: "", super_user: 0 };
    await store
      .insertInto("users")
      .values({ id: userId, ...user, camera_scopes: "[]", created_ms: 0 })
      .onConflict((on) => on.doNothing())
      .execute();
    const row = { id_hash: hash, handle: hash, user_id: userId, type: "user", created_ms: 0, expires_ms: expiresMs };
    await store
      .insertInto("sessions")
      .values({ ...row, address: "" })
      .onConflict((on) => on.doNothing())
      .execute();
  }
  async function note(userId: string, hash: string | null, orchidId: string, expiresMs = 1000): Promise<void> {
    if (hash !== null) await signIn(userId, hash, expiresMs);
    await news.note({ userId, session: hash === null ? null : { hash, handle: hash, expiresMs } }, orchidId);
  }
  const everyServer = (): boolean => true;

  it("tells the servers that a user has used, and no others", async () => {
    await note("uma", "one", "north");
    await note("uma", null, "south");
    await note("ute", "two", "east");
    await news.rights(["uma", "nobody"]);
    expect(told.splice(0).sort()).toEqual(["north GET uma all", "south GET uma all"]);
    await news.endSession("one");
    await news.endSession("one");
    await news.endSession("unknown");
    expect(told.splice(0).sort()).toEqual(["north DELETE uma one", "south DELETE uma one"]);
    await news.endUser("ute");
    expect(told).toEqual(["east DELETE ute all"]);
  });

  it("ends sessions that have run out, once", async () => {
    await note("uma", "one", "north");
    await note("uma", "two", "north", 2000);
    await news.endExpired(999);
    expect(told).toEqual([]);
    await Promise.all([news.endExpired(1000), other.endExpired(1000)]);
    await news.endExpired(1001);
    expect(told).toEqual(["north DELETE uma one"]);
  });

  it("ends a session that was ended by a node which did not live to tell it", async () => {
    await note("uma", "one", "north");
    await store.deleteFrom("sessions").execute();
    await other.endExpired(1);
    expect(told).toEqual(["north DELETE uma one"]);
  });

  it("tells a server that is away once it is back, unless it was removed meanwhile", async () => {
    for (const id of SERVERS) await note("uma", "one", id);
    away = new Set(SERVERS);
    await news.rights(["uma"]);
    await news.endSession("one");
    await news.changed("north", { isAvailable: false });
    away = new Set(["east"]);
    expect(told).toEqual([]);
    await news.changed("north", { isAvailable: true });
    await store.deleteFrom("orchids").where("id", "=", "south").execute();
    await news.changed("south", null);
    await news.changed("south", { isAvailable: true });
    await news.changed("east", { isAvailable: true });
    expect(told).toEqual(["north GET uma all", "north DELETE uma one"]);
    away.clear();
    await news.changed("east", { isAvailable: true });
    await news.changed("east", { isAvailable: true });
    expect(told.slice(2)).toEqual(["east GET uma all", "east DELETE uma one"]);
  });

  it("forgets whoever has been quiet for 30 days, and nobody else", async () => {
    await note("quiet", null, "north");
    await note("busy", null, "north");
    now = 29 * DAY_MS;
    await note("busy", null, "north");
    now = 30 * DAY_MS;
    await news.endExpired(now);
    await news.rights(["quiet", "busy"]);
    expect(told).toEqual(["north GET busy all"]);
  });

  it("remembers what it has written, and goes on where it cannot write", async () => {
    await note("uma", "one", "north");
    await store.deleteFrom("used_servers").execute();
    await note("uma", "one", "north");
    expect(await store.selectFrom("used_servers").selectAll().execute()).toEqual([]);
    now = 3_600_000;
    await note("uma", "one", "north");
    expect(await store.selectFrom("used_servers").selectAll().execute()).toHaveLength(1);
    await note("uma", "one", "a server that is gone");
    expect(logged).toHaveLength(1);
  });

  it("is told by any node of what another has noted, by one of them, also of a server that was away", async () => {
    for (const id of SERVERS) await note("uma", "one", id);
    await other.rights(["uma"]);
    expect(told.splice(0).sort()).toEqual(["east GET uma all", "north GET uma all", "south GET uma all"]);
    away = new Set(["north"]);
    await Promise.all([news.endSession("one"), other.endSession("one")]);
    expect(told.splice(0).sort()).toEqual(["east DELETE uma one", "south DELETE uma one"]);
    await Promise.all([news.tellLeft(() => false), other.tellLeft((id) => id !== "north")]);
    expect(told).toEqual([]);
    away.clear();
    const back = { isAvailable: true };
    await Promise.all([news.changed("north", back), other.changed("north", back), other.tellLeft(everyServer)]);
    expect(told).toEqual(["north DELETE uma one"]);
  });

  it("is told by another node a minute after the one that was about to was killed", async () => {
    await note("uma", "one", "north");
    silent = new Set(["north"]);
    void news.endSession("one");
    await expect
      .poll(async () => (await store.selectFrom("owed_notices").selectAll().execute())[0]?.claimed_until_ms)
      .toBe(60_000);
    silent.clear();
    await other.tellLeft(everyServer);
    expect(told).toEqual([]);
    now = 60_000;
    await other.tellLeft(everyServer);
    await other.tellLeft(everyServer);
    expect(told).toEqual(["north DELETE uma one"]);
  });

  it("is told by another node what one that was killed at once had changed in the same transaction, and nothing that was not changed", async () => {
    await note("uma", "one", "north");
    await note("ute", "two", "east");
    const change = async (store: Store): Promise<void> => {
      await store.deleteFrom("sessions").where("user_id", "=", "ute").execute();
      await news.oweRights(store, ["uma"]);
      await news.oweEnd(store, "ute");
    };
    const undone = store.transaction().execute(async (tx) => {
      await change(tx);
      throw new Error("killed");
    });
    await expect(undone).rejects.toThrow("killed");
    await other.tellLeft(everyServer);
    expect(told).toEqual([]);
    await store.transaction().execute(change);
    await other.tellLeft(everyServer);
    expect(told.sort()).toEqual(["east DELETE ute all", "east GET ute all", "north GET uma all"]);
  });

  it("is told again what becomes news again while it is told", async () => {
    await note("uma", null, "north");
    silent = new Set(["north"]);
    void news.rights(["uma"]);
    await expect
      .poll(async () => (await store.selectFrom("owed_notices").selectAll().execute())[0]?.claimed_until_ms)
      .toBe(60_000);
    silent.clear();
    await other.rights(["uma"]);
    expect(told).toEqual(["north GET uma all"]);
    expect(await store.selectFrom("owed_notices").selectAll().execute()).toEqual([]);
  });

  it("keeps the newest 2,000 of what a server is owed", async () => {
    const row = { orchid_id: "north", kind: "end", session_hash: "", claimed_until_ms: 0 } as const;
    for (let user = 0; user < 2100; user += 100)
      await store
        .insertInto("owed_notices")
        .values(
          Array.from({ length: 100 }, (_, at) => ({
            ...row,
            user_id: `${user + at}`,
            id: `${user + at}`,
            made_ms: user + at,
          })),
        )
        .execute();
    await news.endExpired(1);
    const left = await store.selectFrom("owed_notices").select("made_ms").orderBy("made_ms").execute();
    expect([left.length, left[0]?.made_ms]).toEqual([2000, 100]);
  });
});
