import { failure, refuse } from "#domain/failures/failure.ts";
import { beforeEach, expect, it } from "vitest";
import type { Asker } from "#recorder/aggregator/servers/contracts.ts";
import type { ServerAnswer, ServerAsk } from "#recorder/aggregator/servers/server-client.ts";
import { UserNotices } from "#recorder/aggregator/rights/user-notices.ts";

let told: string[];
let away: Set<string>;
let news: UserNotices;
beforeEach(() => {
  told = [];
  away = new Set();
  const request = async <T>(id: string, who: Asker, ask: ServerAsk<T>): Promise<ServerAnswer<T>> => {
    if (away.has(id)) return refuse("orchid/unreachable", { cause: failure("server/closed") });
    told.push(`${id} ${ask.method} ${who.userId} ${who.session?.hash ?? "all"}`);
    const refused = refuse("orchid/refused", { cause: failure("server/status", { status: 401 }) });
    return { ...refused, status: 401 };
  };
  news = new UserNotices({ request }, async () => null);
});
const session = (hash: string, expiresMs = 1000) => ({ hash, handle: hash, expiresMs });
const note = (userId: string, hash: string | null, orchidId: string) =>
  news.note({ userId, session: hash === null ? null : session(hash) }, orchidId);

it("tells the servers that a user has used, and no others", async () => {
  note("uma", "one", "north");
  note("uma", null, "south");
  note("ute", "two", "east");
  await news.rights(["uma", "nobody"]);
  await news.endSession("one");
  await news.endSession("one");
  await news.endSession("unknown");
  await news.endUser("ute");
  expect(told).toEqual([
    "north GET uma all",
    "south GET uma all",
    "north DELETE uma one",
    "south DELETE uma one",
    "east DELETE ute all",
  ]);
});

it("ends sessions that have run out, once", async () => {
  note("uma", "one", "north");
  news.note({ userId: "uma", session: session("two", 2000) }, "north");
  await news.endExpired(999);
  expect(told).toEqual([]);
  await news.endExpired(1000);
  await news.endExpired(1001);
  expect(told).toEqual(["north DELETE uma one"]);
});

it("tells a server that is away once it is back, unless it was removed meanwhile", async () => {
  for (const id of ["north", "south", "east"]) note("uma", "one", id);
  away = new Set(["north", "south", "east"]);
  await news.rights(["uma"]);
  await news.endSession("one");
  await news.changed("north", { isAvailable: false });
  away = new Set(["east"]);
  expect(told).toEqual([]);
  await news.changed("north", { isAvailable: true });
  await news.changed("south", null);
  await news.changed("south", { isAvailable: true });
  await news.changed("east", { isAvailable: true });
  expect(told).toEqual(["north GET uma all", "north DELETE uma one"]);
  away.clear();
  await news.changed("east", { isAvailable: true });
  await news.changed("east", { isAvailable: true });
  expect(told.slice(2)).toEqual(["east GET uma all", "east DELETE uma one"]);
});

it("forgets whoever has been quiet for longest", async () => {
  for (let index = 0; index < 5001; index += 1) note(`user${index}`, null, "north");
  await news.rights(["user0", "user1"]);
  expect(told).toEqual(["north GET user1 all"]);
});
