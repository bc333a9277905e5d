import { existsSync, mkdtempSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { about } from "#protocol/rest/server/about.ts";
import { helpText } from "#recorder/config/cli.ts";
import { loadConfig } from "#recorder/config/config.ts";
import { AggregatorHouse } from "./support/aggregator-house.ts";

let house: AggregatorHouse;
beforeAll(async () => {
  house = await AggregatorHouse.open({ name: "Watch" });
});
afterAll(() => house.close());

describe("the option edition", () => {
  const load = (edition: string) => loadConfig({ file: null, environment: {}, flags: new Map([["edition", edition]]) });

  it("is standalone, aggregator or relay, anything else is said", () => {
    expect(load("aggregator")).toMatchObject({ ok: true, value: { edition: "aggregator" } });
    expect(load("parent")).toEqual({ ok: false, error: ["edition: standalone, aggregator or relay"] });
    expect(loadConfig({ file: null, environment: {}, flags: new Map() })).toMatchObject({
      ok: true,
      value: { edition: "standalone" },
    });
    expect(helpText()).toContain("--edition TEXT");
  });
});

describe("an aggregator", () => {
  it("keeps its own database and says its first password only once", async () => {
    expect(existsSync(join(house.folder, "aggregator.db"))).toBe(true);
    expect(existsSync(join(house.folder, "recordings"))).toBe(false);
    const first = await AggregatorHouse.open();
    await first.stop();
    const again = await AggregatorHouse.open({}, first.folder, first.adminPassword);
    expect(again.aggregator.firstPassword).toBeNull();
    expect((await again.ask("GET", "/service/users/me", { as: "admin" })).status).toBe(200);
    await again.close();
  });

  it("says before sign-in what it is", async () => {
    const answer = await house.ask("GET", "/service/about");
    expect(about.parse(answer.json)).toMatchObject({ edition: "aggregator", name: "Watch", rtspPort: 0 });
    expect((await house.ask("GET", "/ping")).text).toBe("pong");
    expect(Math.abs(Number((await house.ask("GET", "/service/time")).text) - Date.now())).toBeLessThan(5000);
    expect((await house.ask("GET", "/service/time-extended")).json).toHaveProperty("timeZone");
    expect((await house.ask("GET", "/service/version")).json).toHaveProperty("version");
  });

  it("is alive, ready, and measures itself", async () => {
    expect((await house.ask("GET", "/livez")).status).toBe(200);
    expect((await house.ask("GET", "/readyz")).json).toEqual({
      ready: true,
      checks: { database: "ok", storage: "ok", clock: "ok" },
    });
    expect((await house.ask("GET", "/metrics")).status).toBe(401);
    expect((await house.ask("GET", "/metrics", { as: "admin" })).text).toContain("proscenium_orchids 0");
  });

  it("notices within moments that its folder is gone, writes nothing meanwhile, and goes on when it is back", async () => {
    const folder = join(mkdtempSync(join(tmpdir(), "proscenium-test-")), "data");
    const own = await AggregatorHouse.open({}, folder, "", undefined, { everyMs: 40, stuckMs: 2000, waitingMs: 500 });
    const databaseOf = async () => {
      const { json } = await own.ask("GET", "/readyz");
      return (json as { checks: { database: string } }).checks.database;
    };
    renameSync(folder, `${folder}-away`);
    await expect.poll(databaseOf).toBe("is gone");
    const stage = { name: "one" };
    const signedIn = () => own.ask("POST", "/service/stages", { as: "admin", body: stage });
    expect((await signedIn()).status).toBe(507);
    renameSync(`${folder}-away`, folder);
    await expect.poll(databaseOf).toBe("ok");
    expect((await signedIn()).status).toBe(201);
    await own.close();
  });

  it("describes its routes, and has none of a recorder's", async () => {
    const { json } = await house.ask("GET", "/service/openapi.json", { as: "admin" });
    expect(json).toMatchObject({ info: { title: "Proscenium aggregator" } });
    expect(json).toHaveProperty(["paths", "/fusion/users/login"]);
    for (const path of ["/service/cameras", "/service/archives", "/service/license-session", "/service/servers"])
      expect((await house.ask("GET", path, { as: "admin" })).status, path).toBe(404);
  });

  it("answers methods that a path does not have with 405, and OPTIONS, as a recorder does", async () => {
    const told = async (method: string, path: string, as?: string) => {
      const { status, headers } = await house.ask(method, path, as === undefined ? {} : { as });
      return [status, headers.get("allow")];
    };
    expect(await told("PUT", "/service/orchids", "admin")).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
    expect(await told("OPTIONS", "/service/orchids", "admin")).toEqual([204, "GET, HEAD, POST, OPTIONS"]);
    expect(await told("GET", "/fusion/users/login")).toEqual([405, "POST, OPTIONS"]);
    expect(await told("PUT", "/service/orchids")).toEqual([401, null]);
    expect(await told("OPTIONS", "/service/nowhere", "admin")).toEqual([404, null]);
  });

  it("sends every answer with the headers that protect it", async () => {
    const { headers } = await house.ask("GET", "/service/about");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("gives its log to administrators, without passwords", async () => {
    await house.ask("POST", "/fusion/users/login", { body: { username: "admin", password: "canary-password" } });
    const { status, text } = await house.ask("GET", "/service/log?format=text", { as: "admin" });
    expect(status).toBe(200);
    expect(text).toContain("sign-in-refused");
    expect(text).not.toContain("canary-password");
    expect(text).not.toContain(house.adminPassword);
  });
});

describe("settings", () => {
  it("are read by administrators and patched under both names; everybody hears of it", async () => {
    await house.addUser("uma");
    const events = await house.events("uma");
    const greeting = { greeting: "Good morning" };
    expect((await house.ask("PATCH", "/service/about/config", { as: "admin", body: greeting })).json).toMatchObject(
      greeting,
    );
    expect(await events.next("config-modified")).toEqual({ type: "config-modified", resource: "settings", id: "1" });
    expect((await house.ask("GET", "/service/about")).json).toMatchObject(greeting);
    const agreement = { agreement: "Watch only" };
    expect((await house.ask("PATCH", "/service/settings", { as: "admin", body: agreement })).status).toBe(200);
    expect((await house.ask("GET", "/service/settings", { as: "admin" })).json).toMatchObject({
      ...greeting,
      ...agreement,
    });
    expect((await house.ask("PATCH", "/service/about/config", { as: "uma", body: greeting })).status).toBe(403);
    expect((await house.ask("PATCH", "/service/about/config", { as: "admin", body: { x: 1 } })).status).toBe(400);
    events.close();
  });
});
