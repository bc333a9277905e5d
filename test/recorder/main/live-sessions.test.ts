import { afterEach, expect, test, vi } from "vitest";
import type { Identity } from "#recorder/main/identity.ts";
import { LiveSessions } from "#recorder/main/live-sessions.ts";
import type { MediaLink } from "#recorder/main/media-link.ts";

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

/** A `media` that says of a session what it is told to say, when it is told to. */
function setUp() {
  const called: string[] = [];
  let say: (answer: unknown) => void = () => undefined;
  const opening = new Promise((resolve) => (say = resolve));
  const call = (name: string): unknown => {
    called.push(name);
    return name === "low-bandwidth.open" ? opening : Promise.resolve({ ok: true, value: null });
  };
  const isSignedIn = () => Promise.resolve(true);
  const live = new LiveSessions({ call } as unknown as MediaLink, Date.now, () => performance.now(), isSignedIn);
  const open = () =>
    live.openLowBandwidth({ streamId: "s", cameraId: "c" }, { format: "fmp4", transport: "websocket", play }, who);
  return { live, called, say, open };
}

afterEach(() => vi.useRealTimers());

test.each([
  ["ready", ""],
  ["failed", "nothing is recorded there"],
])(
  "a low-bandwidth session that is %s within a moment is answered as that, and needs no poll",
  async (state, reason) => {
    const { open, say } = setUp();
    const answer = open();
    say({ ok: true, value: { state, reason } });
    expect(await answer).toMatchObject({ ok: true, value: { state, reason } });
  },
);

test("one that needs longer is answered as pending; the state follows", async () => {
  vi.useFakeTimers();
  const { live, open, say } = setUp();
  const answer = open();
  await vi.advanceTimersByTimeAsync(200);
  const made = await answer;
  if (!made.ok) throw new Error(made.reason);
  expect(made.value.state).toBe("pending");
  say({ ok: true, value: { state: "ready", reason: "" } });
  await vi.waitFor(() => expect(live.get(made.value.id, who)?.state).toBe("ready"));
});

test("what `media` refuses has failed, with its code and reason", async () => {
  const { open, say } = setUp();
  const answer = open();
  say({ ok: false, code: "stream/unknown", reason: "no such stream" });
  expect(await answer).toMatchObject({ value: { state: "failed", reason: "stream/unknown: no such stream" } });
});

const answering = async (name: string) =>
  name === "whep.open" ? { ok: true, value: { answer: "v=0" } } : { ok: true, value: null };

/** Views that were opened with a sign-in that lasts an hour, watched for two. */
async function afterTheHour(userId: string, also: readonly string[]) {
  vi.useFakeTimers();
  const called: string[] = [];
  const call = (name: string) => {
    called.push(name);
    return answering(name);
  };
  const isSignedIn = async (each: string) => also.includes(each);
  const live = new LiveSessions({ call } as unknown as MediaLink, Date.now, () => performance.now(), isSignedIn);
  const session = { hash: "h", handle: "s", expiresMs: Date.now() + 3_600_000 };
  await live.openWhep({ streamId: "s", cameraId: "c" }, "v=0", play, { ...who, userId, session });
  await vi.advanceTimersByTimeAsync(3_500_000);
  const inTime = called.includes("whep.close");
  await vi.advanceTimersByTimeAsync(3_600_000);
  const after = called.includes("whep.close");
  live.stop();
  return { inTime, after };
}

test.each<[string, string, readonly string[], boolean]>([
  ["ends with it", "7", ["8"], true],
  ["goes on when its user has signed in anew", "7", ["7"], false],
  ["of an issuer's user is the issuer's to end", "issuer:sub:anna", [], false],
])("a view whose sign-in expires %s", async (_name, userId, signedIn, ends) => {
  expect(await afterTheHour(userId, signedIn)).toEqual({ inTime: false, after: ends });
});
