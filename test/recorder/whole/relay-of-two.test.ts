import { afterAll, beforeAll, expect, it } from "vitest";
import { RtspClient } from "#recorder/ingest/sources/rtsp-client.ts";
import { defaultTiming } from "#recorder/ingest/stream-session.ts";
import { builtRecorder } from "./built-recorder.ts";
import { RelayHouse, type RelayProcess } from "./relay-house.ts";

const SOON = { timeout: 20_000, interval: 20 };
let tested: Awaited<ReturnType<typeof builtRecorder>>;
let houses: readonly [RelayHouse, RelayHouse];
let relay: RelayProcess;

beforeAll(async () => {
  tested = await builtRecorder();
  houses = [await RelayHouse.open(tested.built, 1), await RelayHouse.open(tested.built, 1)];
  relay = await houses[0].relay(undefined, 0, [houses[1]]);
}, 120_000);
afterAll(async () => {
  for (const house of houses ?? []) await house.close();
  tested?.remove();
});

const socketOrigin = () => relay.url.replace("http", "ws");
const readiness = async () =>
  (await (await fetch(`${relay.url}/readyz`)).json()) as { checks: { recorder: string }; viewers: number };

/** Plays one stream of this recorder at the relay, as the recorder's own administrator. */
async function play(
  house: RelayHouse,
  streamId = house.streams[0] ?? "",
): Promise<{ count: number; close: () => void }> {
  const [username = "", password = ""] = Buffer.from(house.admin.slice(6), "base64").toString().split(":");
  const url = `rtsp://127.0.0.1:${relay.rtspPort}/service/streams/${streamId}/live`;
  const pictures = { count: 0, close: () => {} };
  const sink = { config() {}, video: () => (pictures.count += 1), audio() {}, jumped() {}, received() {}, ended() {} };
  const way = { url, username, password, transport: "tcp" as const };
  const player = await RtspClient.open(way, sink, defaultTiming, new AbortController().signal);
  pictures.close = () => player.close();
  return pictures;
}

it("one relay shows the cameras of two recorders, each to the viewers that its recorder admits", {
  timeout: 60_000,
}, async () => {
  const viewers: ReturnType<RelayHouse["view"]>[] = [];
  for (const house of houses) {
    const opened = await house.open(house.streams[0] ?? "", []);
    expect(opened.socket.startsWith(socketOrigin())).toBe(true);
    viewers.push(house.view(opened));
  }
  const players = [await play(houses[0]), await play(houses[1])];
  await expect.poll(() => Math.min(...viewers.map(({ wallMs }) => wallMs.length)), SOON).toBeGreaterThan(10);
  await expect.poll(() => Math.min(...players.map(({ count }) => count)), SOON).toBeGreaterThan(10);
  expect(await readiness()).toMatchObject({ checks: { recorder: "ok" }, streams: 2, viewers: 4 });
  const figures = ["relay_links", "relay_streams", "relay_viewers"].map((name) => houses[0].figure(relay, name));
  expect(await Promise.all(figures)).toEqual([2, 2, 4]);
  expect(await houses[0].figure(relay, "relay_links", "another-token-1234567890")).toBeNull();
  // The other one's password is never asked about: there it would count as a wrong one.
  for (const house of houses) {
    const refused = "/service/audit?action=sign-in-refused";
    expect((await house.ask<{ entries: unknown[] }>("GET", refused)).entries).toEqual([]);
  }
  await expect(play(houses[0], `${houses[0].streams[0]}x`)).rejects.toThrow(/404/);
  for (const player of players) player.close();
  await expect.poll(readiness, SOON).toMatchObject({ viewers: 2 });
  for (const viewer of viewers) viewer.close();
});

it("one of the recorders is killed: its viewers are told, those of the other see on, and the relay stays ready", {
  timeout: 60_000,
}, async () => {
  const [lost, left] = houses;
  const [mine, theirs] = [
    left.view(await left.open(left.streams[0] ?? "", [])),
    lost.view(await lost.open(lost.streams[0] ?? "", [])),
  ];
  await expect.poll(() => Math.min(mine.wallMs.length, theirs.wallMs.length), SOON).toBeGreaterThan(5);
  await lost.killRecorder();
  await expect.poll(() => theirs.isClosed, SOON).toBe(true);
  const before = mine.wallMs.length;
  await expect.poll(() => mine.wallMs.length, SOON).toBeGreaterThan(before + 15);
  expect(mine.isClosed).toBe(false);
  expect((await fetch(`${relay.url}/readyz`)).status).toBe(200);
  expect((await readiness()).checks.recorder).toBe(`ok, but not reached: ${lost.url}`);
  const again = await left.open(left.streams[0] ?? "", []);
  expect(again.socket.startsWith(socketOrigin())).toBe(true);
});
