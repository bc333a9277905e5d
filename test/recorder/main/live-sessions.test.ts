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
function setUp(isSignedIn: (userId: string) => Promise<boolean> = () => Promise.resolve(true)) {
  const called: string[] = [];
  let say: (answer: unknown) => void = () => undefined;
  const opening = new Promise((resolve) => (say = resolve));
  const call = (name: string): unknown => {
    called.push(name);
    if (name === "low-bandwidth.open") return opening;
    return Promise.resolve({ ok: true, value: name === "whep.open" ? { answer: "v=0" } : null });
  };
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

/** A view that was opened with a sign-in that lasts an hour, watched for two. */
async function afterTheHour(userId: string, isSignedIn: (userId: string) => Promise<boolean>) {
  vi.useFakeTimers();
  const { live, called } = setUp(isSignedIn);
  const session = { hash: "h", handle: "s", expiresMs: Date.now() + 3_600_000 };
  await live.openWhep({ streamId: "s", cameraId: "c" }, "v=0", play, { ...who, userId, session });
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
