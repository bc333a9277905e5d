/** Two aggregators whose messages NATS brings: what they promise, with NATS and without. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hasNatsServer } from "#test/recorder/nodes/support/joined-nodes.ts";
import { eventually } from "#test/support/eventually.ts";
import { NatsServer } from "../../../scripts/machine/nats-server.mjs";
import { server } from "../store/databases.ts";
import { type AggregatorHouse, PASSWORD } from "./support/aggregator-house.ts";
import { NodeHouses } from "./support/node-houses.ts";

const NOTICED = { timeout: 10_000, interval: 100 };

describe.skipIf(server === "" || !hasNatsServer)(
  "two aggregators whose messages NATS brings (PROSCENIUM_TEST_POSTGRES, nats-server)",
  () => {
    let nats: NatsServer;
    let houses: NodeHouses;
    let a: AggregatorHouse;
    let b: AggregatorHouse;
    beforeAll(async () => {
      nats = await NatsServer.start();
      houses = await NodeHouses.open(2, nats.url);
      [a, b] = houses.all as [AggregatorHouse, AggregatorHouse];
      await a.addUser("uma");
    });
    afterAll(async () => {
      await houses?.close();
      await nats?.stop();
    });

    const readiness = async (house: AggregatorHouse) => {
      const { status, json } = await house.ask("GET", "/readyz");
      return { status, nats: (json as { checks: { nats?: string } }).checks.nats };
    };

    /** What one does counts at the other one: what is open there is closed, and the next call is refused. */
    async function signsOut(): Promise<void> {
      const body = { username: "uma", password: PASSWORD };
      const signedIn = await a.ask("POST", "/service/sessions/user", { body });
      const cookie = signedIn.headers
        .getSetCookie()
        .map((one) => one.split(";")[0])
        .join("; ");
      const events = await b.events("uma", { cookie });
      const headers = { cookie, origin: a.aggregator.url };
      expect((await a.ask("DELETE", "/service/sessions/me", { headers })).status).toBe(204);
      expect((await b.ask("GET", "/service/sessions/me", { headers: { cookie } })).status).toBe(401);
      expect(await events.closed).toBe(4401);
    }

    it("a sign-out at one closes what is open at the other, whether NATS is there, away, or back", async () => {
      for (const house of [a, b])
        await vi.waitFor(async () => expect(await readiness(house)).toEqual({ status: 200, nats: "ok" }), NOTICED);
      await signsOut();
      await nats.halt();
      await signsOut();
      for (const house of [a, b])
        await vi.waitFor(async () => {
          const { status, nats: said } = await readiness(house);
          expect([status, said]).toEqual([200, expect.stringMatching(/^ok, but NATS is away/)]);
        }, NOTICED);
      expect((await a.ask("GET", "/metrics", { as: "admin" })).text).toMatch(/nats_open\S* 0/);
      await signsOut();
      await nats.begin();
      for (const house of [a, b]) await eventually(() => house.services.nodes.nats === "ok", "NATS is taken again");
      await signsOut();
    });
  },
);
