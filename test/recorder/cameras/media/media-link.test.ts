import { EventEmitter } from "node:events";
import { pino } from "pino";
import { beforeEach, describe, expect, it } from "vitest";
import { ok } from "#base/result.ts";
import { failure, refuse } from "#domain/failures/failure.ts";
import { MediaLink } from "#recorder/cameras/media/media-link.ts";
import { Channel } from "#recorder/ipc/channel.ts";
import type { MainContract } from "#recorder/ipc/main-contract.ts";
import type { MediaContract } from "#recorder/ipc/media-contract.ts";
import { portPair } from "#test/support/machine/port-pair.ts";
import { streamSpec } from "#test/support/stream-spec.ts";
import { MAY_ALL } from "#test/support/view-rights.ts";
import { silentListener } from "./silent-listener.ts";

type Process = Channel<MediaContract, MainContract>;
let link: MediaLink;
let processes: Process[];
/** what each process was asked, and told to have */
let asked: string[];
let gone: string[][];
const streams = ["a", "b", "c", "d"];
const play = { timeMs: 0, rate: 1, heightPx: 0 };

/** A process that does what it is asked. */
function begin(at: number): Process {
  const [mine, theirs] = portPair();
  const channel: Process = new Channel(theirs);
  channel.serve("streams.set", ({ streams: own, elsewhere }) => {
    const others = [...(elsewhere ?? [])].map(([id, place]) => `${id}@${place}`);
    asked.push(`${at} has ${own.map(({ id }) => id).join("")}, not ${others.join(" ")}`);
    for (const { id: streamId } of own) channel.tell("stream.status", { ...STATUS, streamId });
    return ok(null);
  });
  for (const name of ["volumes.set", "bucket.set", "retention.set", "flush", "stream.restart"] as const)
    channel.serve(name, () => (asked.push(`${at} ${name}`), ok(null)));
  for (const name of ["whep.close", "session.rights", "low-bandwidth.close", "rtsp.close"] as const)
    channel.serve(name, ({ sessionId }) => (asked.push(`${at} ${name} ${sessionId}`), ok(null)));
  channel.serve("whep.open", ({ streamId, offer }) =>
    offer === "bad" ? refuse("live/too-many") : (asked.push(`${at} opens ${streamId}`), ok({ answer: "" })),
  );
  link.attach(mine, at);
  return channel;
}

const STATUS = {
  state: "running",
  retryCount: 0,
  lastArchiveWrittenMs: 0,
  trouble: null,
  video: null,
  audio: null,
  bitsPerSecond: 1000,
  framesPerSecond: 15,
  packetsLost: 0,
  packetsReceived: 1,
  frameAgeMs: 0,
  pauseMs: 66,
  archiveAgeMs: 0,
} as const;

beforeEach(async () => {
  [asked, gone] = [[], []];
  link = new MediaLink(pino({ level: "silent" }), 2);
  link.listen({
    ...silentListener,
    onRtspAsk: ({ path }) => Promise.resolve(path === "/no" ? refuse("access/denied") : ok({ isUnmasked: false })),
    onIndexWrite: ({ name, args }) => Promise.resolve({ done: [name, ...args] }),
    onGone: (_, isOf) => gone.push(streams.filter(isOf)),
  });
  await link.setStreams(streams.map((id) => streamSpec(id, "rtsp://192.0.2.1/")));
  processes = [begin(0), begin(1)];
  await expect.poll(() => asked).toEqual(["0 has ac, not b@1 d@1", "1 has bd, not a@0 c@0"]);
  await expect.poll(() => streams.every((id) => link.status(id)?.state === "running")).toBe(true);
  asked = [];
});

