/** What one node of an aggregator gives out, another one takes: once, and until it ends. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PendingFactors } from "#recorder/accounts/factors/pending-factors.ts";
import { TicketsInMemory, type TicketShelf, TicketsInStore } from "#recorder/accounts/kept-tickets.ts";
import { UsedOnce } from "#recorder/accounts/used-once.ts";
import { openStore, type Store } from "#recorder/store/store.ts";
import { databases } from "#test/recorder/store/databases.ts";

const START_MS = Date.UTC(2026, 10, 30);
/** tickets that are kept */
const MOST = 20;
const HOUR_MS = 3_600_000;
const good = { userId: "anna", sessionHash: null, path: "/service/log", cameraId: null };

function keepsTickets(shelves: () => { sold: TicketShelf; taken: TicketShelf }, pass: (ms: number) => void): void {
  it("sells it for one path, once, and shows it before", async () => {
    const { sold, taken } = shelves();
    await sold.put("one", { ...good, cameraId: "gate" });
    expect(await taken.take("one", "/service/other", false)).toBeNull();
    expect(await taken.take("one", good.path, true)).toMatchObject({ ...good, cameraId: "gate" });
    const all = await Promise.all([1, 2, 3, 4].map((at) => (at % 2 ? taken : sold).take("one", good.path, false)));
    expect(all.filter((one) => one !== null)).toMatchObject([{ ...good, cameraId: "gate" }]);
  });

  it("sells it for a minute", async () => {
    const { sold, taken } = shelves();
    await sold.put("early", good);
    pass(59_999);
    expect(await taken.take("early", good.path, true)).not.toBeNull();
    pass(1);
    expect(await taken.take("early", good.path, false)).toBeNull();
  });

  it("ends what a user bought without a session, and all of others", async () => {
    const { sold, taken } = shelves();
    await sold.put("anna", good);
    await sold.put("bert", { ...good, userId: "bert" });
    await taken.endBasic("anna");
    expect(await taken.take("anna", good.path, true)).toBeNull();
    expect(await taken.take("bert", good.path, true)).not.toBeNull();
    await taken.endUsers((id) => id === "bert");
    expect(await taken.take("bert", good.path, true)).toBeNull();
  });

  it("forgets the oldest where there are too many", async () => {
    const { sold, taken } = shelves();
    for (let count = 0; count <= MOST; count += 1) {
      if (count === 1 || count === MOST) pass(1500);
      await sold.put(`many ${count}`, good);
    }
    expect(await taken.take("many 0", good.path, true)).toBeNull();
    for (const count of [1, MOST]) expect(await taken.take(`many ${count}`, good.path, true)).not.toBeNull();
  });
}

describe("tickets in memory", () => {
  let now = START_MS;
  const shelf = new TicketsInMemory(() => now, MOST);
  keepsTickets(
    () => ({ sold: shelf, taken: shelf }),
    (ms) => (now += ms),
  );
});

describe.each(databases)("two nodes on one database: $name", ({ url, skip }) => {
  const folder = mkdtempSync(join(tmpdir(), "proscenium-nodes-"));
  let now = START_MS;
  const clock = () => now;
  let [one, other]: Store[] = [];
  beforeAll(async () => {
    if (skip) return;
    const place = { file: join(folder, "database"), url: await url() };
    [one, other] = [await openStore(place), await openStore(place)];
  });
  afterAll(async () => {
    await Promise.all([one?.destroy(), other?.destroy()]);
    rmSync(folder, { recursive: true, force: true });
  });
  const nodes = <T>(make: (store: Store) => T): [T, T] => {
    if (!one || !other) throw new Error("the databases are not open");
    return [make(one), make(other)];
  };
  async function addUser(id: string): Promise<void> {
    const [store] = nodes((each) => each);
    const row = { username: id, username_key: id, role: "", password_hash: "", super_user: 0, camera_scopes: "[]" };
    await store
      .insertInto("users")
      .values({ id, ...row, created_ms: 0 })
      .execute();
  }

  describe.skipIf(skip)("tickets", () => {
    const shelves = () => {
      const [sold, taken] = nodes((store) => new TicketsInStore(store, clock, MOST));
      return { sold, taken };
    };
    keepsTickets(shelves, (ms) => (now += ms));

    it("open nothing when their session is gone, even where nobody lived to end them", async () => {
      await addUser("sara");
      const [store] = nodes((each) => each);
      const row = { handle: "handle", user_id: "sara", type: "user", created_ms: now, expires_ms: now + HOUR_MS };
      await store
        .insertInto("sessions")
        .values({ ...row, id_hash: "session", address: "" })
        .execute();
      const { sold, taken } = shelves();
      for (const key of ["kept", "ended", "left"]) await sold.put(key, { ...good, sessionHash: "session" });
      expect(await taken.take("kept", good.path, false)).not.toBeNull();
      await store.deleteFrom("sessions").execute();
      expect(await taken.take("left", good.path, false)).toBeNull();
      await taken.endSession("session");
      const left = await store.selectFrom("tickets").select("key").where("session_hash", "=", "session").execute();
      expect(left).toEqual([]);
    });
  });

  it.skipIf(skip)("what counts once counts once, wherever it comes, and for an hour after its end", async () => {
    const [here, there] = nodes((store) => new UsedOnce(store, clock));
    const untilMs = now + 1000;
    const all = await Promise.all([here, there, here, there].map((node) => node.take("token", "a", untilMs)));
    expect(all.filter((isFirst) => isFirst)).toHaveLength(1);
    expect(await there.take("challenge", "a", untilMs)).toBe(true);
    now += HOUR_MS;
    expect(await here.take("token", "a", untilMs)).toBe(false);
    now += 1000;
    expect(await here.take("token", "b", now + 1000)).toBe(true);
    const [store] = nodes((each) => each);
    expect(await store.selectFrom("used_once").selectAll().execute()).toHaveLength(1);
  });

  it.skipIf(skip)("a key of one-time codes that one node has shown is confirmed at another, once", async () => {
    await addUser("otto");
    const [shown, asked] = nodes((store) => new PendingFactors(store, clock));
    await shown.put("otto", "first");
    await asked.put("otto", "second");
    expect(await shown.of("otto")).toBe("second");
    expect(await shown.take("otto", "first")).toBe(false);
    const both = await Promise.all([shown.take("otto", "second"), asked.take("otto", "second")]);
    expect(both.filter((isTaken) => isTaken)).toHaveLength(1);
    await shown.put("otto", "third");
    now += 15 * 60_000;
    expect(await asked.of("otto")).toBeNull();
    await shown.forget("otto");
  });
});
