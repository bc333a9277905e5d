import { createSocket } from "node:dgram";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { StreamTaps } from "#recorder/viewing/transcoding/stream-tap.ts";
import { Transcoders } from "#recorder/viewing/transcoding/transcoders.ts";
import { WhepSessions } from "#recorder/viewing/whep/whep-sessions.ts";
import { audioConfigOf } from "#recorder/formats/codec-config.ts";
import { encodeScene } from "#test/recorder/viewing/support/encoded-scene.ts";
import { g711 } from "#test/recorder/recording/synthetic-camera.ts";
import { collected } from "#test/support/collected.ts";
import { eventually } from "#test/support/eventually.ts";
import { MAY_ALL } from "#test/support/view-rights.ts";
import type { WhepClient } from "#test/recorder/viewing/support/whep-client.ts";
import { openWhepRig, START, type WhepRig } from "#test/recorder/viewing/support/whep-rig.ts";
import { range } from "#test/recorder/viewing/support/range.ts";

let rig: WhepRig;
beforeAll(async () => {
  rig = await openWhepRig();
}, 30_000);
afterEach(() => rig.closeClients());
afterAll(() => rig.close());

const delta = (a: number, b: number): number => (b - a) | 0;

function freeUdpPort(): Promise<number> {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    socket.bind(0, "127.0.0.1", () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}

describe("live", () => {
  it.each([
    ["the recorder ends", (id: string) => void rig.sessions.close(id)],
    ["its viewer leaves", (_id: string, client: WhepClient) => client.pc.close()],
  ])("keeps nothing of a session that %s", async (_name, end) => {
    for (const unit of rig.scene.slice(0, 22)) rig.feed.put(unit);
    const begin = async (): Promise<WeakRef<object>> => {
      const client = await rig.watch("over");
      await eventually(() => client.video.units.length > 0, "pictures");
      const session = rig.sessions.find("over");
      if (!session) throw new Error("no session");
      end("over", client);
      return new WeakRef(session);
    };
    const session = await begin();
    await eventually(() => rig.sessions.find("over") === null, "its end");
    await collected(session, "the session");
    rig.ended.splice(0);
  });

  it("shows the newest picture at once, then each as it comes, and sends the group again when one was lost", async () => {
    rig.feed.audio = audioConfigOf({ codec: "pcmu", sampleRate: 8000, channels: 1 });
    for (const unit of rig.scene.slice(0, 22)) rig.feed.put(unit);
    const askedAt = performance.now();
    const client = await rig.watch("live", { audio: "pcmu" });
    await eventually(() => client.video.units.length === 7, "group of pictures");
    expect(performance.now() - askedAt).toBeLessThan(1500);
    for (const unit of rig.scene.slice(22, 26)) {
      rig.feed.put(unit);
      const after = client.video.units.length;
      await eventually(() => client.video.units.length > after, "the picture that was put");
    }
    for (const unit of g711(START, 5)) rig.feed.putAudio(unit);
    await eventually(() => client.video.units.length === 11, "following pictures");
    expect(client.numbers()).toEqual(range(15, 25));
    const steps = client.video.units
      .slice(1)
      .map((unit, i) => delta(client.video.units[i]?.rtpTime ?? 0, unit.rtpTime));
    expect(steps).toEqual([90, 90, 90, 90, 90, 90, 6000, 6000, 6000, 6000]);
    await eventually(() => client.sound.length === 5, "sound");
    expect(client.sound.slice(1).map((one, i) => delta(client.sound[i]?.rtpTime ?? 0, one.rtpTime))).toEqual([
      160, 160, 160, 160,
    ]);
    expect(client.sound[0]?.payload).toEqual(Buffer.alloc(160, 0));

    await eventually(() => client.statuses.some(({ state }) => state === "live"), "status");
    await eventually(() => {
      const { time, rtpTime } = client.statuses.at(-1) ?? { time: 0, rtpTime: 0 };
      return time === rig.scene[25]?.wallMs && rtpTime === client.video.units[10]?.rtpTime;
    }, "server time of the newest picture's RTP time");

    client.losePicture();
    client.losePicture();
    await eventually(() => client.video.units.length === 22, "the group again");
    expect(client.numbers(11)).toEqual(range(15, 25));
    for (const unit of rig.scene.slice(26, 28)) rig.feed.put(unit);
    await eventually(() => client.video.units.length === 24, "and further");
    expect(client.numbers(11)).toEqual(range(15, 27));
    expect(rig.sessions.find("live")?.replays).toBe(1);

    await client.control({ op: "pause" });
    await eventually(() => client.statuses.at(-1)?.state === "paused", "paused");
    const held = client.video.units.length;
    // A browser without pictures sends picture loss reports: these cause none to be sent.
    client.losePicture();
    for (const unit of rig.scene.slice(28, 40)) rig.feed.put(unit);
    await client.control({ op: "resume" });
    await eventually(() => client.video.units.length > held, "resumed");
    expect(client.numbers(held).at(0)).toBe(30);
    expect(rig.sessions.find("live")?.replays).toBe(1);
    rig.sessions.close("live");
    expect(rig.feed.takers.size).toBe(0);
  });

  it("sends key frames only, seconds apart, while nothing moves, and the whole group at once when something does", async () => {
    for (const unit of rig.scene.slice(0, 22)) rig.feed.put(unit);
    const client = await rig.watch("still");
    await eventually(() => client.video.units.length === 7, "group of pictures");
    await client.control({ op: "keys", everyMs: 2000 });
    // The answer to a command that follows it.
    await client.control({ op: "pause" });
    await eventually(() => client.statuses.at(-1)?.state === "paused", "paused");
    await client.control({ op: "resume" });
    await eventually(() => client.video.units.length === 14, "resumed");
    for (const unit of rig.scene.slice(22, 62)) rig.feed.put(unit);
    await eventually(() => client.video.units.length === 16, "the next key frames");
    // A browser that gets few pictures reports them as lost.
    client.losePicture();
    const told = client.statuses.length;
    await eventually(() => client.statuses.length >= told + 2, "the report has arrived");
    for (const unit of rig.scene.slice(62, 80)) rig.feed.put(unit);
    await client.control({ op: "keys", everyMs: 0 });
    await eventually(() => client.video.units.length === 21, "live again");
    for (const unit of rig.scene.slice(80, 82)) rig.feed.put(unit);
    await eventually(() => client.video.units.length === 23, "following pictures");
    expect(client.numbers(14)).toEqual([30, 60, ...range(75, 81)]);
    expect(rig.sessions.find("still")?.replays).toBe(0);
    rig.sessions.close("still");
  });

  it("transcodes a camera whose pictures are reordered", async () => {
    const reordered = encodeScene({ startMs: START, frames: 60, bFrames: 2, gopFrames: 60 });
    for (const unit of reordered.slice(0, 40)) rig.reordering.put(unit);
    const client = await rig.watch("reordering", { streamId: "reordering" });
    await eventually(() => rig.reordering.takers.size > 0, "transcoder");
    for (const unit of reordered.slice(40)) rig.reordering.put(unit);
    await eventually(() => client.video.units.length >= 15, "pictures");
    const numbers = client.numbers();
    expect(numbers[0]).toBeGreaterThan(30);
    // The first picture is the newest of the present group; from then on none is missing and none arrives too early.
    expect(numbers.slice(1)).toEqual(range(numbers[1] ?? 0, (numbers[1] ?? 0) + numbers.length - 2));
    rig.sessions.close("reordering");
  });

  it("changes over when it is learned that a camera reorders its pictures", async () => {
    const client = await rig.watch("learned");
    await eventually(() => client.video.units.length > 0, "pictures as they are");
    rig.feed.video = rig.feed.video && { ...rig.feed.video, hasBFrames: true };
    const before = client.video.units.length;
    for (const unit of rig.scene.slice(45, 62)) rig.feed.put(unit);
    await eventually(() => client.video.units.length > before, "pictures");
    for (const unit of rig.scene.slice(62, 70)) rig.feed.put(unit);
    await eventually(
      () => rig.sessions.find("learned") !== null && client.numbers(before).includes(67),
      "transcoded pictures",
    );
    expect(client.numbers(before)[0]).toBeGreaterThanOrEqual(45);
    rig.feed.video = rig.feed.video && { ...rig.feed.video, hasBFrames: false };
    rig.sessions.close("learned");
    await eventually(() => rig.feed.takers.size === 0, "the transcoder ends");
  });

  it("is cleaned up when the viewer goes away", async () => {
    const client = await rig.watch("gone");
    await eventually(() => client.video.units.length > 0, "pictures");
    expect(rig.sessions.count).toBe(1);
    client.pc.close();
    await eventually(() => rig.sessions.count === 0, "session ends");
    expect(rig.ended.splice(0)).toEqual([expect.stringMatching(/^gone: connection/)]);
    expect(rig.feed.takers.size).toBe(0);
  });

  it("opens and closes many times without leaving anything", async () => {
    for (let i = 0; i < 6; i += 1) {
      const client = await rig.watch(`many${i}`);
      await eventually(() => client.video.units.length > 0, "pictures");
      rig.sessions.close(`many${i}`);
      client.pc.close();
    }
    expect(rig.sessions.count).toBe(0);
    expect(rig.feed.takers.size).toBe(0);
    rig.ended.splice(0);
  });
});

describe("network", () => {
  it("serves all viewers on one port when one is given, and only on the addresses given", async () => {
    const port = await freeUdpPort();
    const shared = new WhepSessions(
      { ...rig.parts, transcoders: new Transcoders(new StreamTaps(rig.parts.analysis)) },
      { ports: { first: port, last: port }, addresses: ["127.0.0.1", "192.0.2.1"] },
      () => {},
    );
    const seen: WhepClient[] = [];
    for (const id of ["one", "two", "three"]) {
      const client = rig.client();
      seen.push(client);
      const play = { timeMs: 0, rate: 1, heightPx: 0 };
      const answer = await shared.open({
        sessionId: id,
        streamId: "a",
        offer: await client.offer(),
        play,
        rights: MAY_ALL,
      });
      if (!answer.ok) throw new Error(answer.error.code);
      const candidates = answer.value.answer.split("\r\n").filter((line) => line.startsWith("a=candidate:"));
      expect(candidates.map((line) => line.split(" ").slice(4, 6))).toEqual([
        ["127.0.0.1", String(port)],
        ["192.0.2.1", String(port)],
      ]);
      client.answer(answer.value.answer);
    }
    await eventually(() => seen.every((client) => client.video.units.length > 0), "pictures for all");
    shared.closeAll();
  });
});
