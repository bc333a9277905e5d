/**
 * A thousand flaps of the network with fake time: no page gives up because of them, and missed changes are present
 * after 1 s.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCameraActions } from "#actions/cameras/camera-actions.ts";
import { createServerActions } from "#actions/session/server-actions.ts";
import { createSessionActions } from "#actions/session/session-actions.ts";
import { bindLiveEvents } from "#app/bindings/live-events.ts";
import { bindPageDeath } from "#app/bindings/page-death.ts";
import { storeUntil } from "#app/store-until.ts";
import { Emitter } from "#base/emitter.ts";
import { session as sessionOnTheWire } from "#protocol/rest/accounts/session.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createHealthStore } from "#state/health-store.ts";
import { createStandingStore } from "#state/standing-store.ts";
import { createSessionStore } from "#state/session-store.ts";
import { HttpClient } from "#transport/http.ts";
import { aboutFacts as about } from "#test/support/client/about-facts.ts";
import { me } from "#test/support/client/anna.ts";
import { SilentSocket } from "#test/support/machine/silent-socket.ts";

const FLAPS = 1_000;
const CONVERGES_MS = 1_000;
/** what the recorder says of Anna's rights, as the page keeps it */
const SCOPE = sessionOnTheWire.parse(me).scope ?? null;

/** One recorder and the network in front of it. Answers need `latencyMs`; nothing passes while the network is down. */
class World {
  up = true;
  latencyMs = 20;
  /** the recorder knows to whom the bearer token belongs */
  sessionLives = true;
  cameraName = "before";
  readonly sockets = new Set<FakeSocket>();

  readonly fetch: typeof fetch = async (input) => {
    const path = new URL(new Request(input).url).pathname;
    await this.#travel();
    const json = (value: unknown): Response => new Response(JSON.stringify(value));
    switch (path) {
      case "/ping":
        return new Response("pong");
      case "/service/sessions/me":
        if (!this.sessionLives) return new Response("{}", { status: 401 });
        return json(me);
      case "/service/cameras":
        return json({ cameras: [{ id: "1", name: this.cameraName, primaryStream: null, streams: [] }] });
      default:
        return new Response("{}", { status: 404 });
    }
  };

  async #travel(): Promise<void> {
    const start = this.up;
    await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
    if (!start || !this.up) throw new TypeError("network");
  }

  cut(): void {
    this.up = false;
    for (const socket of this.sockets) socket.fail();
  }
}

