import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectedAccess } from "#test/recorder/aggregator/support/access-table.ts";
import { AggregatorHouse } from "#test/recorder/aggregator/support/aggregator-house.ts";
import { NodeHouses } from "#test/recorder/aggregator/support/node-houses.ts";
import { hasNatsServer } from "#test/recorder/nodes/support/joined-nodes.ts";
import { server } from "#test/recorder/store/databases.ts";
import { eventually } from "#test/support/eventually.ts";
import { NatsServer } from "../../../../scripts/machine/nats-server.mjs";

interface Asked {
  readonly first: AggregatorHouse;
  readonly ask: AggregatorHouse["ask"];
  readonly close: () => Promise<void>;
}

async function alone(): Promise<Asked> {
  const first = await AggregatorHouse.open();
  return { first, ask: (...asking) => first.ask(...asking), close: () => first.close() };
}

/** Two on one database: each call comes to the other one. */
async function alternating(nats = ""): Promise<Asked> {
  const houses = await NodeHouses.open(2, nats);
  const [first, second] = houses.all as [AggregatorHouse, AggregatorHouse];
  let calls = 0;
  const next = (): AggregatorHouse => ((calls += 1) % 2 === 0 ? first : second);
  return { first, ask: (...asking) => next().ask(...asking), close: () => houses.close() };
}

async function byNats(): Promise<Asked> {
  const nats = await NatsServer.start();
  const asked = await alternating(nats.url);
  await eventually(() => asked.first.services.nodes.nats === "ok", "NATS brings the messages");
  const close = async (): Promise<void> => {
    await asked.close();
    await nats.stop();
  };
  return { ...asked, close };
}

const ADMINISTRATORS = ["config", "stats"];

/** Every route x nobody, a user and an administrator: the results must match the table. */
describe.each([
  { name: "an aggregator", open: alone, skip: false },
  { name: "two aggregators, asked in turn (PROSCENIUM_TEST_POSTGRES)", open: () => alternating(), skip: server === "" },
  {
    name: "two aggregators, asked in turn, whose messages NATS brings (PROSCENIUM_TEST_POSTGRES, nats-server)",
    open: byNats,
    skip: server === "" || !hasNatsServer,
  },
])("the authorisation matrix of $name", ({ open, skip }) => {
  if (skip) return it.skip("what it needs is missing", () => undefined);
  let house: Asked;
  beforeAll(async () => {
    house = await open();
    await house.first.addUser("uma");
    await house.first.addUser("otto", { admin: true });
  });
  afterAll(() => house.close());

  it("has a row for every route, and no row without a route", () => {
    const routes = house.first.aggregator.routes
      .filter(({ url }) => url !== "/" && url !== "/index.html")
      .map(({ method, url, access }) => [`${method} ${url}`, access]);
    expect(Object.fromEntries(routes)).toEqual(expectedAccess);
  });

  it.each(Object.entries(expectedAccess))("%s is for %s", async (route, access) => {
    const [method = "", url = ""] = route.split(" ");
    const path = url.replaceAll(/:\w+/g, "unknown");
    const nobody = await house.ask(method, path);
    if (route === "GET /metrics") {
      expect(nobody.status).toBe(401);
      expect((await house.ask(method, path, { as: "uma" })).status).toBe(403);
      return;
    }
    if (access === "public") expect(nobody.status).not.toBe(403);
    else expect(nobody.status).toBe(401);
    // A caller without the right is refused before the request is read, so an empty request is sufficient.
    const user = await house.ask(method, path, { as: "uma" });
    if (ADMINISTRATORS.includes(access)) expect(user.status).toBe(403);
    else expect([401, 403]).not.toContain(user.status);
    expect([401, 403]).not.toContain((await house.ask(method, path, { as: "otto" })).status);
  });
});
