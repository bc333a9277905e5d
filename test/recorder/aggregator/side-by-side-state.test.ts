/** What one of two aggregators on one database has begun, the other one ends. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { fleetPage } from "#protocol/rest/cameras/fleet.ts";
import { codeOf, stepOf } from "#recorder/accounts/factors/one-time-codes.ts";
import { MailListener } from "#test/support/machine/mail-listener.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";
import { server } from "../store/databases.ts";
import { type AggregatorHouse, PASSWORD } from "./support/aggregator-house.ts";
import { NodeHouses } from "./support/node-houses.ts";

const PATIENCE = { timeout: 10_000 };
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
function bytesOf(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}

describe.skipIf(server === "")("two aggregators on one database (PROSCENIUM_TEST_POSTGRES)", () => {
  let houses: NodeHouses;
  let a: AggregatorHouse;
  let b: AggregatorHouse;
  beforeAll(async () => {
    houses = await NodeHouses.open(2);
    [a, b] = houses.all as [AggregatorHouse, AggregatorHouse];
  });
  afterAll(() => houses?.close());

  const tokenFrom = async (house: AggregatorHouse, username: string): Promise<string> => {
    const answer = await house.ask("POST", "/service/sessions/user", { body: { username, password: PASSWORD } });
    return (answer.json as { id: string }).id;
  };

  it("a ticket that one has sold opens at the other, once, and not after the session ended", async () => {
    await a.addUser("tina");
    const headers = { authorization: `Bearer ${await tokenFrom(a, "tina")}` };
    const body = { path: "/service/sessions/me" };
    const sell = async (): Promise<string> =>
      ((await a.ask("POST", "/service/tickets", { headers, body })).json as { url: string }).url;
    const url = await sell();
    const statuses = await Promise.all([a, b, a, b].map(async (house) => (await house.ask("GET", url)).status));
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 401, 401, 401]);
    const late = await sell();
    await b.ask("DELETE", "/service/sessions/me", { headers });
    expect((await a.ask("GET", late)).status).toBe(401);
  });

  it("a key of one-time codes that one has shown is confirmed at the other", async () => {
    await a.addUser("otto");
    const headers = { authorization: `Bearer ${await tokenFrom(a, "otto")}` };
    const path = "/service/users/me/second-factor";
    const begun = await a.ask("POST", path, { headers, body: { password: PASSWORD } });
    const key = bytesOf((begun.json as { key: string }).key);
    const confirmed = await b.ask("PUT", path, { headers, body: { code: codeOf(key, stepOf(Date.now())) } });
    expect(confirmed.status).toBe(200);
    const again = await a.ask("POST", "/service/sessions/user", { body: { username: "otto", password: PASSWORD } });
    expect([again.status, again.json]).toMatchObject([401, { code: "session/code-required" }]);
  });

  it("a test mail that goes by one makes the other try again what it could not send", async () => {
    const listener = await MailListener.open();
    const server = { host: "127.0.0.1", port: listener.port, security: "none", username: "", password: "" };
    const body = { ...server, name: "Relay", from: "wall@example.org" };
    const { id } = (await a.ask("POST", "/service/smtp-servers", { as: "admin", body })).json as { id: string };
    const before = [await a.services.smtpServers.standing(id), await b.services.smtpServers.standing(id)];
    const test = { ...server, id, from: "wall@example.org", to: "me@example.org" };
    const answer = await a.ask("POST", "/service/smtp-servers/test", { as: "admin", body: test });
    expect(answer.json).toMatchObject({ success: true });
    // What could not be sent is tried again as soon as this is another text.
    await vi.waitFor(async () => {
      expect(await b.services.smtpServers.standing(id)).not.toBe(before[1]);
      expect(await a.services.smtpServers.standing(id)).not.toBe(before[0]);
    }, PATIENCE);
    await listener.close();
  });

  it("what became other since a version that one has told is answered by the other", async () => {
    const recorder = await TestHouse.open();
    await recorder.addCamera("gate");
    const uri = await recorder.recorder.app.listen({ host: "127.0.0.1", port: 0 });
    const made = { uri, username: "admin", password: recorder.adminPassword };
    expect((await a.ask("POST", "/service/orchids", { as: "admin", body: made })).status).toBe(201);
    const fleet = async (house: AggregatorHouse, query = "") =>
      fleetPage.parse((await house.ask("GET", `/service/fleet/cameras?ids=true&${query}`, { as: "admin" })).json);
    await vi.waitFor(async () => {
      const pages = await Promise.all([fleet(a), fleet(b)]);
      expect(pages.map(({ cameras }) => cameras.length)).toEqual([1, 1]);
      expect(pages[0]?.version).toBe(pages[1]?.version);
    }, PATIENCE);
    const { version = "" } = await fleet(a);
    const added = (await recorder.addCamera("yard")).camera.id;
    await vi.waitFor(async () => {
      for (const news of await Promise.all([fleet(a, `since=${version}`), fleet(b, `since=${version}`)]))
        expect([news.since, news.cameras.map(({ id }) => id)]).toEqual([version, [added]]);
    }, PATIENCE);
    const gone = (await fleet(b)).version ?? "";
    await recorder.services.cameras.remove(added);
    await vi.waitFor(
      async () => expect((await fleet(a, `since=${gone}`)).gone?.map(({ id }) => id)).toEqual([added]),
      PATIENCE,
    );
    await recorder.close();
  }, 40_000);
});
