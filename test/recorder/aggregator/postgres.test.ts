import { Kysely, sql } from "kysely";
import { expect, it } from "vitest";
import { postgresDialect } from "#recorder/store/postgres-dialect.ts";
import { AggregatorHouse } from "./support/aggregator-house.ts";
import { know, knownServer } from "./support/known-parts.ts";

/** `node scripts/postgres.mjs COMMAND` starts a server and sets this. */
const server = process.env.PROSCENIUM_TEST_POSTGRES ?? "";

it.skipIf(server === "")("keeps what it knows in PostgreSQL, too", async () => {
  const name = `a${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  const db = new Kysely<unknown>({ dialect: await postgresDialect(server) });
  await sql`create database ${sql.id(name)}`.execute(db);
  await db.destroy();
  const url = new URL(server);
  url.pathname = `/${name}`;
  const flags = { "database.url": url.href };
  const first = await AggregatorHouse.open(flags);
  await first.addUser("uma", { email: "uma@example.org" });
  know(first, [knownServer("north", ["gate"])]);
  const group = { name: "Yard", cameras: [{ id: "gate", orchidId: "north" }] };
  expect((await first.ask("POST", "/service/groups", { as: "admin", body: group })).status).toBe(201);
  await first.stop();

  const again = await AggregatorHouse.open(flags, first.folder, first.adminPassword);
  know(again, [knownServer("north", ["gate"])]);
  expect(again.aggregator.firstPassword).toBeNull();
  expect((await again.ask("GET", "/service/users", { as: "admin" })).json).toMatchObject({
    users: [{ username: "admin" }, { username: "uma", email: "uma@example.org" }],
  });
  expect((await again.ask("GET", "/service/groups", { as: "admin" })).json).toMatchObject({ groups: [group] });
  await again.close();
});
