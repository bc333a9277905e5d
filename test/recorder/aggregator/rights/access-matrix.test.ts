import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectedAccess } from "#test/recorder/aggregator/support/access-table.ts";
import { AggregatorHouse } from "#test/recorder/aggregator/support/aggregator-house.ts";

/** Every route x nobody, a user and an administrator: the results must match the table. */
let house: AggregatorHouse;
beforeAll(async () => {
  house = await AggregatorHouse.open();
  await house.addUser("uma");
  await house.addUser("otto", { admin: true });
});
afterAll(() => house.close());

const ADMINISTRATORS = ["config", "stats"];

describe("the authorisation matrix of an aggregator", () => {
  it("has a row for every route, and no row without a route", () => {
    const routes = house.aggregator.routes
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
