import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { findAudit } from "#recorder/core/audit/audit-query.ts";
import { Journal } from "#recorder/core/journal.ts";
import { openStore } from "#recorder/store/store.ts";
import { Vault } from "#recorder/store/vault.ts";
import { databases } from "../../store/databases.ts";

const folder = mkdtempSync(join(tmpdir(), "proscenium-audit-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const vault = Vault.open(join(folder, "secret.key"));
const log = pino({ level: "silent" });
const uma = { userId: "u", username: "Uma" };

describe.each(databases)("the audit in $name", ({ name, url, skip }) => {
  it.skipIf(skip)("is one chain of several writers, is found in, is cut, and shows what was changed", async () => {
    const place = { file: join(folder, "recorder.db"), url: await url() };
    const stores = [await openStore(place), await openStore(place)];
    let nowMs = 1000;
    const journals = stores.map((store) => new Journal(store, log, () => nowMs, undefined, { sealer: vault }));
    const write = async (at: number): Promise<void> =>
      journals[at % 2]?.audit(uma, at === 7 ? "export" : "sign-in", `t${at}`, "192.0.2.1", {
        start: at + 1,
        ok: at !== 7,
      });
    // In one thread, a writer to SQLite that waits for another would keep it from going on.
    if (name === "SQLite") for (let at = 0; at < 40; at += 1) await write(at);
    else await Promise.all(Array.from({ length: 40 }, (_, at) => write(at)));
    const [store] = stores;
    const [journal] = journals;
    if (!store || !journal) return expect.unreachable();
    expect(await journal.trail.verify()).toMatchObject({ faults: [], entries: 40 });
    const all = { before: null, count: 10 };
    expect((await findAudit(store, { search: "uMA" }, all)).entries).toHaveLength(10);
    const filter = {
      user: "Uma",
      action: ["export"],
      result: "failed",
      start: 999.5,
      stop: 1000.5,
      address: "192.0.2.1",
    };
    expect((await findAudit(store, { ...filter, result: "failed" }, all)).entries).toMatchObject([
      { target: "t7", from: 8 },
    ]);
    nowMs = 5000;
    await write(41);
    await journal.trail.shorten(4000);
    expect(await journal.trail.verify()).toMatchObject({ faults: [], entries: 1, head: { removed_seq: 40, seq: 41 } });
    await store.updateTable("audit").set({ username: "Otto" }).execute();
    expect((await journal.trail.verify()).faults).toMatchObject([{ kind: "changed", seq: 41 }]);
    for (const one of stores) await one.destroy();
  });
});
