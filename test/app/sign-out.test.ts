// @vitest-environment jsdom
/** A sign-out leaves nothing of the user in the tab: the whole page with its stores, with a fake server. */
import { noZoom } from "#domain/first-facts.ts";
import { failure } from "#domain/failures/failure.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Application, compose } from "#app/composition.ts";
import type { Stores } from "#chrome/product.ts";
import { blankPlayer } from "#state/stage/player-store.ts";
import { credentials, me } from "#test/support/client/anna.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { serverFacts } from "#test/support/client/server-facts.ts";
import { SilentSocket } from "#test/support/machine/silent-socket.ts";

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

/** The state of a page after a user has worked with it. */
const used = {
  dialogs: { queue: [{ kind: "export", startMs: 1, stopMs: 2 }] },
  standing: {
    pingAnswers: false,
    eventsConnected: true,
    licenseStatus: "pending_change",
    licenseReason: "license",
    framerate: "critical",
    relief: 2,
    painter: "WebGL 2",
    slow: ["copy"],
    serverLicenses: [{ id: "s", name: "South", status: "degraded", reason: "" }],
    serverClocks: [{ name: "South", offsetMs: 9_000 }],
  },
  session: { signInFailure: failure("session/wrong"), endedWhy: "password" },
  cameras: {
    status: "ready",
    failure: failure("network/no-response"),
    byKey: { "1/1": cameraFacts("1") },
    order: ["1/1"],
  },
  servers: {
    status: "ready",
    failure: failure("network/no-response"),
    byId: { s: serverFacts("s", "South") },
    order: ["s"],
    cameraFailures: { s: failure("orchid/timeout") },
  },
  views: {
    status: "ready",
    failure: failure("network/no-response"),
    list: [
      {
        id: "v",
        name: "Till",
        camera: { id: "1", orchidId: "1" },
        look: { mode: 1, view: { pan: 0, tilt: 45, zoom: 1 }, shift: 0, layout: "single", panoramaZoom: noZoom },
        shared: true,
        editable: true,
        home: true,
      },
    ],
    patrols: [
      {
        id: "p",
        name: "Round",
        camera: { id: "1", orchidId: "1" },
        stops: [{ viewId: "v", dwellS: 5 }],
        glideS: 2,
        shared: true,
        editable: true,
      },
    ],
  },
  stage: {
    stillByLink: true,
    ownerId: "7",
    opening: "kiosk",
    grid: {
      rows: 1,
      columns: 1,
      nextId: 2,
      cells: [
        {
          id: "t1",
          row: 0,
          column: 0,
          rowSpan: 1,
          columnSpan: 1,
          camera: { id: "1", orchidId: "1" },
          forceLbm: false,
          dewarpMode: 0,
        },
      ],
    },
    hoveredTileId: "t1",
    focusedTileId: "t1",
    fullTileId: "t1",
    enlargedTileId: "t1",
    menu: { tileId: "t1", at: null },
    presetsTileId: "t1",
    history: { past: [{ step: "add", grid: { rows: 1, columns: 1, cells: [], nextId: 1 } }], future: [] },
    changed: { step: "add", kind: "done", leftOut: 1 },
    flashed: { tileId: "t1" },
    painted: true,
    area: { widthCss: 800, heightCss: 600, devicePixelRatio: 2 },
    form: "column",
    scrollPx: 120,
    nearTileId: "t1",
    swipePx: 30,
    controlsShown: true,
    drag: { kind: "add", cameras: ["1/1"], point: { x: 0, y: 0 }, target: null },
  },
  groups: {
    status: "ready",
    failure: failure("network/no-response"),
    groups: [{ id: "g", name: "Doors", parentId: null, cameras: [] }],
    openId: "g",
    foldedServers: ["1"],
  },
  savedStages: {
    status: "ready",
    failure: failure("network/no-response"),
    list: [{ id: "a", name: "Mine", shared: false, shadowName: null, shadowShared: null, ownerId: "7", matrix: [] }],
    notShown: failure("stage/gone"),
    cycle: { speed: 5, currentStage: "a", excludeFromCycle: { a: true } },
    ownerId: "7",
  },
  panel: { tab: "stages", sheetOpen: true },
  plugins: { status: "ready", list: [{ rootpath: "maps", name: "Maps", provider: null, extensions: [] }] },
  players: {
    byTile: { t1: blankPlayer("t1") },
    lenses: { "1/1": null },
    movedCircles: ["1/1"],
    wall: { presentsPerSecond: 60, shownPerSecond: 20, duePerSecond: 20, painter: "" },
  },
  unlinked: {
    byTile: {
      t1: {
        state: { paused: true, timeMs: 5, speed: 1, fineTime: null, mode: "playback", selectionMode: false },
        atMs: 5,
        target: { timeMs: 5, rate: 1, paused: true, draft: null, epoch: 1 },
        stepping: true,
      },
    },
  },
  timeline: {
    state: {
      paused: true,
      timeMs: 5,
      speed: -4,
      fineTime: { startMs: 1, stopMs: 9 },
      mode: "playback",
      selectionMode: true,
    },
    atMs: 5,
    target: { timeMs: 5, rate: -4, paused: true, draft: { withinMs: 500 }, epoch: 8 },
    msPerPx: 30,
    headShare: 0.5,
    centreMs: 5,
    glides: false,
    rangeOffered: true,
    shownSecond: 5,
    hoverShare: 0.5,
    hoverPx: 30,
    laneScrollPx: 12,
    scrubbing: true,
    stepping: true,
    zone: "server",
    serverZone: "Asia/Tokyo",
    lanes: "selected",
    rect: { x: 0, y: 500, width: 800, height: 100 },
    marks: [
      {
        kind: "bookmark",
        id: "b",
        streamId: null,
        startMs: 5,
        stopMs: 5,
        text: "thief",
        createdBy: "anna",
        removable: true,
      },
    ],
  },
} satisfies Partial<{ [Name in keyof Stores]: Partial<ReturnType<Stores[Name]["get"]>> }>;

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
