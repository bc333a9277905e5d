import { afterAll, beforeAll, expect, test } from "vitest";
import { auditPage, type AuditPage } from "#protocol/rest/server/audit.ts";
import { readAuditPosition, writeAuditPosition } from "#protocol/rest/server/audit-of-all.ts";
import { auditOfAll, type AuditOfAllParts } from "#recorder/aggregator/audit-of-all.ts";
import type { RegisteredServer } from "#recorder/aggregator/servers/contracts.ts";
import type { Identity } from "#recorder/core/identity.ts";
import { LinkedHouses } from "#test/recorder/aggregator/support/linked-houses.ts";

let houses: LinkedHouses;
let cameraId = "";
beforeAll(async () => {
  const made = await LinkedHouses.open(["Gate"]);
  houses = made.houses;
  cameraId = made.cameras[0]?.camera.id ?? "";
  const streamId = made.cameras[0]?.stream.id ?? "";
  const { recorder } = houses;
  await recorder.addUser("uma", "Viewer");
  for (const start of [1000, 2000, 3000]) {
    await recorder.ask("POST", "/service/locks", { as: "admin", body: { streams: [streamId], start, stop: 9000 } });
    await houses.ask("PATCH", "/service/settings", { as: "admin", body: { greeting: `Hello ${start}` } });
  }
});
afterAll(() => houses.close());

async function audit(query = ""): Promise<AuditPage> {
  const answer = await houses.ask("GET", `/service/audit${query}`, { as: "admin" });
  expect(answer.status, answer.text).toBe(200);
  return auditPage.parse(answer.json);
}
const named = ({ entries }: AuditPage) => entries.map(({ server, action }) => `${server ? "there" : "here"} ${action}`);

test("the entries of all are one list, newest first, each with its server", async () => {
  const page = await audit("?action=lock,settings-modified");
  expect(named(page)).toEqual([
    "here settings-modified",
    "there lock",
    "here settings-modified",
    "there lock",
    "here settings-modified",
    "there lock",
  ]);
  expect(page.notAsked).toEqual([]);
  expect(page.servers.map(({ id }) => id)).toEqual([houses.orchidId]);
  expect(page.users).toContain("admin");
  const times = page.entries.map(({ when }) => when);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
});

test("pages follow one another without a gap and without one entry twice", async () => {
  const whole = (await audit("?count=1000")).entries.map(({ hash }) => hash);
  for (const count of [1, 2, 5]) {
    const found: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const page: AuditPage = await audit(`?count=${count}${next === "" ? "" : `&before=${encodeURIComponent(next)}`}`);
      found.push(...page.entries.map(({ hash }) => hash));
      ({ next } = page);
    }
    expect(found, String(count)).toEqual(whole);
  }
});

test("of one server, of the aggregator alone, and of a camera, which is on one server", async () => {
  expect(new Set(named(await audit(`?server=${houses.orchidId}&action=lock,settings-modified`)))).toEqual(
    new Set(["there lock"]),
  );
  expect(new Set(named(await audit("?server=own&action=lock,settings-modified")))).toEqual(
    new Set(["here settings-modified"]),
  );
  expect(named(await audit(`?camera=${cameraId}`))).toEqual(["there lock", "there lock", "there lock"]);
});

test("as CSV: with the server of each, and that it was taken along is an entry", async () => {
  const answer = await houses.ask("GET", "/service/audit/export?action=lock,settings-modified", { as: "admin" });
  const lines = answer.text.trim().split("\r\n");
  expect(lines[0]).toMatch(/^server,number,time,user,action,/);
  expect(lines).toHaveLength(7);
  expect(lines[1]).toMatch(/^,\d+,.*,admin,settings-modified,ok,/);
  expect(lines[2]).toMatch(/^[^,]+,\d+,.*,lock,ok,/);
  expect(named(await audit("?action=audit-exported"))).toEqual(["here audit-exported"]);
});

test("nobody but administrators", async () => {
  await houses.member("otto", [{ abilities: ["all"], scope: "all" }]);
  for (const path of ["/service/audit", "/service/audit/export"])
    expect((await houses.ask("GET", path, { as: "otto" })).status).toBe(403);
});

