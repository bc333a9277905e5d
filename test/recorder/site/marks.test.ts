import { join } from "node:path";
import { Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { bookmarkList, lockList, type Mark } from "#protocol/rest/recordings/mark.ts";
import { INDEX_FILE } from "#recorder/recording/index/sqlite-index.ts";
import { sqliteDialect } from "#recorder/store/sqlite-dialect.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

let house: TestHouse;
let streamId = "";
let otherId = "";
beforeAll(async () => {
  house = await TestHouse.open();
  await house.addUser("lydia", "Live Viewer");
  await house.addUser("vera", "Viewer");
  await house.addUser("viktor", "Viewer");
  await house.addUser("mona", "Manager");
  streamId = (await house.addCamera("Gate")).stream.id;
  const yard = await house.addCamera("Yard");
  otherId = yard.stream.id;
  const answer = await house.services.users.create({
    username: "narrow",
    password: "correct horse battery",
    role: "Manager",
    cameraScopes: [{ id: yard.camera.id, scope: ["live"] }],
  });
  expect(answer.ok).toBe(true);
});
afterAll(() => house.close());

const bookmarks = async (as: string, query = ""): Promise<readonly Mark[]> =>
  bookmarkList.parse((await house.ask("GET", `/service/bookmarks${query}`, { as })).json()).bookmarks;
const locks = async (as: string, query = ""): Promise<readonly Mark[]> =>
  lockList.parse((await house.ask("GET", `/service/locks${query}`, { as })).json()).locks;
const post = (path: string, as: string, body: unknown) => house.ask("POST", path, { as, body });

describe("bookmarks", () => {
  it("mark an instant or a range, and say whose they are", async () => {
    const made = await post("/service/bookmarks", "vera", { streams: [streamId], start: 5000, text: " Door " });
    expect(made.statusCode).toBe(201);
    await post("/service/bookmarks", "vera", { streams: [streamId], start: 7000, stop: 9000, text: "Van" });
    expect(await bookmarks("mona")).toMatchObject([
      { streamId, start: 5000, stop: 5000, text: "Door", createdBy: "vera", removable: true },
      { streamId, start: 7000, stop: 9000, text: "Van", createdBy: "vera" },
    ]);
    expect((await bookmarks("vera", "?start=8000&stop=8500")).map(({ text }) => text)).toEqual(["Van"]);
    expect(await bookmarks("vera", `?streamId=${otherId}`)).toEqual([]);
  });

  it("are removed by who made them, or by who may export", async () => {
    const [first, second] = await bookmarks("vera");
    const path = (mark: Mark | undefined): string => `/service/bookmarks/${mark?.id ?? ""}`;
    expect((await bookmarks("viktor"))[0]?.removable).toBe(false);
    expect((await house.ask("DELETE", path(first), { as: "viktor" })).statusCode).toBe(403);
    expect((await house.ask("DELETE", path(first), { as: "lydia" })).statusCode).toBe(404);
    expect((await house.ask("DELETE", path(first), { as: "vera" })).statusCode).toBe(204);
    expect((await house.ask("DELETE", path(second), { as: "mona" })).statusCode).toBe(204);
    expect((await house.ask("DELETE", path(second), { as: "mona" })).statusCode).toBe(404);
    expect(await bookmarks("vera")).toEqual([]);
  });

  it("are named anew by who made them, or by who may export", async () => {
    await post("/service/bookmarks", "vera", { streams: [streamId], start: 5000, text: "Bookmark" });
    const [made] = await bookmarks("vera");
    const path = `/service/bookmarks/${made?.id ?? ""}`;
    const rename = (as: string, body: unknown) => house.ask("PATCH", path, { as, body });
    expect((await rename("vera", { text: " Red car " })).statusCode).toBe(204);
    expect(await bookmarks("mona")).toMatchObject([{ start: 5000, text: "Red car", createdBy: "vera" }]);
    expect((await rename("mona", { text: "Van" })).statusCode).toBe(204);
    expect((await rename("viktor", { text: "x" })).statusCode).toBe(403);
    expect((await rename("lydia", { text: "x" })).statusCode).toBe(404);
    for (const bad of [{ text: " " }, {}, { text: "x", start: 1 }])
      expect((await rename("vera", bad)).statusCode, JSON.stringify(bad)).toBe(400);
    expect((await bookmarks("vera")).map(({ text }) => text)).toEqual(["Van"]);
    expect((await house.ask("DELETE", path, { as: "vera" })).statusCode).toBe(204);
    expect((await rename("vera", { text: "x" })).statusCode).toBe(404);
  });

  it("are refused where one may not play back, and when they are nonsense", async () => {
    const good = { streams: [streamId], start: 5000, text: "x" };
    expect((await post("/service/bookmarks", "lydia", good)).statusCode).toBe(403);
    expect((await post("/service/bookmarks", "narrow", { ...good, streams: [otherId] })).statusCode).toBe(403);
    expect((await post("/service/bookmarks", "vera", { ...good, streams: ["none"] })).statusCode).toBe(404);
    for (const bad of [{ text: " " }, { stop: 4000 }, { streams: [] }, { start: 0 }, { extra: 1 }])
      expect((await post("/service/bookmarks", "vera", { ...good, ...bad })).statusCode, JSON.stringify(bad)).toBe(400);
  });
});

describe("evidence locks", () => {
  it("need the permission to export, on every stream that is named", async () => {
    const good = { streams: [streamId], start: 5000, stop: 65_000, text: "case 7" };
    expect((await post("/service/locks", "vera", good)).statusCode).toBe(403);
    expect((await post("/service/locks", "narrow", { ...good, streams: [streamId, otherId] })).statusCode).toBe(403);
    expect(await locks("mona")).toEqual([]);
    expect((await post("/service/locks", "mona", { ...good, streams: [streamId, otherId] })).statusCode).toBe(201);
    expect(await locks("mona")).toMatchObject([
      { streamId, start: 5000, stop: 65_000, text: "case 7", createdBy: "mona", removable: true },
      { streamId: otherId },
    ]);
    // Users with playback rights on the stream see them; only exporters remove them.
    expect((await locks("vera")).map(({ removable }) => removable)).toEqual([false, false]);
    expect((await locks("narrow")).map((lock) => lock.streamId)).toEqual([streamId]);
    const [lock] = await locks("mona");
    expect((await house.ask("DELETE", `/service/locks/${lock?.id ?? ""}`, { as: "vera" })).statusCode).toBe(403);
    expect((await house.ask("DELETE", `/service/locks/${lock?.id ?? ""}`, { as: "mona" })).statusCode).toBe(204);
    expect(await locks("mona")).toHaveLength(1);
  });

  it("keep what they cover from being cleaned, until they are removed", async () => {
    const { index } = house.services;
    const segment = (startMs: number) =>
      index.insertClosed(
        { streamId, startMs, endMs: startMs + 60_000, file: `${startMs}.mp4`, bytes: 1, frames: 1 },
        new Uint8Array(),
      );
    const [first, second] = [await segment(1_000_000), await segment(1_060_000)];
    const body = { streams: [streamId], start: 1_010_000, stop: 1_030_000 };
    const [lock] = lockList.parse((await post("/service/locks", "mona", body)).json()).locks;
    expect((await index.oldestSegments(streamId, 10)).map(({ id }) => id)).toEqual([second]);
    await house.ask("DELETE", `/service/locks/${lock?.id ?? ""}`, { as: "mona" });
    expect((await index.oldestSegments(streamId, 10)).map(({ id }) => id)).toEqual([first, second]);
  });

  it("end after they begin, and not later than 31 days", async () => {
    for (const [start, stop] of [
      [5000, 5000],
      [1, 31 * 86_400_000 + 2],
    ])
      expect((await post("/service/locks", "mona", { streams: [streamId], start, stop })).statusCode).toBe(400);
  });
});

describe("the bounds of marks", () => {
  /** A caller meanwhile has the time to check; returns the function that ends the delay. */
  function slowWrites(): () => void {
    const { index } = house.services;
    const [bookmark, lock] = [index.addBookmark.bind(index), index.addLock.bind(index)];
    const turns = async (): Promise<void> => {
      for (let i = 0; i < 200; i++) await new Promise(setImmediate);
    };
    const spies = [
      vi.spyOn(index, "addBookmark").mockImplementation(async (one) => {
        await turns();
        return bookmark(one);
      }),
      vi.spyOn(index, "addLock").mockImplementation(async (one) => {
        await turns();
        return lock(one);
      }),
    ];
    return () => {
      for (const spy of spies) spy.mockRestore();
    };
  }

  const kinds = [
    { path: "/service/bookmarks", table: "bookmark", list: bookmarks, who: "vera", good: { start: 5000, text: "x" } },
    { path: "/service/locks", table: "lock", list: locks, who: "mona", good: { start: 5000, stop: 65_000, text: "x" } },
  ] as const;

  it.each(kinds)("of $path: text, times and streams at their limits, and one beyond", async ({ path, who, good }) => {
    const ask = (part: object) => post(path, who, { streams: [streamId], ...good, ...part });
    const latest = 1e14;
    for (const [part, reason] of [
      [{ text: "x".repeat(500) }, null],
      [{ text: "x".repeat(501) }, /^text: .*500/],
      [{ start: 1 }, null],
      [{ start: 0 }, /^start: .*1\b/],
      [{ start: latest - 1, stop: latest }, null],
      [{ start: latest - 1, stop: latest + 1 }, /^stop: /],
      [{ start: latest + 1, stop: latest + 2 }, /^start: /],
      [{ streams: Array.from({ length: 64 }, () => streamId) }, null],
      [{ streams: Array.from({ length: 65 }, () => streamId) }, /^streams: .*64/],
      [{ streams: [] }, /^streams: .*1\b/],
    ] as const) {
      const answer = await ask(part);
      const what = `${JSON.stringify(part).slice(0, 60)}: ${answer.body.slice(0, 200)}`;
      expect(answer.statusCode, what).toBe(reason === null ? 201 : 400);
      if (reason !== null) expect(answer.json<{ reason: string }>().reason, what).toMatch(reason);
    }
  });

  it("a lock covers 31 days, to the millisecond", async () => {
    const ask = (lengthMs: number) =>
      post("/service/locks", "mona", { streams: [streamId], start: 1, stop: 1 + lengthMs });
    expect((await ask(31 * 86_400_000)).statusCode).toBe(201);
    const refused = await ask(31 * 86_400_000 + 1);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { code: "request/invalid", reason: "An evidence lock ends at most 31 days after its start." },
    ]);
  });

  it.each(kinds)(
    "of $path: an account has 10,000, however they are asked for",
    async ({ path, table, who, good, list }) => {
      const own = await house.services.users.create({
        username: `fills_${table}`,
        password: "correct horse battery",
        role: "Manager",
      });
      if (!own.ok) throw new Error(own.error.code);
      const { id } = own.value;
      const file = join(house.services.config.recordings, INDEX_FILE);
      const db = new Kysely<unknown>({ dialect: sqliteDialect({ file }) });
      const columns = table === "lock" ? "from_ms, to_ms, note" : "time_ms, stop_ms, text";
      const filling = sql.raw(`insert into ${table}(stream, ${columns}, created_ms, created_by)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 9998)
      select '${streamId}', 9e13, 9e13 + 1, '', 1, '${id}' from n`);
      await filling.execute(db);
      await db.destroy();
      const ask = (count: number, as = `fills_${table}`) =>
        post(path, as, { streams: Array.from({ length: count }, () => streamId), ...good });
      const full = [
        409,
        { code: "mark/too-many", reason: "There are too many marks already. Remove some first.", params: {} },
      ];
      const many = await ask(3);
      expect([many.statusCode, many.json()]).toMatchObject(full);
      // Two at once, while there is room for one of them: the second is counted after those of the first are stored.
      const quickly = slowWrites();
      const both = await Promise.all([ask(2), ask(2)]);
      quickly();
      expect(both.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 409]);
      const more = await ask(1);
      expect([more.statusCode, more.json()]).toMatchObject(full);
      expect((await ask(1, who)).statusCode).toBe(201);
      const mine = (await list("mona")).filter(({ createdBy }) => createdBy === `fills_${table}`);
      expect(mine).toHaveLength(10_000);
      expect((await house.ask("DELETE", `${path}/${mine[0]?.id}`, { as: "mona" })).statusCode).toBe(204);
      expect((await ask(1)).statusCode).toBe(201);
    },
  );
});
