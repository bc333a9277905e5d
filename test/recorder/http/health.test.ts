import { afterAll, beforeAll, expect, it } from "vitest";
import { TestHouse } from "./test-house.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await TestHouse.open({ "metrics.token": "scraper" });
});
afterAll(() => house.close());

it("figures are for administrators and for who has the token", async () => {
  await house.addUser("mona", "Manager");
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const figures = await house.ask("GET", "/metrics", bearer("scraper"));
  expect(figures.statusCode).toBe(200);
  expect(figures.body).toContain("proscenium_http_request_seconds");
  expect((await house.ask("GET", "/metrics", { as: "admin" })).statusCode).toBe(200);
  expect((await house.ask("GET", "/metrics", { as: "mona" })).statusCode).toBe(403);
  expect((await house.ask("GET", "/metrics", bearer("scrapers"))).statusCode).toBe(401);
});

it("who asks whether it is well hears that it lives, and what keeps it from being ready", async () => {
  expect((await house.ask("GET", "/livez")).body).toBe("ok");
  const ready = await house.ask("GET", "/readyz");
  // This house has no children.
  expect(ready.statusCode).toBe(503);
  expect(ready.json()).toMatchObject({
    ready: false,
    checks: { database: "ok", storage: "ok", media: "is not running" },
  });
});
