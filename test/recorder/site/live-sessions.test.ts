import { failure, refuse } from "#domain/failures/failure.ts";
import { afterEach, expect, test, vi } from "vitest";
import type { Permission } from "#domain/accounts/access.ts";
import type { Identity } from "#recorder/core/identity.ts";
import { LiveSessions } from "#recorder/site/live-sessions.ts";
import type { MediaLink } from "#recorder/cameras/media/media-link.ts";

const who: Identity = {
  userId: "7",
  username: "wanda",
  role: "Viewer",
  superUser: false,
  scope: { baseScope: ["live"], cameraScopes: [] },
  via: "basic",
  session: null,
};
const play = { timeMs: 0, rate: 1, heightPx: 0 };

/** A replacement for `media` that reports about a session what the test tells it, when the test tells it. */
function setUp(isSignedIn: (userId: string) => Promise<boolean> = () => Promise.resolve(true)) {
  const called: string[] = [];
  let say: (answer: unknown) => void = () => undefined;
  const opening = new Promise((resolve) => (say = resolve));
  const told: unknown[] = [];
  const call = (name: string, ask: unknown): unknown => {
    called.push(name);
    if (name === "session.rights") told.push(ask);
    if (name === "low-bandwidth.open") return opening;
    return Promise.resolve({ ok: true, value: name === "whep.open" ? { answer: "v=0" } : null });
  };
  const onPlayback = vi.fn<(timeMs: number) => void>();
  const live = new LiveSessions({ call } as unknown as MediaLink, Date.now, () => performance.now(), isSignedIn);
  const open = () =>
    live.openLowBandwidth(
      { streamId: "s", cameraId: "c" },
      { format: "fmp4", transport: "websocket", play, waitMs: 2000, isSynced: false, onPlayback },
      who,
    );
  return { live, called, told, onPlayback, say, open };
}

afterEach(() => vi.useRealTimers());

test.each([
  ["ready", null],
  ["failed", failure("archive/not-there")],
] as const)(
  "a low-bandwidth session that is %s within a moment is answered as that, and needs no poll",
  async (state, why) => {
    const { open, say } = setUp();
    const answer = open();
    say({ ok: true, value: { state, failure: why } });
    expect(await answer).toMatchObject({ ok: true, value: { state, failure: why } });
  },
);

test("one that needs longer is answered as pending; the state follows", async () => {
  vi.useFakeTimers();
  const { live, open, say } = setUp();
  const answer = open();
  await vi.advanceTimersByTimeAsync(200);
  const made = await answer;
  if (!made.ok) throw new Error(made.error.code);
  expect(made.value.state).toBe("pending");
  say({ ok: true, value: { state: "ready", failure: null } });
  await vi.waitFor(() => expect(live.get(made.value.id, who)?.state).toBe("ready"));
});

test("what `media` refuses has failed, with its code and reason", async () => {
  const { open, say } = setUp();
  const answer = open();
  const refused = refuse("stream/unknown", { cause: failure("stream/none") });
  say(refused);
  expect(await answer).toMatchObject({
    value: {
      state: "failed",
      failure: { code: "server/answered", params: { code: "stream/unknown" }, cause: refused.error },
    },
  });
});

/** A view that was opened with a sign-in that lasts an hour, watched for two. */
async function afterTheHour(userId: string, isSignedIn: (userId: string) => Promise<boolean>) {
  vi.useFakeTimers();
  const { live, called } = setUp(isSignedIn);
  const session = { hash: "h", handle: "s", expiresMs: Date.now() + 3_600_000 };
  const ask = { offer: "v=0", play, onPlayback: () => undefined };
  await live.openWhep({ streamId: "s", cameraId: "c" }, ask, { ...who, userId, session });
  await vi.advanceTimersByTimeAsync(3_500_000);
  const inTime = called.includes("whep.close");
  await vi.advanceTimersByTimeAsync(3_600_000);
  const after = called.includes("whep.close");
  live.stop();
  return { inTime, after };
}

const only = (signedIn: string) => (userId: string) => Promise.resolve(userId === signedIn);