describe("two media processes, seen as one", () => {
  it("a call goes to the process of the stream; what a session is told, to the process that has it", async () => {
    const open = (sessionId: string, streamId: string, offer = "") =>
      link.call("whep.open", { sessionId, streamId, offer, play, rights: MAY_ALL });
    await link.call("stream.restart", { streamId: "b" });
    await open("s", "d");
    expect(link.placeOfSession("s")).toBe(1);
    await link.call("session.rights", { sessionId: "s", rights: MAY_ALL });
    await link.call("whep.close", { sessionId: "s" });
    expect(asked).toEqual(["1 stream.restart", "1 opens d", "1 session.rights s", "1 whep.close s"]);
    // Nothing is kept of sessions that are over, or never began.
    await open("t", "d", "bad");
    await open("u", "d");
    processes[1]?.tell("session.closed", { sessionId: "u", kind: "whep", why: null });
    await expect.poll(() => ["s", "t", "u"].map((id) => link.placeOfSession(id))).toEqual([0, 0, 0]);
  });

  it("a player that was let in belongs to the process that asked", async () => {
    const ask = { streamId: "b", query: "", authorization: null, address: "" };
    await processes[1]?.call("rtsp.admit", { ...ask, sessionId: "p", path: "/yes" });
    await processes[1]?.call("rtsp.admit", { ...ask, sessionId: "q", path: "/no" });
    expect([link.placeOfSession("p"), link.placeOfSession("q")]).toEqual([1, 0]);
    await link.call("rtsp.close", { sessionId: "p" });
    expect(asked).toEqual(["1 rtsp.close p"]);
  });

  it("all of them keep to the policy of the cleaner and are flushed; one that cannot makes it fail", async () => {
    expect(await link.call("flush", null)).toEqual(ok(null));
    expect(asked.sort()).toEqual(["0 flush", "1 flush"]);
    link.detach(false, 1);
    expect(await link.call("flush", null)).toMatchObject({ ok: false, error: { code: "media/unavailable" } });
    expect(link.connected).toBe(false);
  });

  it("when one is gone, so are its streams and sessions, and nothing of the others", async () => {
    for (const streamId of ["a", "b"])
      await link.call("whep.open", { sessionId: `of ${streamId}`, streamId, offer: "", play, rights: MAY_ALL });
    link.detach(false, 1);
    expect(streams.map((id) => link.status(id)?.state)).toEqual(["running", "restarting", "running", "restarting"]);
    expect(gone).toEqual([["b", "d"]]);
    asked = [];
    begin(1);
    await expect.poll(() => asked).toEqual(["1 has bd, not a@0 c@0"]);
    expect(link.lives).toBe(3);
  });

  it("a camera that comes goes to the process with less, those that are there stay", async () => {
    await link.setStreams(["c", "b", "d", "e"].map((id) => streamSpec(id, "rtsp://192.0.2.1/")));
    expect(asked.sort()).toEqual(["0 has ce, not b@1 d@1", "1 has bd, not c@0 e@0"]);
  });

  it("a disk is well when both say so, and is told of once", async () => {
    for (const [at, state] of [[0, "ok"], [1, "full"], [0, "ok"]] as const) // biome-ignore format: a table
      processes[at]?.tell("disk.state", { state, reason: "" });
    await expect.poll(() => link.disk.state).toBe("full");
    processes[1]?.tell("disk.state", { state: "ok", reason: "" });
    await expect.poll(() => link.disk.state).toBe("ok");
  });

  it("what one of them has for the index is written, and answered to it", async () => {
    const answer = await processes[1]?.call("index.write", { name: "claimStream", args: ["a", "b"] });
    expect(answer).toEqual(ok({ done: ["claimStream", "a", "b"] }));
  });

  it("what cameras sent in an earlier run places them, until they are heard themselves", async () => {
    link.rememberLoads(new Map(Object.entries({ a: 10, b: 10, c: 10, d: 30 })));
    const again = new MediaLink(pino({ level: "silent" }), 2);
    again.rememberLoads(link.loads());
    await again.setStreams(streams.map((id) => streamSpec(id, "rtsp://192.0.2.1/")));
    link = again;
    asked = [];
    begin(0);
    begin(1);
    // What the first link has heard counts more than what it was told before.
    await expect.poll(() => asked).toEqual(["0 has ac, not b@1 d@1", "1 has bd, not a@0 c@0"]);

    const third = new MediaLink(pino({ level: "silent" }), 2);
    third.rememberLoads(new Map(Object.entries({ a: 10, b: 10, c: 10, d: 30 })));
    await third.setStreams(streams.map((id) => streamSpec(id, "rtsp://192.0.2.1/")));
    link = third;
    asked = [];
    begin(0);
    begin(1);
    await expect.poll(() => asked).toEqual(["0 has d, not a@1 b@1 c@1", "1 has abc, not d@0"]);
  });
});

it("with one process all is its, and it is not told of others", async () => {
  const one = new MediaLink(pino({ level: "silent" }));
  const sent: unknown[] = [];
  one.attach(
    Object.assign(new EventEmitter(), { connected: true, send: (message: unknown) => sent.push(message) > 0 }),
  );
  void one.setStreams([streamSpec("a", "rtsp://192.0.2.1/")]);
  expect(sent.at(-1)).toMatchObject({ name: "streams.set", ask: { streams: [{ id: "a" }] } });
  expect(JSON.stringify(sent)).not.toContain("elsewhere");
  one.detach(false);
  expect(await one.call("flush", null)).toEqual({ ok: false, error: failure("media/unavailable") });
});
