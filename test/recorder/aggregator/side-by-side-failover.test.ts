import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { place, TwoClusters } from "../store/clusters.ts";
import { AggregatorHouse, type OpenedEvents, PASSWORD } from "./support/aggregator-house.ts";

let clusters: TwoClusters;
let houses: readonly [AggregatorHouse, AggregatorHouse];
const open = (folder: string, adminPassword?: string) =>
  AggregatorHouse.open({ "database.url": clusters.url, "servers.allow-loopback": "true" }, folder, adminPassword);

beforeEach(async () => {
  if (place === null) return;
  clusters = await TwoClusters.open();
  const folders = ["a", "b"].map((name) => mkdtempSync(join(tmpdir(), `proscenium-${name}-`))) as [string, string];
  const a = await open(folders[0]);
  copyFileSync(join(folders[0], "secret.key"), join(folders[1], "secret.key"));
  houses = [a, await open(folders[1], a.adminPassword)];
}, 60_000);
afterEach(async () => {
  for (const house of houses ?? []) await house.close();
  await clusters?.close();
});

it.skipIf(place === null)(
  "the primary of two aggregators changes, and dies (where PostgreSQL is installed): operators stay signed in, changes are refused with a sentence and then work, and each is told at both",
  { timeout: 120_000 },
  async () => {
    const [a, b] = houses;
    await a.addUser("uma");
    const signedIn = await a.ask("POST", "/service/sessions/user", { body: { username: "uma", password: PASSWORD } });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const sockets = [await a.events("uma", { cookie }), await b.events("uma", { cookie })] as const;
    const add = (house: AggregatorHouse) =>
      house.ask("POST", "/service/stages", {
        headers: { cookie, origin: house.aggregator.url },
        body: { name: "Yard", stageMatrix: [[null]] },
      });
    const taken: string[] = [];
    /** Resolves when this one takes a change, and all that was taken is told at both. */
    const works = async (house: AggregatorHouse) => {
      const status = async () => {
        const answer = await add(house);
        if (answer.status === 201) taken.push((answer.json as { id: string }).id);
        return answer.status;
      };
      await expect.poll(status, { timeout: 30_000 }).toBe(201);
      for (const socket of sockets)
        await expect.poll(() => taken.filter((id) => !isTold(socket, id)), { timeout: 15_000 }).toEqual([]);
    };
    const isRefused = async () => {
      for (const house of houses) {
        // The first calls may still meet connections that broke.
        for (let call = 0; call < 3; call += 1) {
          const { status, json } = await add(house);
          expect([status, json]).toEqual([
            503,
            expect.objectContaining({ code: "server/database-away", reason: expect.stringMatching(/^The server's/) }),
          ]);
        }
        // 401 would send the operator to the sign-in.
        expect(await signedInAs(house)).toBe(503);
      }
    };
    const signedInAs = async (house: AggregatorHouse) =>
      (await house.ask("GET", "/service/sessions/me", { headers: { cookie } })).status;
    for (const house of houses) await works(house);

    clusters.leadToStandby();
    await isRefused();
    clusters.leadToPrimary();
    for (const house of houses) await works(house);

    await clusters.killPrimary();
    await isRefused();
    clusters.promote();
    for (const house of houses) await works(house);
    expect(await Promise.all(houses.map(signedInAs))).toEqual([200, 200]);
    const holders = () => houses.filter(({ services }) => services.nodes.holds("mails")).length;
    await expect.poll(holders, { timeout: 15_000 }).toBe(1);
    await expect.poll(() => houses.map(({ services }) => services.nodes.count), { timeout: 15_000 }).toEqual([2, 2]);

    const listed = (await b.ask("GET", "/service/stages", { headers: { cookie } })).json as {
      stages: { id: string }[];
    };
    expect(listed.stages.map(({ id }) => id)).toEqual(expect.arrayContaining(taken));
    const out = { headers: { cookie, origin: a.aggregator.url } };
    expect((await a.ask("DELETE", "/service/sessions/me", out)).status).toBe(204);
    expect(await sockets[1].closed).toBe(4401);
  },
);

const isTold = ({ messages }: OpenedEvents, id: string): boolean => messages.some((message) => message.id === id);
