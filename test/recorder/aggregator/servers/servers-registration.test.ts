import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fakeServer } from "#test/support/client/http-fake.ts";
import type { TestHouse } from "#test/recorder/support/test-house.ts";
import { PASSWORD } from "#test/recorder/aggregator/support/aggregator-house.ts";
import { Fleet, refusal } from "#test/recorder/aggregator/support/fleet.ts";
import { FrontDoor } from "#test/recorder/aggregator/support/front-door.ts";

let fleet: Fleet;
let recorder: TestHouse;
beforeAll(async () => {
  fleet = await Fleet.open({ name: "Head office" });
  recorder = await fleet.recorder({ name: "North" });
  await recorder.addCamera("Gate");
  await recorder.addUser("manfred", "Manager");
});
afterAll(() => fleet.close());

const issuer = (of: TestHouse) => of.ask("GET", "/service/trusted/issuer", { as: "admin" });

describe("a server that is registered", () => {
  it("shows itself with its cameras, has the aggregator as its parent, and keeps no session", async () => {
    const answer = await fleet.register({ uri: `${recorder.recorder.url}/`, password: recorder.adminPassword });
    expect(answer.status).toBe(201);
    const shown = answer.json as Record<string, unknown>;
    expect(shown).toMatchObject({
      id: recorder.services.uuid,
      name: "North",
      uri: recorder.recorder.url,
      isAvailable: true,
      failureReason: "",
      version: recorder.services.build.version,
      camerasAvailable: 1,
      camerasOnline: 0,
      license: { edition: "trial" },
      discoverableOrchid: { licenseSession: { state: { status: "normal" } } },
    });
    expect(Math.abs(Number(shown.clockOffsetMs))).toBeLessThan(1000);
    expect((await issuer(recorder)).json()).toEqual({
      id: fleet.house.services.uuid,
      description: "Head office",
      uri: fleet.house.aggregator.url,
    });
    expect(await recorder.services.sessions.open.list(null)).toEqual([]);
    expect(await fleet.cameras(recorder.services.uuid)).toMatchObject([
      {
        name: "Gate",
        orchidId: recorder.services.uuid,
        permissions: { actions: { live: true, playback: true, ptz: true, export: true } },
      },
    ]);
  });

  it("keeps neither the password nor the key where somebody could read them", async () => {
    const rows = await fleet.house.services.store.selectFrom("orchids").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(recorder.adminPassword);
    expect(rows[0]?.key).toMatch(/^v1:/);
  });

  it("is refused a second time, by its address and by what it is", async () => {
    const { adminPassword: password } = recorder;
    const twice = [
      { uri: recorder.recorder.url, password },
      { uri: recorder.recorder.url.replace("127.0.0.1", "localhost"), password },
    ];
    for (const ask of twice) expect(refusal(await fleet.register(ask))).toEqual({ status: 409, code: "orchid/exists" });
    // The trust from the first registration remains.
    const id = recorder.services.uuid;
    expect((await fleet.ask("POST", `/service/orchids/${id}/cache`)).json).toMatchObject({ isAvailable: true });
  });

  it("is registered once, also by two who ask at the same time", async () => {
    const other = await fleet.recorder();
    const ask = { uri: other.recorder.url, password: other.adminPassword };
    const answers = await Promise.all([fleet.register(ask), fleet.register(ask), fleet.register(ask)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(await fleet.until(other.services.uuid, () => true)).toMatchObject({ isAvailable: true });
  });

  it("is renamed without being asked; another address needs the password", async () => {
    const path = `/service/orchids/${recorder.services.uuid}`;
    const renamed = await fleet.ask("PATCH", path, { name: "Harbour", directUri: "https://harbour.example" });
    expect(renamed.json).toMatchObject({ name: "Harbour", directUri: "https://harbour.example" });
    // At exactly the same moment, below the routes.
    const { serverRegistration } = fleet.house.services;
    const change = (ask: { name: string } | { directUri: string }) =>
      serverRegistration.patch(recorder.services.uuid, ask, "https://head.example");
    await Promise.all([change({ name: "Quay" }), change({ directUri: "https://quay.example" })]);
    expect((await fleet.ask("GET", path)).json).toMatchObject({ name: "Quay", directUri: "https://quay.example" });
    await fleet.ask("PATCH", path, { name: "Harbour" });
    const moved = recorder.recorder.url.replace("127.0.0.1", "localhost");
    expect(refusal(await fleet.ask("PATCH", path, { uri: moved }))).toEqual({
      status: 422,
      code: "orchid/password-required",
    });
    const other = await fleet.recorder();
    const credentials = { username: "admin", password: other.adminPassword };
    expect(refusal(await fleet.ask("PATCH", path, { uri: other.recorder.url, ...credentials }))).toEqual({
      status: 409,
      code: "orchid/other-server",
    });
    expect((await issuer(other)).statusCode).toBe(404);
    const taken = await fleet.ask("PATCH", path, { uri: moved, username: "admin", password: recorder.adminPassword });
    expect(taken.json).toMatchObject({ uri: moved, isAvailable: true, name: "Harbour" });
  });
});

describe("a registration is refused", () => {
  it("with a wrong password, and for somebody who is no administrator", async () => {
    const other = await fleet.recorder();
    await other.addUser("manfred", "Manager");
    const uri = other.recorder.url;
    expect(refusal(await fleet.register({ uri, password: "wrong password" }))).toEqual({
      status: 422,
      code: "orchid/unauthorized",
    });
    expect(refusal(await fleet.register({ uri, username: "manfred", password: PASSWORD }))).toEqual({
      status: 422,
      code: "orchid/not-administrator",
    });
    expect((await issuer(other)).statusCode).toBe(404);
    expect(await other.services.sessions.open.list(null)).toEqual([]);
  });

  it("where another parent has the recorder, unless it is to be replaced", async () => {
    const other = await fleet.recorder();
    const body = { id: "town-hall", key: { kty: "oct", k: "k".repeat(43) }, description: "Town hall" };
    await other.ask("POST", "/service/trusted/issuer", { as: "admin", body });
    const ask = { uri: other.recorder.url, password: other.adminPassword };
    const refused = await fleet.register(ask);
    expect(refusal(refused)).toEqual({ status: 409, code: "orchid/has-parent" });
    expect(refused.text).toContain("Town hall");
    expect(refused.json).toMatchObject({ params: { name: "Town hall" } });
    expect((await issuer(other)).json()).toMatchObject({ id: "town-hall" });
    expect((await fleet.register({ ...ask, replace: true })).status).toBe(201);
    expect((await issuer(other)).json()).toMatchObject({ id: fleet.house.services.uuid });
    // The same when the server is registered again: `force` of the documents.
    await other.ask("POST", "/service/trusted/issuer", { as: "admin", body });
    const path = `/service/orchids/${other.services.uuid}`;
    const again = (query: string) =>
      fleet.ask("PATCH", path + query, { username: "admin", password: other.adminPassword });
    expect(refusal(await again(""))).toEqual({ status: 409, code: "orchid/has-parent" });
    expect(refusal(await again("?force=false"))).toEqual({ status: 409, code: "orchid/has-parent" });
    expect((await again("?force=true")).status).toBe(200);
    expect((await issuer(other)).json()).toMatchObject({ id: fleet.house.services.uuid });
  });

  it("of a recorder that gives every token more than it says: it has no parent then", async () => {
    const other = await fleet.recorder();
    const door = await FrontDoor.open(other.recorder.url);
    const manager = { id: "jwt", name: "x", role: "Manager", userId: "x", expiresIn: 60 };
    door.misbehave = (path, response) => {
      if (path !== "/service/sessions/me" || !door.asked.at(-1)?.authorization.includes(".")) return false;
      response.end(JSON.stringify({ ...manager, scope: { baseScope: ["live"], cameraScopes: [] } }));
      return true;
    };
    expect(refusal(await fleet.register({ uri: door.url, password: other.adminPassword }))).toEqual({
      status: 422,
      code: "orchid/too-old",
    });
    expect((await issuer(other)).statusCode).toBe(404);
    await door.close();
  });

  it("where nothing answers, something else does, or another aggregator", async () => {
    const password = "secret of nobody";
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    expect(refusal(await fleet.register({ uri: `http://127.0.0.1:${port}`, password }))).toEqual({
      status: 422,
      code: "orchid/unreachable",
    });
    const page = await fakeServer({ "GET /service/about": { text: "<html>a printer</html>" } });
    const elsewhere = await fakeServer({
      "GET /service/about": { status: 302, headers: { location: `${recorder.recorder.url}/service/about` } },
    });
    for (const uri of [page.origin, elsewhere.origin, fleet.house.aggregator.url])
      expect(refusal(await fleet.register({ uri, password })), uri).toEqual({
        status: 422,
        code: "orchid/not-a-recorder",
      });
    // The password was sent to none of them.
    const bodies = [...page.asked, ...elsewhere.asked].map(({ path, body }) => path + body);
    expect(bodies).toEqual(["/service/about", "/service/about"]);
    await page.close();
    await elsewhere.close();
  });

  it("for whoever does not administer the aggregator, and for addresses that are none", async () => {
    await fleet.house.addUser("uma");
    const body = { uri: recorder.recorder.url, username: "admin", password: "x" };
    expect((await fleet.ask("POST", "/service/orchids", body, "uma")).status).toBe(403);
    for (const uri of ["ftp://10.0.0.1", "http://a:b@10.0.0.1", "http://10.0.0.1/?x", "10.0.0.1", "file:///etc/passwd"])
      expect((await fleet.register({ uri, password: "x" })).status, uri).toBe(400);
    expect(refusal(await fleet.register({ uri: "http://10.0.0.1:99999", password: "x" })).code).toBe("orchid/bad-uri");
  });
});

describe("a server that is removed", () => {
  it("is told first; its recorder has no parent any more", async () => {
    const own = await fleet.recorder();
    const id = await fleet.add(own);
    expect((await fleet.ask("DELETE", `/service/orchids/${id}`)).status).toBe(204);
    expect((await issuer(own)).statusCode).toBe(404);
    expect((await fleet.ask("GET", `/service/orchids/${id}`)).status).toBe(404);
    expect(refusal(await fleet.ask("DELETE", `/service/orchids/${id}`))).toEqual({
      status: 404,
      code: "orchid/unknown",
    });
    expect(await fleet.add(own)).toBe(id);
  });

  it("stays when it cannot be told, and goes by force", async () => {
    const own = await fleet.recorder();
    const id = await fleet.add(own);
    await own.recorder.close();
    expect(refusal(await fleet.ask("DELETE", `/service/orchids/${id}`))).toEqual({
      status: 502,
      code: "orchid/detach-failed",
    });
    expect(await fleet.shown(id)).toMatchObject({ id });
    expect((await fleet.ask("DELETE", `/service/orchids/${id}?force=true`)).status).toBe(204);
    expect((await fleet.ask("GET", `/service/orchids/${id}`)).status).toBe(404);
  });

  it("goes without force when its recorder has left by itself", async () => {
    const own = await fleet.recorder();
    const id = await fleet.add(own);
    await own.ask("DELETE", "/service/trusted/issuer", { as: "admin" });
    const left = await fleet.until(id, ({ isAvailable }) => !isAvailable);
    expect(left.failureReason).toBe("it does not accept this aggregator's tokens");
    expect((await fleet.ask("DELETE", `/service/orchids/${id}`)).status).toBe(204);
  });
});