test.each<[string, string, (userId: string) => Promise<boolean>, boolean]>([
  ["ends with it", "7", only("8"), true],
  ["goes on when its user has signed in anew", "7", only("7"), false],
  ["of an issuer's user is the issuer's to end", "issuer:sub:anna", only("8"), false],
  ["goes on while nobody can say", "7", () => Promise.reject(new Error("the store is away")), false],
])("a view whose sign-in expires %s", async (_name, userId, isSignedIn, ends) => {
  expect(await afterTheHour(userId, isSignedIn)).toEqual({ inTime: false, after: ends });
});

const scoped = (...baseScope: Permission[]): Identity => ({ ...who, scope: { baseScope, cameraScopes: [] } });

test("rights that grow reach a view that is open; one that loses any is closed", async () => {
  const { live, called, told, say, open } = setUp();
  say({ ok: true, value: { state: "ready", failure: null } });
  const opened = await open();
  if (!opened.ok) throw new Error(opened.error.code);
  const { id } = opened.value;
  expect(opened.value.rights).toEqual({ live: true, playback: false });
  live.rescope(scoped("live"), scoped("live", "ptz"));
  expect(told).toEqual([]);
  live.rescope(scoped("live"), scoped("live", "playback"));
  expect(told).toEqual([{ sessionId: id, rights: { live: true, playback: true } }]);
  live.rescope(scoped("live", "playback"), scoped("playback"));
  expect(live.get(id, who)).toBeUndefined();
  expect(called).toContain("low-bandwidth.close");
});

test("rights that grow while a view is being opened are told when it is there", async () => {
  const told: unknown[] = [];
  let answer: (value: unknown) => void = () => undefined;
  const call = (name: string, ask: unknown): unknown => {
    told.push({ name, ask });
    return name === "whep.open" ? new Promise((resolve) => (answer = resolve)) : Promise.resolve({ ok: true });
  };
  const live = new LiveSessions({ call } as unknown as MediaLink, Date.now, () => 0, only("7"));
  const ask = { offer: "v=0", play, onPlayback: () => undefined };
  const opening = live.openWhep({ streamId: "s", cameraId: "c" }, ask, who);
  live.rescope(scoped("live"), scoped("live", "playback"));
  told.splice(0);
  answer({ ok: true, value: { answer: "v=0" } });
  const opened = await opening;
  if (!opened.ok) throw new Error(opened.error.code);
  const rights = { live: true, playback: true };
  expect(told).toEqual([{ name: "session.rights", ask: { sessionId: opened.value.id, rights } }]);
});

test("every recorded time to which a command leads is told: the journal gathers them", async () => {
  vi.useFakeTimers();
  const { live, onPlayback, say, open } = setUp();
  say({ ok: true, value: { state: "ready", failure: null } });
  const opened = await open();
  if (!opened.ok) throw new Error(opened.error.code);
  for (const timeMs of [1000, 2000, 3000]) live.playbackBegun(opened.value.id, timeMs);
  live.playbackBegun("nobody's", 9);
  await vi.advanceTimersByTimeAsync(10_000);
  live.playbackBegun(opened.value.id, 4000);
  expect(onPlayback.mock.calls).toEqual([[1000], [2000], [3000], [4000]]);
  live.stop();
});

test("when a process dies, the sessions end that are of its streams, and no others", async () => {
  const { live, open, say } = setUp();
  say({ ok: true, value: { state: "ready", failure: null } });
  const opened = await open();
  const session = opened.ok ? opened.value : null;
  live.mediaGone((streamId) => streamId === "another");
  expect(session?.state).toBe("ready");
  live.mediaGone((streamId) => streamId === "s");
  expect(session).toMatchObject({ state: "failed", failure: { code: "process/gone" } });
});

test("an RTSP player takes the place of no other session, whatever id its connection is said to have", async () => {
  const { live } = setUp();
  const where = { streamId: "s", cameraId: "c" };
  const opened = await live.openWhep(where, { offer: "v=0", play, onPlayback: () => undefined }, who);
  if (!opened.ok) throw new Error(opened.error.code);
  const { id } = opened.value;
  expect(live.openRtsp(id, where, who, null)).toMatchObject({ ok: false, error: { code: "access/denied" } });
  expect(live.get(id, who)?.kind).toBe("whep");
  expect(live.openRtsp("player", where, who, null).ok).toBe(true);
  expect(live.openRtsp("player", where, who, null).ok).toBe(true);
  expect(live.openRtsp("player", where, { ...who, userId: "8" }, null).ok).toBe(false);
});
