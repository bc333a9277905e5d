import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../../scripts/machine/free-port.mjs";
import { TestHouse } from "#test/recorder/support/test-house.ts";

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
  expect([ready.statusCode, ready.headers["retry-after"]]).toEqual([503, "5"]);
  expect(ready.json()).toMatchObject({
    ready: false,
    checks: { database: "ok", storage: "ok", media: "is not running" },
  });
});

it("the port of their own shows figures and health without a token, and nothing else", async () => {
  const port = await freePort();
  const own = await TestHouse.open({ "metrics.port": String(port), "metrics.host": "127.0.0.1", "metrics.token": "t" });
  try {
    // Reachable before a user signs in: it listens on the recorder's own host.
    await own.recorder.listen();
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    const figures = await ask("/metrics");
    expect(figures.status).toBe(200);
    expect(figures.headers.get("content-type")).toContain("text/plain");
    expect(await figures.text()).toContain("proscenium_http_request_seconds");
    expect(await (await ask("/livez")).text()).toBe("ok");
    expect((await ask("/readyz")).status).toBe(503);
    for (const path of ["/", "/service/cameras", "/service/version", "/metrics/x"])
      expect((await ask(path)).status, path).toBe(404);
    // At the recorder's own address the token is still demanded.
    expect((await fetch(`${own.recorder.url}/metrics`)).status).toBe(401);
    expect((await fetch(`${own.recorder.url}/metrics`, { headers: { authorization: "Bearer t" } })).status).toBe(200);
  } finally {
    await own.close();
  }
  await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow();
});
