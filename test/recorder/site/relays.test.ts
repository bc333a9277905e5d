import { pino } from "pino";
import { expect, it, vi } from "vitest";
import { failure, refuse } from "#domain/failures/failure.ts";
import { Channel, type Port } from "#recorder/ipc/channel.ts";
import type { RelayContract, RelayedContract } from "#recorder/ipc/relay-contract.ts";
import { Relays } from "#recorder/site/relays/relays.ts";

/** Two ends that hear each other. */
function wire() {
  const sides = [0, 1].map(() => ({ messages: new Set<(m: unknown) => void>(), ends: new Set<() => void>() }));
  let isOpen = true;
  const port = (own: number): Port => ({
    get connected() {
      return isOpen;
    },
    on: (event: string, listener: never) =>
      void (event === "message" ? sides[own]?.messages : sides[own]?.ends)?.add(listener),
    off: (_event, listener) => sides[own]?.messages.delete(listener),
    send: (message) => {
      for (const listener of sides[1 - own]?.messages ?? []) queueMicrotask(() => listener(message));
      return true;
    },
  });
  const end = (): void => {
    isOpen = false;
    for (const { ends } of sides) for (const listener of ends) listener();
  };
  return { recorder: port(0), relay: port(1), end };
}

const play = { timeMs: 0, rate: 1, heightPx: 0 };
const rights = { live: true, playback: true };
const whep = { sessionId: "one", streamId: "s", offer: "v=0", play, rights };
const low = { sessionId: "two", streamId: "s", format: "fmp4" as const, play, rights, waitMs: 0, isSynced: true };

function house() {
  const own: string[] = [];
  const media = {
    rtspPort: 8554,
    call: vi.fn((name: string) => {
      own.push(name);
      return Promise.resolve({ ok: true, value: name === "whep.open" ? { answer: "own" } : null });
    }),
  };
  const closed: string[] = [];
  const gone: string[] = [];
  const relays = new Relays({ media: media as never, isSecure: false, log: pino({ level: "silent" }) });
  relays.listen({
    onClosed: ({ sessionId }) => void closed.push(sessionId),
    onGone: (relayId) => void gone.push(relayId),
    onRtspAsk: async ({ streamId }) => {
      if (streamId === "hidden") return refuse("stream/unknown");
      return { ok: true, value: { isUnmasked: streamId === "bare" } };
    },
    hasStream: (streamId) => streamId === "s",
  });
  const attach = (id: string, serves: boolean) => {
    const { recorder, relay, end } = wire();
    const channel = new Channel<RelayContract, RelayedContract>(relay);
    const asked: string[] = [];
    const answers = (name: string): boolean => asked.push(name) > 0 && serves;
    channel.serve("whep.open", (ask) =>
      answers(`whep ${JSON.stringify(ask.rights)}`)
        ? { ok: true, value: { answer: id } }
        : refuse("stream/not-running", { cause: failure("stream/no-picture") }),
    );
    channel.serve("low-bandwidth.open", (ask) =>
      answers(`low ${ask.key.length}`)
        ? { ok: true, value: { state: "ready", failure: null } }
        : refuse("stream/not-running", { cause: failure("stream/no-picture") }),
    );
    for (const name of ["whep.close", "low-bandwidth.close", "rtsp.close"] as const)
      channel.serve(name, ({ sessionId }) => {
        asked.push(`${name} ${sessionId}`);
        return { ok: true, value: null };
      });
    relays.attach(recorder, { id, address: `https://${id}.example` }, end);
    return { channel, asked, end };
  };
  return { relays, own, closed, gone, attach };
}

it("only live pictures as they are, of viewers who agree, are opened at a relay", async () => {
  const { relays, own, attach } = house();
  const { asked } = attach("a", true);
  for (const ask of [
    whep,
    { ...whep, avoid: ["a"] },
    { ...whep, avoid: [], play: { ...play, timeMs: 5 } },
    { ...whep, avoid: [], rights: { ...rights, isUnmasked: true as const } },
    { ...whep, avoid: [], rights: { ...rights, views: ["v"] } },
  ])
    expect(await relays.call("whep.open", ask)).toMatchObject({ value: { answer: "own" } });
  await relays.call("low-bandwidth.open", { ...low, format: "jpeg", avoid: [] });
  expect(asked).toEqual([]);
  expect(own).toHaveLength(6);
  // Whatever the account may do: there is nothing but live pictures.
  expect(await relays.call("whep.open", { ...whep, avoid: [] })).toMatchObject({
    value: { answer: "a", relay: { id: "a", socket: "" } },
  });
  const opened = await relays.call("low-bandwidth.open", { ...low, avoid: ["b"] });
  expect(opened.ok && opened.value.relay?.socket).toMatch(
    /^wss:\/\/a\.example\/service\/low-bandwidth\/streams\/two\/ws\?key=[\w-]{43}$/,
  );
  expect(asked).toEqual([`whep {"live":true,"playback":false}`, "low 43"]);
  expect(relays.origins).toEqual(["wss://a.example"]);
});

