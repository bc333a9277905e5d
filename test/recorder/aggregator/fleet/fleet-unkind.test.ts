/** Servers and pages that do what none does on a good day. */
import { afterEach, expect, it } from "vitest";
import type * as z from "zod/mini";
import { fleetCamera, fleetPage } from "#protocol/rest/cameras/fleet.ts";
import type { EventMessage } from "#protocol/rest/event-message.ts";
import { AggregatorHouse } from "#test/recorder/aggregator/support/aggregator-house.ts";
import { playRecorders } from "../../../../scripts/scale/played-recorders.mjs";

const SOON = { timeout: 30_000, interval: 50 };
/** Twice as many messages are more than an aggregator keeps of what a server tells until it is looked at. */
const CAMERAS = 1200;
const CHANGES_PER_S = 1000;
const CHANGING_MS = 3000;

let house: AggregatorHouse;
let played: Awaited<ReturnType<typeof playRecorders>>;
afterEach(async () => {
  await house?.close();
  played?.close();
});

async function open(servers: number, cameras: number): Promise<void> {
  played = await playRecorders(servers, cameras);
  house = await AggregatorHouse.open({ "servers.allow-loopback": "true" });
  for (let at = 0; at < servers; at += 1) {
    const body = { uri: played.urlOf(at), username: "admin", password: "played" };
    expect((await house.ask("POST", "/service/orchids", { as: "admin", body })).status).toBe(201);
  }
  await expect.poll(async () => (await listed()).length, SOON).toBe(servers * cameras);
}

/** All cameras of all servers, page by page as a page of the client reads them. */
async function listed() {
  const cameras: z.infer<typeof fleetCamera>[] = [];
  let next: string | null = null;
  do {
    const cursor: string = next === null ? "" : `&cursor=${encodeURIComponent(next)}`;
    const answer = await house.ask("GET", `/service/fleet/cameras?limit=1000${cursor}`, { as: "admin" });
    const page = fleetPage.parse(answer.json);
    cameras.push(...page.cameras.map((camera) => fleetCamera.parse(camera)));
    next = page.next;
  } while (next !== null);
  return cameras;
}

it("a server whose cameras are all others at once: pages hear of each that came and went, and find the new ones only", {
  timeout: 90_000,
}, async () => {
  await open(1, CAMERAS);
  const page = await house.events("admin");
  const [server] = played.all;
  const before = server?.cameras.map(({ id }) => id) ?? [];
  server?.replaceAll()();
  const now = server?.cameras.map(({ id }) => id) ?? [];
  const told = (type: string) => new Set(page.messages.flatMap((one) => (one.type === type ? [one.id] : [])));
  await expect.poll(() => before.filter((id) => !told("camera-removed").has(id)).length, SOON).toBe(0);
  await expect.poll(() => now.filter((id) => !told("camera-added").has(id)).length, SOON).toBe(0);
  await expect.poll(async () => (await listed()).map(({ id }) => id).toSorted(), SOON).toEqual(now.toSorted());
  page.close();
});

it("a camera that is found to be gone before its server says so is told to those who saw it", {
  timeout: 60_000,
}, async () => {
  await open(1, 3);
  const [server] = played.all;
  const [orchid] = house.services.servers.list();
  const member = await house.addUser("uma");
  const granted = [{ abilities: ["live"], scope: "list", orchids: [orchid?.id] }];
  const body = { name: "watchers", members: [member], granted };
  expect((await house.ask("POST", "/service/permissions", { as: "admin", body })).status).toBe(201);
  const page = await house.events("uma");
  await Promise.all([...house.services.servers.watched()].map((one) => one.refresh()));
  const before = server?.cameras.map(({ id }) => id) ?? [];
  const tell = server?.replaceAll();
  await Promise.all([...house.services.servers.watched()].map((one) => one.refresh()));
  tell?.();
  const gone = () => page.messages.flatMap(({ type, id }) => (type === "camera-removed" ? [id] : []));
  await expect.poll(() => [...new Set(gone())].toSorted(), SOON).toEqual(before.toSorted());
  const now = server?.cameras.map(({ id }) => id) ?? [];
  const come = () => page.messages.flatMap(({ type, id }) => (type === "camera-added" ? [id] : []));
  await expect.poll(() => [...new Set(come())].toSorted(), SOON).toEqual(now.toSorted());
  page.close();
});

it("a page that opens while cameras change a thousand times a second has each camera once, and each in its last state", {
  timeout: 90_000,
}, async () => {
  await open(4, 250);
  const states = new Map<string, string>();
  const apply = ({ type, id, streamState }: EventMessage): void => {
    if (type === "stream-status" && streamState !== undefined) states.set(id, streamState);
  };
  const beginMs = performance.now();
  let changes = 0;
  const changing = new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const goneMs = performance.now() - beginMs;
      for (; changes < (goneMs / 1000) * CHANGES_PER_S; changes += 1) played.all[changes % 4]?.blink(changes);
      if (goneMs < CHANGING_MS) return;
      clearInterval(timer);
      resolve();
    }, 10);
  });
  const page = await house.events("admin");
  const found = await listed();
  await changing;
  expect(changes).toBeGreaterThan(CHANGES_PER_S);
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  expect(found).toHaveLength(1000);
  for (const { primaryStream } of found) states.set(primaryStream?.id ?? "", primaryStream?.status?.streamState ?? "");
  const last = new Map(played.all.flatMap(({ cameras }) => cameras.map((one) => [one.streamIds[0] ?? "", one.state])));
  // What was told after the page was asked for is newer than what it says.
  await expect
    .poll(() => {
      for (const message of page.messages) apply(message);
      return [...last].filter(([id, state]) => states.get(id) !== state).length;
    }, SOON)
    .toBe(0);
  await expect
    .poll(async () => {
      const rows = await listed();
      return rows.filter((one) => last.get(one.primaryStream?.id ?? "") !== one.primaryStream?.status?.streamState)
        .length;
    }, SOON)
    .toBe(0);
  page.close();
});