let world: World;
class FakeSocket extends SilentSocket {
  constructor() {
    super();
    world.sockets.add(this);
    setTimeout(() => {
      if (this.readyState !== 0) return;
      if (!world.up) return this.fail();
      this.open();
    }, world.latencyMs);
  }
  fail(code = 1006): void {
    if (this.readyState === 3) return;
    world.sockets.delete(this);
    this.end(code);
  }
  override close(): void {
    this.fail();
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance", "Date"] });
  vi.stubGlobal("WebSocket", FakeSocket);
  world = new World();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function start({ singlePlayer = false, greeting = "" } = {}) {
  const session = createSessionStore(singlePlayer);
  const health = createHealthStore();
  const cameras = createCameraStore();
  const dialogs = createDialogStore();
  const standing = createStandingStore();
  const end = new AbortController();
  session.change((facts) => {
    facts.about = { ...about, greeting } as typeof facts.about;
    facts.phase = "signed-in";
    facts.user = { userId: "7", username: "anna", role: "Viewer", admin: false, scope: SCOPE };
  });
  const http = new HttpClient({
    origin: "http://rec",
    token: () => "t",
    onUnauthorized: () => undefined,
    fetch: world.fetch,
  });
  const own = new HttpClient({
    origin: "http://rec",
    token: () => "t",
    onUnauthorized: () => undefined,
    signal: end.signal,
    fetch: world.fetch,
  });
  const deaths: string[] = [];
  const refusals: number[] = [];
  health.subscribe(({ death }) => death !== "alive" && deaths.push(death));
  bindPageDeath(health, () => false);
  const stores = { session, health: storeUntil(health, end.signal), standing, dialogs };
  const close = bindLiveEvents({
    stores,
    http: own,
    events: new Emitter(),
    session: createSessionActions({ http, store: session }),
    cameras: createCameraActions({ http: own, cameras, session }),
    server: createServerActions({ http: own, ...stores }),
    reload: () => deaths.push("reload"),
    changes: { mayDiffer: () => true },
    socketUrl: (path) => `ws://rec${path}`,
    onRefused: () => refusals.push(performance.now()),
  });
  session.subscribe(({ phase }) => {
    if (phase !== "signed-out") return;
    end.abort();
    close();
  });
  const shownName = (): string | undefined => cameras.get().byKey["1/1"]?.name;
  return { health, standing, session, dialogs, deaths, refusals, shownName };
}

/** Random numbers in [0, 1), the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test(`${FLAPS} flaps shorter than 10 s: no false death, and the list is right 1 s after each`, async () => {
  const { health, standing, deaths, shownName } = start();
  const random = seeded(7);
  await vi.advanceTimersByTimeAsync(2_000);
  let longestMs = 0;
  for (let flap = 0; flap < FLAPS; flap += 1) {
    world.cut();
    // Every tenth flap has the maximum length.
    await vi.advanceTimersByTimeAsync(flap % 10 === 0 ? 9_990 : random() * 9_990);
    world.cameraName = `name ${flap}`;
    world.up = true;
    const restoredAtMs = performance.now();
    while (shownName() !== world.cameraName && performance.now() - restoredAtMs < 5_000)
      await vi.advanceTimersByTimeAsync(20);
    longestMs = Math.max(longestMs, performance.now() - restoredAtMs);
    expect(deaths, `flap ${flap}`).toEqual([]);
    await vi.advanceTimersByTimeAsync(random() * 3_000);
  }
  expect(longestMs).toBeLessThanOrEqual(CONVERGES_MS);
  expect(health.get().death).toBe("alive");
  expect(standing.get().eventsConnected).toBe(true);
}, 120_000);

test("a break of more than 10 s kills: Reload, 3 s after it was found", async () => {
  const { health } = start();
  await vi.advanceTimersByTimeAsync(2_000);
  world.cut();
  await vi.advanceTimersByTimeAsync(9_900);
  expect(health.get().death).toBe("alive");
  await vi.advanceTimersByTimeAsync(2_400);
  expect(health.get()).toMatchObject({ death: "dying", deathCause: "server" });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(health.get().death).toBe("destroyed");
});

/** From now on no event socket opens, although the server answers everything else. */
function refuseSockets(code: number): void {
  vi.stubGlobal(
    "WebSocket",
    class extends FakeSocket {
      constructor() {
        super();
        this.fail();
      }
    },
  );
  for (const socket of world.sockets) socket.fail(code);
}

test("the event socket alone stays away, the server still answers: dead of the socket", async () => {
  const { health } = start();
  await vi.advanceTimersByTimeAsync(2_000);
  refuseSockets(1006);
  await vi.advanceTimersByTimeAsync(13_000);
  expect(health.get()).toMatchObject({ death: "dying", deathCause: "socket" });
});

test("no websocket ever came through, the server answers: a proxy is named", async () => {
  refuseSockets(1006);
  const { health } = start();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(health.get()).toMatchObject({ death: "dying", deathCause: "noSockets" });
});

test("a user who signs out while the server is being pinged sees no Reload screen", async () => {
  const { health, session } = start();
  await vi.advanceTimersByTimeAsync(2_000);
  refuseSockets(1006);
  await vi.advanceTimersByTimeAsync(11_900);
  world.latencyMs = 3_000;
  await vi.advanceTimersByTimeAsync(200);
  session.change((facts) => {
    facts.phase = "signed-out";
    facts.user = null;
  });
  world.up = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(health.get().death).toBe("alive");
});

test("a socket that closes because the session has ended says so at once, and ends in a sign-out instead of the Reload screen", async () => {
  const { health, session, refusals } = start();
  await vi.advanceTimersByTimeAsync(2_000);
  world.sessionLives = false;
  refuseSockets(4401);
  await vi.advanceTimersByTimeAsync(100);
  expect(refusals).toHaveLength(1);
  expect(session.get().phase).toBe("signed-in");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(refusals).toHaveLength(1);
  expect(health.get().death).toBe("alive");
  expect(session.get().phase).toBe("signed-out");
});

test.each([
  [false, [{ kind: "greeting", text: "Welcome" }]],
  [true, []],
])("the greeting greets who signs in, and no embedded page (%s)", (singlePlayer, greeted) => {
  vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: () => undefined });
  const { dialogs } = start({ singlePlayer, greeting: "Welcome" });
  expect(dialogs.get().queue).toEqual(greeted);
});
