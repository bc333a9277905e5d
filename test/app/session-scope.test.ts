// @vitest-environment jsdom
/** A session ends as a whole: everything that it had open is closed, and late answers for it change nothing. */
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type Application, compose } from "#app/composition.ts";
import { storeUntil } from "#app/store-until.ts";
import { WALL_KEPT_MS } from "#domain/limits/stage.ts";
import { createSessionStore } from "#state/session-store.ts";
import { credentials, me } from "#test/support/client/anna.ts";
import { SilentSocket } from "#test/support/machine/silent-socket.ts";

const CAMERAS = "GET /service/cameras";
const SERVER = "GET /service/servers/1";
const answers: Readonly<Record<string, unknown>> = {
  "GET /service/about": { edition: "standalone", version: "8.0.0" },
  "POST /service/sessions/user": me,
  [SERVER]: { id: "1", name: "Yard", maxPlayerCount: 4 },
  [CAMERAS]: { cameras: [{ id: "1", name: "Gate", primaryStream: null, streams: [] }] },
};

/** Requests that wait until the test releases them, and those that the page has aborted. */
let held: Map<string, () => void>;
let isHeld: (call: string) => boolean;
let givenUp: string[];
let sockets: OpenSocket[];
let workers: QuietWorker[];
const pages: Application[] = [];

class OpenSocket extends SilentSocket {
  closed = false;
  constructor() {
    super();
    sockets.push(this);
  }
  override close(): void {
    this.closed = true;
  }
}
class QuietWorker extends EventTarget {
  readonly told: string[] = [];
  constructor() {
    super();
    workers.push(this);
  }
  postMessage({ type }: { readonly type: string }): void {
    this.told.push(type);
  }
  terminate(): void {}
}

beforeEach(() => {
  held = new Map();
  isHeld = () => false;
  givenUp = [];
  sockets = [];
  workers = [];
  vi.stubGlobal("WebSocket", OpenSocket);
  vi.stubGlobal("Worker", QuietWorker);
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  Object.assign(HTMLCanvasElement.prototype, { transferControlToOffscreen: () => ({}) });
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const { method, url, signal } = new Request(input, init);
    const call = `${method} ${new URL(url).pathname}`;
    if (signal.aborted) throw new DOMException("given up before", "AbortError");
    if (isHeld(call))
      await new Promise<void>((resolve, reject) => {
        held.set(call, resolve);
        signal.addEventListener("abort", () => {
          givenUp.push(call);
          reject(new DOMException("given up", "AbortError"));
        });
      });
    const answer = answers[call];
    return answer === undefined ? new Response("{}", { status: 404 }) : Response.json(answer);
  });
});
afterEach(() => {
  for (const page of pages.splice(0)) page.product().session.ended();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(HTMLCanvasElement.prototype, "transferControlToOffscreen");
});

/** A page to which anna has signed in. */
async function signedIn() {
  const page = compose();
  pages.push(page);
  await page.product().session.start();
  const signIn = async () => {
    expect((await page.product().session.signIn(credentials, false)).ok).toBe(true);
    return page.product().workspace();
  };
  const workspace = await signIn();
  return { page, workspace, signIn };
}

test("each session has stores and verbs of its own; the page's stay", async () => {
  const { page, workspace, signIn } = await signedIn();
  const before = page.product();
  before.stores.panel.change((facts) => void (facts.tab = "stages"));
  let changes = 0;
  page.onProduct(() => (changes += 1));
  before.session.ended();
  expect(page.product().stores.panel.get().tab).toBe("cameras");
  expect(page.product().stores.preferences).toBe(before.stores.preferences);
  expect(await signIn()).not.toBe(workspace);
  expect(changes).toBe(2);
  expect(page.product().visit).toBe(before.visit + 2);
});

