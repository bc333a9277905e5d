// @vitest-environment jsdom
/** A sign-out leaves nothing of the user in the tab: the whole page with its stores, with a fake server. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Application, compose } from "#app/composition.ts";
import type { Stores } from "#chrome/product.ts";
import { credentials, me } from "#test/support/client/anna.ts";
import { SilentSocket } from "#test/support/machine/silent-socket.ts";
import { used } from "./used-stores.ts";

let answers: Record<string, unknown>;
let pending = 0;

beforeEach(() => {
  // Fake time, so that the times of two pages can be compared.
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  vi.stubGlobal("WebSocket", SilentSocket);
  answers = {
    "GET /service/about": { edition: "standalone", version: "8.0.0", greeting: "Good morning" },
    "POST /service/sessions/user": me,
    "GET /service/servers/1": {
      id: "1",
      name: "Yard",
      maxPlayerCount: 4,
      discoverableOrchid: { id: "1", uuid: "u", licenseSession: { state: { status: "degraded", reason: "storage" } } },
    },
  };
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const { method, url } = new Request(input, init);
    const { pathname } = new URL(url);
    const answer = answers[`${method} ${pathname}`];
    pending += 1;
    await Promise.resolve();
    pending -= 1;
    // A server at which nobody is signed in, and without any data.
    const status = pathname === "/service/sessions/me" ? 401 : 404;
    return answer === undefined ? new Response("{}", { status }) : new Response(JSON.stringify(answer));
  });
});
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function openPage(): Promise<Application["product"]> {
  const { product } = compose();
  await product().session.start();
  return product;
}
async function signIn(product: Application["product"], lowBandwidth = false): Promise<void> {
  expect((await product().session.signIn(credentials, lowBandwidth)).ok).toBe(true);
  await product().workspace();
  await vi.waitFor(() => expect(product().stores.session.get().server?.name).toBe("Yard"));
}
const kindsIn = ({ dialogs }: Stores): readonly string[] => dialogs.get().queue.map(({ kind }) => kind);

/** Facts that remain after a sign-out, each with the reason. */
const kept: Readonly<Record<string, string>> = {
  "session.signOutFailure": "of the sign-out itself, told on the sign-in page",
  "session.about": "what the server tells everybody",
  "session.aboutFailure": "what the server tells everybody",
  "session.lowBandwidthForced": "this browser's and the address's",
  "session.singlePlayer": "this page's",
  "stage.single": "this page's",
  "session.managePtzPresets": "the address's",
  "health.skewMs": "the server's clock",
  "health.machineAheadMs": "this machine's clock",
  "health.death": "the page's own end",
  "health.deathCause": "the page's own end",
  "health.wasTyping": "the page's own end",
  "health.updateAvailable": "this page is old for everybody",
  "timeline.browserZone": "this browser's",
  "preferences.language": "this browser's",
  "preferences.theme": "this browser's",
  "preferences.timeForm": "this browser's",
  "preferences.panelOpen": "this browser's",
  "preferences.panelLayout": "this browser's",
  "preferences.timelineHeightPx": "this browser's",
  "preferences.panelWidthPx": "this browser's",
  "preferences.navigation": "this browser's",
  "preferences.dewarpMax": "this browser's",
  "preferences.stillStages": "this browser's",
  "preferences.statsOverlay": "the address's",
  "preferences.window": "the window's",
  "single.page": "this page's",
  "single.step": "this page's",
  "single.fault": "this page's",
};

/** Everything in the stores except for numbers that only ever increase. */
function factsOf(stores: Stores): Record<string, Record<string, unknown>> {
  const { grid, ...stage } = stores.stage.get();
  const { target, ...timeline } = stores.timeline.get();
  const all = Object.fromEntries(Object.entries(stores).map(([name, store]) => [name, { ...store.get() }]));
  return {
    ...all,
    stage: { ...stage, grid: { ...grid, nextId: 0 } },
    timeline: { ...timeline, target: { ...target, epoch: 0 } },
  };
}

test("after a sign-out every store is as on a new page, but for what belongs to the page, the browser or the server", async () => {
  const product = await openPage();
  await signIn(product, true);
  const { stores, session } = product();
  for (const [name, facts] of Object.entries(used))
    (stores[name as keyof Stores] as { change(recipe: (draft: object) => void): void }).change((draft) =>
      Object.assign(draft, facts),
    );
  const before = factsOf(stores);

  const fresh = factsOf((await openPage())().stores);
  session.ended();
  await vi.waitFor(() => expect(pending).toBe(0));
  const after = factsOf(product().stores);
  for (const [name, facts] of Object.entries(after)) {
    for (const [fact, value] of Object.entries(facts)) {
      if (`${name}.${fact}` in kept) continue;
      expect(before[name]?.[fact], `${name}.${fact} was used`).not.toEqual(fresh[name]?.[fact]);
      expect(value, `${name}.${fact} is as new`).toEqual(fresh[name]?.[fact]);
    }
  }
});

test("who signs in again in the same tab is greeted and told of the licence again; a reload greets nobody twice", async () => {
  const product = await openPage();
  await signIn(product);
  expect(kindsIn(product().stores)).toEqual(["greeting", "license"]);
  product().session.ended();
  expect(kindsIn(product().stores)).toEqual([]);
  await signIn(product);
  await vi.waitFor(() => expect(kindsIn(product().stores)).toEqual(["greeting", "license"]));

  answers["GET /service/sessions/me"] = me;
  const reloaded = await openPage();
  await reloaded().workspace();
  await vi.waitFor(() => expect(kindsIn(reloaded().stores)).toEqual(["license"]));
});

test("a page that finds nobody signed in greets the next one, also the one that it greeted before", async () => {
  const product = await openPage();
  await signIn(product);
  // The session expired: the page was reloaded and says so.
  const reloaded = await openPage();
  expect(reloaded().stores.session.get().phase).toBe("signed-out");
  await signIn(reloaded);
  expect(kindsIn(reloaded().stores)).toContain("greeting");
});