test("a position goes into an address and comes back", () => {
  const position = { when: 1_790_000_000_000, seqs: { own: 12, abcdefgh23456723: 0, "a-b_c": 7 } };
  expect(readAuditPosition(writeAuditPosition(position))).toEqual(position);
});

/** Servers that answer what a test says. */
function fleet(answers: Readonly<Record<string, readonly number[] | "away" | "refuses" | "the same for ever">>) {
  const { store } = houses.aggregator.services;
  const entry = (seq: number) => ({
    seq,
    when: seq,
    userId: "",
    username: "",
    action: "lock",
    target: "",
    targetName: "",
    address: "",
    cameras: [],
    from: null,
    to: null,
    result: "ok",
    detail: {},
    hash: `${seq}`,
  });
  const asked: string[] = [];
  const parts = {
    store,
    servers: {
      list: () =>
        Object.entries(answers).map(
          ([id, kind]): RegisteredServer => ({
            id,
            name: `Server ${id}`,
            isAvailable: kind !== "away",
            failure: kind === "away" ? { code: "network/no-response", params: {} } : null,
            cameras: [],
          }),
        ),
      cameraOwner: () => null,
      request: (id: string, _who: unknown, { path }: { path: string }) => {
        asked.push(id);
        const kind = answers[id] ?? [];
        if (kind === "refuses")
          return Promise.resolve({ ok: false, error: { code: "orchid/not-trusted", params: {} }, status: 404 });
        const query = new URLSearchParams(path.split("?")[1]);
        const before = Number(query.get("before") ?? Number.MAX_SAFE_INTEGER);
        const stop = Number(query.get("stop") ?? Number.MAX_SAFE_INTEGER);
        const count = Number(query.get("count"));
        const endless = kind === "the same for ever" || kind === "away";
        const there = endless ? [5, 5, 5, 6] : kind.filter((seq) => seq < before && seq < stop);
        const entries = there.slice(0, count).map(entry);
        const next = endless ? 5 : there.length > count ? (entries.at(-1)?.seq ?? null) : null;
        return Promise.resolve({
          ok: true,
          value: { entries, next, users: [], actions: [], removed: { seq: 0, hash: "" } },
        });
      },
    },
  } as unknown as AuditOfAllParts;
  return { parts, asked };
}
const nobody = { userId: "x", username: "x" } as Identity;
const elsewhere = { action: ["lock"] };

test("servers that cannot be asked are named, and the others' entries are there", async () => {
  const { parts, asked } = fleet({ a: [9, 7], b: "away", c: "refuses" });
  const page = await auditOfAll(parts, nobody, elsewhere, { before: null, count: 10 });
  expect(page.entries.map(({ seq }) => seq)).toEqual([9, 7]);
  expect(page.notAsked.map(({ id, failure }) => [id, failure.code])).toEqual([
    ["b", "network/no-response"],
    ["c", "orchid/not-trusted"],
  ]);
  expect(asked).toEqual(["a", "c"]);
});

test("a server that comes back between two pages goes on where the list is, and shows nothing newer", async () => {
  const first = await auditOfAll(fleet({ a: [9, 7, 3], b: "away" }).parts, nobody, elsewhere, {
    before: null,
    count: 2,
  });
  expect(first.entries.map(({ seq }) => seq)).toEqual([9, 7]);
  const second = await auditOfAll(fleet({ a: [9, 7, 3], b: [8, 6, 2] }).parts, nobody, elsewhere, {
    before: first.next,
    count: 10,
  });
  expect(second.entries.map(({ seq }) => seq)).toEqual([6, 3, 2]);
  expect(second.next).toBeNull();
});

test("a server that answers the same for ever ends", async () => {
  const { parts } = fleet({ a: "the same for ever", b: [4, 2] });
  const page = await auditOfAll(parts, nobody, elsewhere, { before: null, count: 10 });
  expect(page.entries.map(({ seq }) => seq)).toEqual([5, 4, 2]);
  expect(page.next).toBeNull();
});
