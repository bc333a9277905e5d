/** Two aggregators behind HAProxy with the lines of docs/operations/haproxy.cfg: one ends, and who was signed in goes on. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { startBalancer } from "../../../scripts/machine/balancer.mjs";
import { findProxy } from "../../../scripts/machine/proxies.mjs";
import { server } from "../store/databases.ts";
import { type AggregatorHouse, PASSWORD } from "./support/aggregator-house.ts";
import { NodeHouses } from "./support/node-houses.ts";

const hasHaproxy = findProxy("haproxy") !== undefined;
if (!hasHaproxy)
  console.info("haproxy is missing: aggregators behind it are not tested here (apt-get install haproxy)");

describe.skipIf(server === "" || !hasHaproxy)(
  "two aggregators behind HAProxy (PROSCENIUM_TEST_POSTGRES, haproxy)",
  () => {
    let houses: NodeHouses;
    let balancer: Awaited<ReturnType<typeof startBalancer>>;
    beforeAll(async () => {
      houses = await NodeHouses.open(2);
      const [a, b] = houses.all as [AggregatorHouse, AggregatorHouse];
      await a.addUser("uma");
      balancer = await startBalancer([Number(new URL(a.aggregator.url).port), Number(new URL(b.aggregator.url).port)]);
    });
    afterAll(async () => {
      await balancer?.stop();
      await houses?.close();
    });

    it("answer by turns, and go on without the one that ends: no call fails, nobody signs in again", async () => {
      const { url } = balancer;
      const signedIn = await fetch(`${url}/service/sessions/user`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username: "uma", password: PASSWORD }),
      });
      const cookie = signedIn.headers
        .getSetCookie()
        .map((one) => one.split(";")[0])
        .join("; ");
      const asked = async (times: number): Promise<number[]> => {
        const statuses: number[] = [];
        for (let at = 0; at < times; at += 1)
          statuses.push((await fetch(`${url}/service/sessions/me`, { headers: { cookie } })).status);
        return [...new Set(statuses)];
      };
      expect(await asked(6)).toEqual([200]);
      const opened = async (): Promise<WebSocket> => {
        const socket = new WebSocket(`${url.replace("http", "ws")}/service/events/socket`, {
          headers: { cookie, origin: url },
        });
        await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
        return socket;
      };
      const sockets = [await opened(), await opened()];
      await houses.all[0]?.stop();
      await vi.waitFor(
        () => expect(sockets.filter(({ readyState }) => readyState === WebSocket.CLOSED)).toHaveLength(1),
        10_000,
      );
      expect(await asked(6)).toEqual([200]);
      sockets.push(await opened());
      for (const socket of sockets) socket.terminate();
    });
  },
);
