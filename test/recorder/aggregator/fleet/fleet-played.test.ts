/** What `scripts/scale/fleet.mjs` measures with 100 servers of 100 cameras, with a few of them: who is asked for what. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { fleetPage } from "#protocol/rest/cameras/fleet.ts";
import { AggregatorHouse } from "#test/recorder/aggregator/support/aggregator-house.ts";
import { eventually } from "#test/support/eventually.ts";
import { playRecorders } from "../../../../scripts/scale/played-recorders.mjs";

const SERVERS = 4;
const CAMERAS = 10;
const PAGES = 10;
const BLINKS = 20;

let house: AggregatorHouse;
let played: Awaited<ReturnType<typeof playRecorders>>;
beforeAll(async () => {
  played = await playRecorders(SERVERS, CAMERAS);
  house = await AggregatorHouse.open({ "servers.allow-loopback": "true" });
  for (let at = 0; at < SERVERS; at += 1) {
    const body = { uri: played.urlOf(at), username: "admin", password: "played" };
    expect((await house.ask("POST", "/service/orchids", { as: "admin", body })).status).toBe(201);
  }
});
afterAll(async () => {
  await house?.close();
  played?.close();
});

const found = async (query: string): Promise<number> =>
  fleetPage.parse((await house.ask("GET", `/service/fleet/cameras?${query}`, { as: "admin" })).json).cameras.length;

it("cameras that blink reach every page with their state, nobody is asked for a whole list, and rows follow", async () => {
  await vi.waitFor(async () => expect(await found("text=played&limit=1000")).toBe(SERVERS * CAMERAS), 15_000);
  expect(await found("text=Site 002 camera 7")).toBe(1);
  const pages = await Promise.all(Array.from({ length: PAGES }, () => house.events("admin")));
  played.startAnew();
  const blinked = Array.from({ length: BLINKS }, (_none, at) => played.all[at % SERVERS]?.blink(at));
  for (const { messages } of pages) {
    const told = () => messages.filter(({ type }) => type === "stream-status");
    await eventually(() => told().length === BLINKS, "every change is told");
    expect(told().map(({ id }) => id)).toEqual(expect.arrayContaining(blinked));
    expect(told().every(({ streamState }) => streamState !== undefined)).toBe(true);
    expect(messages.filter(({ type }) => type !== "stream-status" && type !== "server-session-id")).toEqual([]);
  }
  const resting = played.all.flatMap(({ cameras }) => cameras).filter(({ state }) => state !== "running").length;
  expect(resting).toBeGreaterThan(0);
  await vi.waitFor(async () => expect(await found("state=restarting&limit=1000")).toBe(resting), 10_000);
  expect(played.counts.wholeLists).toBe(0);
  for (const page of pages) page.close();
});
