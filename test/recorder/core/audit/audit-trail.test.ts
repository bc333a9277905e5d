import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import { afterAll, expect, it, vi } from "vitest";
import { chainHash } from "#recorder/core/audit/audit-chain.ts";
import { AuditTrail } from "#recorder/core/audit/audit-trail.ts";
import { Journal } from "#recorder/core/journal.ts";
import { openStore, type Store } from "#recorder/store/store.ts";
import { Vault } from "#recorder/store/vault.ts";

const folder = mkdtempSync(join(tmpdir(), "proscenium-audit-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const vault = Vault.open(join(folder, "secret.key"));
const log = pino({ level: "silent" });
const DAY_MS = 86_400_000;
const uma = { userId: "u", username: "uma" };

async function trailOf(count: number): Promise<{ store: Store; journal: Journal; at: (days: number) => void }> {
  const store = await openStore({ file: ":memory:", url: "" });
  let days = 0;
  const journal = new Journal(
    store,
    log,
    () => Date.UTC(2026, 0, 1) + days * DAY_MS,
    () => days * DAY_MS,
    { sealer: vault, keptDays: () => Promise.resolve(30) },
  );
  for (let number = 1; number <= count; number += 1) {
    days = number;
    await journal.audit(uma, "export", `camera${number}`, "192.0.2.1", { start: number, stop: number + 1, ok: true });
  }
  return { store, journal, at: (day) => (days = day) };
}
const faults = async (store: Store) => (await new AuditTrail(store, log, vault).verify()).faults;
const kinds = async (store: Store) => (await faults(store)).map(({ kind, seq }) => `${kind} ${seq}`);

/** Who knows how it works and may write the database, but does not have the key. */
async function forge(store: Store, from: number): Promise<void> {
  const rows = await store.selectFrom("audit").selectAll().orderBy("seq").execute();
  let before = rows.find(({ seq }) => seq === from - 1)?.hash ?? "";
  for (const row of rows.filter(({ seq }) => seq >= from)) {
    before = chainHash(before, row);
    await store.updateTable("audit").set({ hash: before }).where("id", "=", row.id).execute();
  }
  await store
    .updateTable("audit_head")
    .set({ hash: before, seq: rows.at(-1)?.seq ?? 0 })
    .execute();
}
const run = (text: string) => (store: Store) => sql.raw(text).execute(store);

const changes: readonly [what: string, (store: Store) => Promise<unknown>, readonly string[]][] = [
  ["another user", run("update audit set username = 'otto' where seq = 4"), ["changed 4"]],
  ["another detail", run(`update audit set detail = '{"start":9}' where seq = 5`), ["changed 5"]],
  ["another time", run("update audit set when_ms = when_ms + 1 where seq = 1"), ["changed 1"]],
  ["another range and camera", run("update audit set from_ms = 1, cameras = ',x,' where seq = 10"), ["changed 10"]],
  ["one entry removed in the middle", run("delete from audit where seq = 6"), ["missing 7"]],
  ["the first entries removed", run("delete from audit where seq <= 2"), ["beginning 3"]],
  ["the last entries removed", run("delete from audit where seq >= 9"), ["end 9"]],
  [
    "one entry added",
    run(
      "insert into audit select 'z', when_ms, user_id, username, action, target, address, detail, hash, cameras, result, seq, from_ms, to_ms from audit where seq = 3",
    ),
    ["added 3"],
  ],
  [
    "two entries that change places",
    run("update audit set seq = case seq when 3 then 4 else 3 end where seq in (3, 4)"),
    ["changed 3", "changed 4", "changed 5"],
  ],
  [
    "the end removed with its head",
    async (store) => {
      await run("delete from audit where seq >= 8")(store);
      await forge(store, 1);
    },
    ["head 0"],
  ],
  [
    "an entry changed and all hashes computed anew",
    async (store) => {
      await run("update audit set username = 'otto' where seq = 4")(store);
      await forge(store, 4);
    },
    ["head 0"],
  ],
  [
    "the beginning removed as if it had been too old",
    run("update audit_head set removed_seq = 4, removed_hash = (select hash from audit where seq = 4)"),
    ["head 0", "added 1", "added 2", "added 3", "added 4"],
  ],
  ["the head removed", run("delete from audit_head"), ["head 0"]],
];

it.each(changes)("a chain shows %s", async (_what, change, expected) => {
  const { store } = await trailOf(10);
  expect(await kinds(store)).toEqual([]);
  await change(store);
  expect(await kinds(store)).toEqual(expected);
  await store.destroy();
});

it("keeps a chain where the old entries were removed, and goes on", async () => {
  const { store, journal, at } = await trailOf(50);
  await journal.forgetOld();
  at(51);
  await journal.forgetOld();
  const left = await store.selectFrom("audit").select("seq").orderBy("seq").execute();
  expect(left[0]?.seq).toBeGreaterThan(15);
  expect(left.at(-1)?.seq).toBe(50);
  expect(await store.selectFrom("audit_head").select("removed_seq").executeTakeFirst()).toEqual({
    removed_seq: (left[0]?.seq ?? 0) - 1,
  });
  await journal.audit(uma, "sign-in", "u", "192.0.2.1");
  expect(await kinds(store)).toEqual([]);
  await run(`delete from audit where seq = ${left[0]?.seq}`)(store);
  expect(await kinds(store)).toEqual([`beginning ${(left[0]?.seq ?? 0) + 1}`]);
  await store.destroy();
});

it("all entries gone for their age are a chain too", async () => {
  const { store, journal, at } = await trailOf(5);
  await journal.forgetOld();
  at(400);
  await journal.forgetOld();
  at(401);
  await journal.forgetOld();
  expect(await store.selectFrom("audit").selectAll().execute()).toEqual([]);
  expect(await kinds(store)).toEqual([]);
  await journal.audit(uma, "sign-in", "u", "192.0.2.1");
  expect(await kinds(store)).toEqual([]);
  await store.destroy();
});

it("begins with what an older release wrote", async () => {
  const store = await openStore({ file: ":memory:", url: "" });
  const old = { user_id: "u", username: "uma", target: "", address: "", detail: "{}", action: "sign-in" };
  for (const [id, when_ms] of [
    ["b", 2],
    ["a", 1],
  ] as const)
    await store
      .insertInto("audit")
      .values({ ...old, id, when_ms })
      .execute();
  const journal = new Journal(store, log, () => 3, undefined, { sealer: vault });
  await journal.audit(uma, "sign-out", "u", "");
  const rows = await store.selectFrom("audit").select(["seq", "when_ms"]).orderBy("seq").execute();
  expect(rows).toEqual([1, 2, 3].map((number) => ({ seq: number, when_ms: number })));
  expect(await kinds(store)).toEqual([]);
  await store.destroy();
});

it("says for ever that its head was gone", async () => {
  const { store } = await trailOf(3);
  await run("delete from audit_head")(store);
  const journal = new Journal(store, log, Date.now, undefined, { sealer: vault });
  await journal.audit(uma, "sign-in", "u", "");
  const rows = await store.selectFrom("audit").select("action").where("seq", ">", 3).orderBy("seq").execute();
  expect(rows.map(({ action }) => action)).toEqual(["audit-head-lost", "sign-in"]);
  await store.destroy();
});

it("two connections append to one chain", async () => {
  const file = join(folder, "two.db");
  const stores = [await openStore({ file, url: "" }), await openStore({ file, url: "" })];
  const journals = stores.map((store) => new Journal(store, log, Date.now, undefined, { sealer: vault }));
  // In turn: in one thread, a process that waits for the other would keep it from going on.
  for (let at = 0; at < 40; at += 1) await journals[at % 2]?.audit(uma, "move-ptz", `camera${at}`, "192.0.2.1");
  const [store] = stores;
  if (!store) return expect.unreachable();
  expect(await new AuditTrail(store, log, vault).verify()).toMatchObject({ faults: [], entries: 40 });
  for (const one of stores) await one.destroy();
});

it("what cannot be written waits, in its order", async () => {
  const store = await openStore({ file: ":memory:", url: "" });
  const journal = new Journal(store, log, () => 7, undefined, { sealer: vault });
  const full = vi.spyOn(store, "transaction").mockImplementation(() => {
    throw new Error("database or disk is full");
  });
  await journal.audit(uma, "sign-in", "u", "");
  await journal.audit(uma, "sign-out", "u", "");
  full.mockRestore();
  await journal.close();
  const rows = await store.selectFrom("audit").select("action").orderBy("seq").execute();
  expect(rows.map(({ action }) => action)).toEqual(["sign-in", "sign-out"]);
  expect(await kinds(store)).toEqual([]);
  await store.destroy();
});

it("many of the same are one entry at once and one for the rest of the minute, with the whole time", async () => {
  const store = await openStore({ file: ":memory:", url: "" });
  const journal = new Journal(store, log, () => 7, undefined, { sealer: vault });
  for (const time of [500, 300, 900]) await journal.auditOften(uma, "view-picture", "s", "192.0.2.1", { time });
  await journal.auditOften({ userId: "o", username: "otto" }, "view-picture", "s", "192.0.2.1", { time: 1 });
  await journal.close();
  const rows = await store.selectFrom("audit").selectAll().orderBy("seq").execute();
  expect(rows.map(({ username, from_ms, to_ms, detail }) => [username, from_ms, to_ms, detail])).toEqual([
    ["uma", 500, null, '{"time":500}'],
    ["otto", 1, null, '{"time":1}'],
    ["uma", 300, 900, '{"count":2,"start":300,"stop":900}'],
  ]);
  await store.destroy();
});