it("what a relay refuses, the recorder serves; what it serves ends there; and when it goes, its sessions are told", async () => {
  const { relays, own, closed, gone, attach } = house();
  const bad = attach("a", false);
  expect(await relays.call("whep.open", { ...whep, avoid: [] })).toMatchObject({ value: { answer: "own" } });
  bad.end();
  const { asked, end, channel } = attach("b", true);
  await relays.call("whep.open", { ...whep, avoid: [] });
  await relays.call("low-bandwidth.open", { ...low, avoid: [] });
  await relays.call("session.rights", { sessionId: "one", rights });
  await relays.call("whep.close", { sessionId: "one" });
  expect(asked.at(-1)).toBe("whep.close one");
  expect(own).toEqual(["whep.open"]);
  // A session that it does not have is not its own to end.
  channel.tell("session.closed", { sessionId: "foreign", kind: "whep", why: null });
  channel.tell("load", { share: 0.99 });
  await vi.waitFor(async () =>
    expect(await relays.call("whep.open", { ...whep, sessionId: "x", avoid: [] })).toMatchObject({
      value: { answer: "own" },
    }),
  );
  expect(closed).toEqual([]);
  end();
  expect(closed).toContain("two");
  expect(closed).not.toContain("foreign");
  expect(relays.origins).toEqual([]);
  expect(gone).toEqual(["a", "b"]);
});

it("an RTSP player of a relay is admitted by the recorder, and sees nothing there that needs a right of its own", async () => {
  const { relays, closed, attach } = house();
  const { channel, asked } = attach("a", true);
  const ask = { sessionId: "p", streamId: "s", path: "/x", query: "", authorization: null, address: "192.0.2.1" };
  expect(await channel.call("rtsp.admit", ask)).toEqual({
    ok: true,
    value: { source: { rtspPort: 8554, isSecure: false } },
  });
  await relays.call("rtsp.close", { sessionId: "p" });
  expect(asked).toEqual(["rtsp.close p"]);
  expect(await channel.call("rtsp.admit", { ...ask, streamId: "hidden" })).toMatchObject({ ok: false });
  expect(await channel.call("rtsp.admit", { ...ask, streamId: "bare" })).toMatchObject({
    error: { code: "access/denied" },
  });
  expect(closed).toEqual(["p"]);
});

it("a relay that lies takes no session of another relay's, and ends none", async () => {
  const { relays, closed, attach } = house();
  const honest = attach("a", true);
  await relays.call("low-bandwidth.open", { ...low, avoid: [] });
  const liar = attach("b", true);
  const ask = { sessionId: "two", streamId: "s", path: "/x", query: "", authorization: null, address: "192.0.2.1" };
  for (const streamId of ["s", "bare"])
    expect(await liar.channel.call("rtsp.admit", { ...ask, streamId })).toMatchObject({
      error: { code: "access/denied" },
    });
  liar.channel.tell("session.closed", { sessionId: "two", kind: "low-bandwidth", why: null });
  await relays.call("low-bandwidth.close", { sessionId: "two" });
  expect([honest.asked.at(-1), closed]).toEqual(["low-bandwidth.close two", []]);
});

it("a relay that comes again takes the place of its old link", async () => {
  const { relays, closed, attach } = house();
  attach("a", true);
  await relays.call("low-bandwidth.open", { ...low, avoid: [] });
  attach("a", true);
  expect(closed).toEqual(["two"]);
  expect(relays.count).toBe(1);
});

it("a relay of several recorders learns which of them has a stream, and is full for all of them at once", async () => {
  const [one, other] = [house(), house()];
  const links = [one.attach("a", true), other.attach("a", true)];
  const known = (streamId: string) => links[0]?.channel.call("stream.known", { streamId });
  expect(await known("s")).toEqual({ ok: true, value: { isKnown: true } });
  expect(await known("t")).toEqual({ ok: true, value: { isKnown: false } });
  // Both name it for the stream, and neither does once it has told both that it has no room.
  const named = async () =>
    Promise.all([one, other].map(({ relays }) => relays.call("whep.open", { ...whep, avoid: [] })));
  expect(await named()).toMatchObject([{ value: { answer: "a" } }, { value: { answer: "a" } }]);
  for (const { channel } of links) channel.tell("load", { share: 0.9 });
  await vi.waitFor(async () =>
    expect(await named()).toMatchObject([{ value: { answer: "own" } }, { value: { answer: "own" } }]),
  );
});
