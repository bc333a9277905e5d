import { afterAll, beforeAll, expect, it } from "vitest";
import { RtspClient } from "#recorder/ingest/sources/rtsp-client.ts";
import { defaultTiming } from "#recorder/ingest/stream-session.ts";
import { WhepClient } from "../viewing/support/whep-client.ts";
import { builtRecorder } from "./built-recorder.ts";
import { basic, ended, RelayHouse, type RelayProcess } from "./relay-house.ts";

const SOON = { timeout: 20_000, interval: 20 };
let tested: Awaited<ReturnType<typeof builtRecorder>>;
let house: RelayHouse;
let relay: RelayProcess;

beforeAll(async () => {
  tested = await builtRecorder();
  house = await RelayHouse.open(tested.built, 2);
  relay = await house.relay();
}, 120_000);
afterAll(async () => {
  await house?.close();
  tested?.remove();
});

const target = (port: number, streamId: string, username: string, password: string) => ({
  url: `rtsp://127.0.0.1:${port}/service/streams/${streamId}/live`,
  username,
  password,
  transport: "tcp" as const,
});
const rtspSink = (pictures: { count: number }) => ({
  config() {},
  video: () => (pictures.count += 1),
  audio() {},
  jumped() {},
  received() {},
  ended() {},
});

it("a viewer gets from the relay the pictures that the recorder has, with the very dates of the recorder", {
  timeout: 60_000,
}, async () => {
  const [streamId = ""] = house.streams;
  const near = await house.open(streamId);
  expect(near.relay).toBeUndefined();
  const far = await house.open(streamId, []);
  expect(far).toMatchObject({ state: "ready" });
  expect(far.socket.startsWith(relay.url.replace("http", "ws"))).toBe(true);
  const viewers = [house.view(near), house.view(far)] as const;
  await expect.poll(() => Math.min(...viewers.map(({ wallMs }) => wallMs.length)), SOON).toBeGreaterThan(60);
  for (const viewer of viewers) viewer.close();
  await house.send("DELETE", `/service/low-bandwidth/streams/${far.id}`);
  await expect.poll(() => house.figures(relay), SOON).toMatchObject({ viewers: 0 });
  const [own, relayed] = viewers.map(({ wallMs }) => wallMs.map((ms) => Math.round(ms))) as [number[], number[]];
  const from = Math.max(own[0] ?? 0, relayed[0] ?? 0);
  const until = Math.min(own.at(-1) ?? 0, relayed.at(-1) ?? 0);
  const within = (dates: number[]) => dates.filter((ms) => ms >= from && ms <= until);
  expect(within(relayed).length).toBeGreaterThan(40);
  for (const ms of within(relayed)) expect(own.some((one) => Math.abs(one - ms) <= 1)).toBe(true);
});

it("any number of viewers by all ways are one reader at the recorder, which goes after the last of them", {
  timeout: 90_000,
}, async () => {
  const [, streamId = ""] = house.streams;
  const viewers = [];
  for (let count = 0; count < 3; count += 1) viewers.push(house.view(await house.open(streamId, [])));
  const whep = new WhepClient(null);
  const answer = await fetch(`${house.url}/service/streams/${streamId}/whep?avoid=`, {
    method: "POST",
    headers: { authorization: house.admin, "content-type": "application/sdp" },
    body: await whep.offer(),
  });
  expect(answer.status).toBe(201);
  expect(answer.headers.get("x-relay")).toMatch(/^[0-9a-f]{12}$/);
  whep.answer(await answer.text());
  const pictures = { count: 0 };
  const [name = "", password = ""] = Buffer.from(house.admin.slice(6), "base64").toString().split(":");
  const way = target(relay.rtspPort, streamId, name, password);
  const player = await RtspClient.open(way, rtspSink(pictures), defaultTiming, new AbortController().signal);
  await expect.poll(() => Math.min(pictures.count, whep.video.units.length), SOON).toBeGreaterThan(20);
  for (const { wallMs } of viewers) expect(wallMs.length).toBeGreaterThan(20);
  expect(await house.figures(relay)).toMatchObject({ viewers: 5 });
  const { streams } = await house.figures(relay);
  expect(streams).toBeLessThanOrEqual(2);
  player.close();
  whep.pc.close();
  for (const viewer of viewers) viewer.close();
  await house.send("DELETE", answer.headers.get("location") ?? "");
  await expect.poll(() => house.figures(relay), { timeout: 60_000 }).toMatchObject({ streams: 0, viewers: 0 });
});