test("answers that come after the sign-out are given up, and change nothing of the page or of the next session", async () => {
  isHeld = (call) => call === SERVER || call === CAMERAS;
  const { page, workspace, signIn } = await signedIn();
  const { stores, session } = page.product();
  const loading = workspace.cameras.load();
  await vi.waitFor(() => expect([...held.keys()].sort((a, b) => a.localeCompare(b))).toEqual([CAMERAS, SERVER]));
  session.ended();
  expect(givenUp.toSorted()).toEqual([CAMERAS, SERVER]);
  for (const answer of held.values()) answer();
  await loading;
  expect(stores.session.get()).toMatchObject({ phase: "signed-out", server: null });
  held.clear();
  await workspace.cameras.load();
  expect([...held.keys()], "nothing more is asked for it").toEqual([]);

  isHeld = () => false;
  await (await signIn()).cameras.load();
  expect(page.product().stores.cameras.get().order).toEqual(["1/1"]);
  expect(stores.cameras.get().order, "the former session's are its own").toEqual([]);
});

test("its socket and the wall's worker are closed with it, whether or not the page has taken the stage away", async () => {
  const { page, workspace, signIn } = await signedIn();
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  const element = document.createElement("div");
  const leave = (await workspace.stageHost()).attach(element);
  expect(workers).toHaveLength(1);
  expect(element.querySelector("canvas")).not.toBeNull();
  page.product().session.ended();
  expect(sockets[0]?.closed).toBe(true);
  expect(element.querySelector("canvas")).toBeNull();
  expect(workers[0]?.told).toContain("close");
  expect(page.stageBinding()).toBeNull();
  leave();

  const next = await (await signIn()).stageHost();
  const leaveNext = next.attach(element);
  expect(workers).toHaveLength(2);
  expect(workers[1]?.told).not.toContain("close");
  await vi.waitFor(() => expect(sockets).toHaveLength(2));
  leaveNext();
});

test("the wall goes on while another screen is visited: back within a minute, it is the same one", async () => {
  const { workspace } = await signedIn();
  const host = await workspace.stageHost();
  const [first, second] = [document.createElement("div"), document.createElement("div")];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const leave = host.attach(first);
  const canvas = first.querySelector("canvas");
  leave();
  expect(first.querySelector("canvas")).toBeNull();
  vi.advanceTimersByTime(WALL_KEPT_MS - 1);
  const leaveAgain = host.attach(second);
  expect(second.querySelector("canvas")).toBe(canvas);
  vi.advanceTimersByTime(10 * WALL_KEPT_MS);
  expect(workers).toHaveLength(1);
  expect(workers[0]?.told, "while it is shown it stays").not.toContain("close");
  leaveAgain();
  vi.advanceTimersByTime(WALL_KEPT_MS);
  expect(workers[0]?.told).toContain("close");
  host.attach(first)();
  expect(workers).toHaveLength(2);
});

test("a device with little memory ends the wall at once", async () => {
  Object.defineProperty(navigator, "deviceMemory", { value: 2, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "deviceMemory"));
  const { workspace } = await signedIn();
  (await workspace.stageHost()).attach(document.createElement("div"))();
  expect(workers[0]?.told).toContain("close");
});

test("changes that the recorder reports reach only the screens of their own session", async () => {
  const { page } = await signedIn();
  const heard: string[] = [];
  page.product().events.on("stages", (message) => heard.push(message?.id ?? "missed"));
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  const say = (message: object) =>
    sockets[0]?.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  const tell = (id: string) => say({ type: "layout-added", resource: "stages", id });
  sockets[0]?.open();
  say({ type: "server-session-id", resource: "servers", id: "b", changes: "b.2" });
  tell("9");
  // The greeting is not what the answers before it have said: the page catches up with what it may have missed.
  expect(heard).toEqual(["missed", "9"]);
  page.product().session.ended();
  tell("10");
  expect(heard).toEqual(["missed", "9"]);
});

test("a store seen until a signal is read on after it, but tells nothing and takes nothing", () => {
  const store = createSessionStore(false);
  const end = new AbortController();
  const seen = storeUntil(store, end.signal);
  const heard: string[] = [];
  seen.subscribe(({ phase }) => heard.push(phase));
  const leave = seen.subscribe(({ phase }) => heard.push(`left ${phase}`));
  leave();
  seen.change((facts) => void (facts.phase = "signed-in"));
  end.abort();
  seen.change((facts) => void (facts.phase = "unknown"));
  store.change((facts) => void (facts.phase = "signed-out"));
  seen.subscribe(({ phase }) => heard.push(phase));
  store.change((facts) => void (facts.singlePlayer = true));
  expect(seen.get().phase).toBe("signed-out");
  expect(heard).toEqual(["signed-in"]);
});
