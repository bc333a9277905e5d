import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resetPassword } from "#recorder/process/console/reset-password.ts";
import { StartRefused } from "#recorder/store/start-refused.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";
import { eventually } from "#test/support/eventually.ts";
import { server } from "../store/databases.ts";
import { AggregatorHouse, PASSWORD } from "./support/aggregator-house.ts";
import { NodeHouses } from "./support/node-houses.ts";

describe.skipIf(server === "")("two aggregators on one database (PROSCENIUM_TEST_POSTGRES)", () => {
  let houses: NodeHouses;
  let a: AggregatorHouse;
  let b: AggregatorHouse;
  beforeEach(async () => {
    houses = await NodeHouses.open(2);
    [a, b] = houses.all as [AggregatorHouse, AggregatorHouse];
  });
  afterEach(() => houses.close());

  async function signIn(house: AggregatorHouse, username: string, password = PASSWORD): Promise<string> {
    const body = { username, password };
    const answer = await house.ask("POST", "/service/sessions/user", { body });
    expect(answer.status).toBe(200);
    return answer.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
  }

  it("have the same accounts, and one first password", async () => {
    expect([a.aggregator.firstPassword, b.aggregator.firstPassword]).toEqual([a.adminPassword, null]);
    await a.addUser("uma");
    expect((await b.ask("GET", "/service/users", { as: "admin" })).json).toMatchObject({
      users: [{ username: "admin" }, { username: "uma" }],
    });
  });

  it("one with another key is refused before it can spoil anything, and told what to do", async () => {
    const folder = mkdtempSync(join(tmpdir(), "proscenium-key-"));
    const opened = AggregatorHouse.open({ "database.url": houses.url }, folder);
    await expect(opened).rejects.toThrow(StartRefused);
    await expect(opened).rejects.toThrow(/Copy secret\.key from the data folder of another server/);
    rmSync(folder, { recursive: true });
  });

  it("a sign-in at one is one at the other, and its end closes what is open there", async () => {
    await a.addUser("uma");
    const cookie = await signIn(a, "uma");
    const me = await b.ask("GET", "/service/sessions/me", { headers: { cookie } });
    expect(me.json).toMatchObject({ name: "uma" });
    const events = await b.events("uma", { cookie });
    expect(
      (await a.ask("DELETE", "/service/sessions/me", { headers: { cookie, origin: a.aggregator.url } })).status,
    ).toBe(204);
    expect((await events.next("user-logged-out")).type).toBe("user-logged-out");
    expect(await events.closed).toBe(4401);
    expect((await b.ask("GET", "/service/sessions/me", { headers: { cookie } })).status).toBe(401);
  });

  it("a password that is changed at one opens nothing at the other, Basic neither", async () => {
    const id = await a.addUser("uma");
    expect((await b.ask("GET", "/service/fleet/cameras", { as: "uma" })).status).toBe(200);
    const body = { password: "another good password 7" };
    expect((await a.ask("PATCH", `/service/users/${id}`, { as: "admin", body })).status).toBe(200);
    expect((await b.ask("GET", "/service/fleet/cameras", { as: "uma" })).status).toBe(401);
  });

  it("a password that is reset on the console ends at all of them what the old one has opened", async () => {
    const cookie = await signIn(a, "admin", a.adminPassword);
    const events = await b.events("admin", { cookie });
    // Its memory of the old password is what has to go.
    expect((await b.ask("GET", "/service/sessions/me", { as: "admin" })).status).toBe(200);
    const password = await resetPassword(a.services.config);
    expect(await events.closed).toBe(4401);
    for (const house of [a, b]) {
      const me = (word: string) =>
        house.ask("GET", "/service/sessions/me", { headers: { authorization: house.basic("admin", word) } });
      expect((await me(a.adminPassword)).status).toBe(401);
      expect((await me(password)).status).toBe(200);
    }
    await eventually(() => a.services.nodes.count === 2, "the command was one of them only for its time");
  });

  it("what one is told of stages and settings the other tells its pages", async () => {
    const events = await b.events("admin");
    const stage = { name: "Yard", stageMatrix: [[null]], shared: true };
    expect((await a.ask("POST", "/service/stages", { as: "admin", body: stage })).status).toBe(201);
    await events.next("layout-added");
    expect((await a.ask("PATCH", "/service/settings", { as: "admin", body: { sessionMaxHours: 5 } })).status).toBe(200);
    expect((await b.ask("GET", "/service/settings", { as: "admin" })).json).toMatchObject({ sessionMaxHours: 5 });
    await events.next("config-modified");
    events.close();
  });

  it("rights that are given or revoked at one count at the other with the next call", async () => {
    const recorder = await TestHouse.open();
    const camera = await recorder.addCamera("gate");
    const uri = await recorder.recorder.app.listen({ host: "127.0.0.1", port: 0 });
    const body = { uri, username: "admin", password: recorder.adminPassword };
    const made = await a.ask("POST", "/service/orchids", { as: "admin", body });
    expect(made.status).toBe(201);
    const { id: orchidId } = made.json as { id: string };
    await eventually(
      () => b.services.servers.cameraOwner(camera.camera.id) === orchidId,
      "the other one knows the recorder's cameras",
    );
    // The rows, in which the fleet is searched, follow within a second.
    await vi.waitFor(
      async () => expect((await b.ask("GET", "/service/fleet/cameras", { as: "admin" })).text).toContain(orchidId),
      { timeout: 8000 },
    );
    const userId = await a.addUser("uma");
    const seen = async (house: AggregatorHouse): Promise<number> =>
      ((await house.ask("GET", "/service/fleet/cameras", { as: "uma" })).json as { cameras: unknown[] }).cameras.length;
    const onGate = [{ abilities: ["live"], scope: "list", cameras: [{ orchidId, id: camera.camera.id }] }];
    const group = await a.ask("POST", "/service/permissions", {
      as: "admin",
      body: { name: "watchers", members: [userId], granted: onGate },
    });
    expect(group.status).toBe(201);
    const path = `/fusion/orchid-proxy/${orchidId}/service/cameras/${camera.camera.id}`;
    for (let round = 0; round < 5; round += 1) {
      const url = `/service/permissions/${(group.json as { id: string }).id}`;
      expect((await a.ask("PATCH", url, { as: "admin", body: { granted: [] } })).status).toBe(200);
      expect([(await b.ask("GET", path, { as: "uma" })).status, await seen(b)]).toEqual([404, 0]);
      expect((await b.ask("PATCH", url, { as: "admin", body: { granted: onGate } })).status).toBe(200);
      expect([(await a.ask("GET", path, { as: "uma" })).status, await seen(a)]).toEqual([200, 1]);
    }
    expect(
      (await b.ask("PATCH", `/service/orchids/${orchidId}`, { as: "admin", body: { name: "North" } })).status,
    ).toBe(200);
    expect((await a.ask("GET", `/service/orchids/${orchidId}`, { as: "admin" })).json).toMatchObject({ name: "North" });
    expect((await b.ask("DELETE", `/service/orchids/${orchidId}`, { as: "admin" })).status).toBe(204);
    expect((await a.ask("GET", `/service/orchids/${orchidId}`, { as: "admin" })).status).toBe(404);
    await recorder.close();
  });

  it("groups that are changed at both at once are all there", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `group ${String(index).padStart(2, "0")}`);
    const answers = await Promise.all(
      names.map((name, index) =>
        (index % 2 === 0 ? a : b).ask("POST", "/service/permissions", { as: "admin", body: { name } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
    for (const house of [a, b]) {
      const listed = (await house.ask("GET", "/service/permissions", { as: "admin" })).json as {
        permissions: { name: string }[];
      };
      expect(listed.permissions.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    }
    const twice = await Promise.all(
      [a, b].map((house) => house.ask("POST", "/service/permissions", { as: "admin", body: { name: "one" } })),
    );
    expect(twice.map(({ status }) => status).sort((one, other) => one - other)).toEqual([201, 409]);
  });

  it("take no other client: each would have its own", async () => {
    await eventually(() => a.services.nodes.count === 2, "it knows of the other one");
    const headers = { authorization: a.basic("admin"), "content-type": "application/zip" };
    const answer = await fetch(`${a.aggregator.url}/service/ui`, { method: "POST", headers, body: "a zip file" });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, "client/several-servers"]);
  });

  it("the database is away for a while: what is open stays, changes are refused, and all is back by itself", async () => {
    await a.addUser("uma");
    const [here, there] = [await a.events("uma"), await b.events("uma")];
    const body = { name: "Yard", stageMatrix: [[null]] };
    expect((await a.ask("POST", "/service/stages", { as: "uma", body })).status).toBe(201);
    const port = Number(new URL(server).port);
    houses.door.leadTo(1);
    houses.door.cut();
    const refused = await a.ask("POST", "/service/stages", { as: "uma", body });
    expect([refused.status, (refused.json as { code: string }).code]).toEqual([503, "server/database-away"]);
    houses.door.leadTo(port);
    await vi.waitFor(
      async () => expect((await a.ask("POST", "/service/stages", { as: "uma", body })).status).toBe(201),
      { timeout: 15_000, interval: 200 },
    );
    for (const events of [here, there]) {
      await eventually(
        () => events.messages.filter(({ type }) => type === "layout-added").length === 2,
        "both are told",
      );
      events.close();
    }
  });

  it("one that ends without a word: what it did counts at the other", async () => {
    await a.addUser("uma");
    const cookie = await signIn(a, "uma");
    const events = await b.events("uma", { cookie });
    // It was killed between the change and the word of it.
    await b.services.store.deleteFrom("sessions").execute();
    await b.services.store.insertInto("nodes").values({ id: "killed", seen_ms: 0 }).execute();
    expect(await events.closed).toBe(4401);
  });
});