it("what a user may not see, a relay does not show; and it ends with the right, the account or the session", {
  timeout: 60_000,
}, async () => {
  const [streamId = "", other = ""] = house.streams;
  const [cameraId = ""] = house.cameras;
  const user = await house.ask<{ id: string }>("POST", "/service/users", {
    username: "guest",
    password: "a-Long-pass-phrase-7",
    role: "Viewer",
    cameraScopes: house.cameras.map((id) => ({ id, scope: id === cameraId ? ["live"] : [] })),
  });
  const guest = basic("guest", "a-Long-pass-phrase-7");
  const path = "/service/low-bandwidth/streams";
  expect((await house.send("POST", path, { streamId: other, avoid: [] }, guest)).status).toBe(404);
  const open = (username: string, password: string, id = streamId) =>
    RtspClient.open(
      target(relay.rtspPort, id, username, password),
      rtspSink({ count: 0 }),
      defaultTiming,
      new AbortController().signal,
    );
  await expect(open("guest", "a-Long-pass-phrase-7", other)).rejects.toThrow();
  await expect(open("guest", "wrong")).rejects.toThrow();
  await expect(open("relay", house.admin)).rejects.toThrow();

  const opened = await house.open(streamId, [], guest);
  const viewer = house.view(opened);
  await expect.poll(() => viewer.wallMs.length, SOON).toBeGreaterThan(5);
  // Its key was for once.
  const again = house.view(opened);
  await expect.poll(() => again.refused, SOON).toBe(404);
  const guessed = house.view({ socket: opened.socket.replace(/key=.*/, "key=guessed-guessed-guessed") });
  await expect.poll(() => guessed.refused, SOON).toBe(404);
  // No recordings here, whatever the account may do at the recorder.
  viewer.send({ op: "play", generation: 2, time: Date.now() - 5000, rate: 1, paused: false, height: 0 });
  expect(viewer.isClosed).toBe(false);
  expect((await house.send("DELETE", `/service/users/${user.id}`)).status).toBeLessThan(300);
  await expect.poll(() => viewer.isClosed, SOON).toBe(true);
});

it("a relay that has not the recorder's token gets no link and no pictures", { timeout: 60_000 }, async () => {
  const stranger = await house.relay("another-secret-of-20-characters");
  await expect.poll(() => /Unexpected server response: 401/.test(house.log), SOON).toBe(true);
  expect(await house.figures(stranger)).toMatchObject({ checks: { recorder: "is not reached" } });
  await ended(stranger.process, "SIGTERM");
});

it("when the relay is killed its viewers are told at once, and get the next relay, or the recorder itself", {
  timeout: 90_000,
}, async () => {
  const [streamId = ""] = house.streams;
  const second = await house.relay();
  const pictures = async () => {
    const opened = await house.open(streamId, []);
    const viewer = house.view(opened);
    await expect.poll(() => viewer.wallMs.length, SOON).toBeGreaterThan(5);
    return { at: new URL(opened.socket, house.url.replace("http", "ws")).origin, viewer, relay: opened.relay };
  };
  // A relay that is busy at the moment takes nobody: its viewers get the recorder until it has room.
  const relayed = async () => {
    let shown = await pictures();
    const isByRelay = async () => {
      if (shown.relay !== undefined) return true;
      shown.viewer.close();
      shown = await pictures();
      return false;
    };
    await expect.poll(isByRelay, SOON).toBe(true);
    return shown;
  };
  const ofRelay = (one: RelayProcess) => one.url.replace("http", "ws");
  const first = await relayed();
  const [chosen, left] = first.at === ofRelay(relay) ? [relay, second] : [second, relay];
  expect(first.at).toBe(ofRelay(chosen));
  await ended(chosen.process, "SIGKILL");
  await expect.poll(() => first.viewer.isClosed, SOON).toBe(true);
  const next = await relayed();
  expect(next.at).toBe(ofRelay(left));
  // A viewer that cannot reach it says so.
  const avoiding = await house.open(streamId, [next.relay ?? ""]);
  expect(avoiding.relay).toBeUndefined();
  await ended(left.process, "SIGKILL");
  await expect.poll(() => next.viewer.isClosed, SOON).toBe(true);
  const last = await pictures();
  expect(last.relay).toBeUndefined();
  last.viewer.close();
});
