import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCameraActions } from "#actions/cameras/camera-actions.ts";
import { createSessionActions } from "#actions/session/session-actions.ts";
import { createSingleCredentials, createSingleStream } from "#actions/stage/single-player-actions.ts";
import { createStageActions } from "#actions/stage/stage-actions.ts";
import { storeUntil } from "#app/store-until.ts";
import { readSinglePlayer } from "#domain/stage/single-player-arguments.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createSessionStore } from "#state/session-store.ts";
import { createSinglePlayerStore } from "#state/stage/single-player-store.ts";
import { tileRects } from "#state/stage/stage-geometry.ts";
import { createStageStore } from "#state/stage/stage-store.ts";
import { createViewStore } from "#state/stage/view-store.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";
import { HttpClient } from "#transport/http.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const stream = { id: "s1", name: "main", active: true, widthPx: 1280, heightPx: 720, framesPerSecond: 15 };

/**
 * The page with this query, for which one camera with the stream s1 is known. `load`: how its list of cameras is
 * loaded.
 */
function pageOf(query: string, playback: boolean, load: () => Promise<void> = () => Promise.resolve()) {
  const cameras = createCameraStore();
  cameras.change((facts) => {
    const actions = { live: true, playback, ptz: false, export: false };
    facts.byKey["1/1"] = { ...cameraFacts("1"), streams: [stream], actions } as (typeof facts.byKey)[string];
    facts.status = "ready";
  });
  const http = new HttpClient({ origin: "http://recorder", token: () => null, onUnauthorized: () => undefined });
  const session = createSessionStore(true);
  session.change((facts) => void (facts.phase = "signed-in"));
  const single = createSinglePlayerStore(readSinglePlayer((name) => new URLSearchParams(query).get(name)));
  const who = createSessionActions({ http, store: session });
  const stageStore = createStageStore(true);
  const stage = createStageActions({
    stage: stageStore,
    cameras,
    views: createViewStore(),
    dialogs: createDialogStore(),
    storage: { read: () => null, write: () => true },
    maxPlayerCount: () => null,
    text: () => "",
    log: () => undefined,
  });
  const started: number[] = [];
  const list = { ...createCameraActions({ http, cameras, session }), load };
  createSingleCredentials({ who, session, single });
  let end = new AbortController();
  session.subscribe(({ phase }) => {
    if (phase !== "signed-out") return;
    end.abort();
    end = new AbortController();
  });
  const open = () =>
    createSingleStream({ http, session, cameras, single: storeUntil(single, end.signal) }).open({
      cameras: list,
      stage,
      startAt: (timeMs) => started.push(timeMs),
    });
  return {
    single,
    stage: stageStore,
    started,
    open,
    signOut: () => who.ended(),
  };
}

test.each([
  ["single-player=s1", true, "playing", []],
  ["single-player=s1&start-time=1750000000000", true, "playing", [1_750_000_000_000]],
  ["single-player=s1&start-time=1750000000000", false, "playing", []],
  ["single-player=s2&start-time=1750000000000", true, "failed", []],
])("%s, may play back: %s", async (query, playback, step, started) => {
  const page = pageOf(query, playback);
  await page.open();
  expect(page.single.get().step).toBe(step);
  expect(page.started).toEqual(started);
});

test("the page is filled by its one player, which is not in full screen", async () => {
  const { stage, open } = pageOf("single-player=s1", true);
  await open();
  const area = { widthCss: 800, heightCss: 600, devicePixelRatio: 1 };
  stage.change((facts) => void (facts.area = area));
  expect(tileRects(stage.get())).toMatchObject([{ rect: { x: 0, y: 0, width: 800, height: 600 } }]);
  expect(stage.get().fullTileId).toBeNull();
});

test("a session that ends takes the page back to where it waits; the next one opens it again", async () => {
  const { single, open, signOut } = pageOf("single-player=s1", true);
  await open();
  expect(single.get().step).toBe("playing");
  signOut();
  expect(single.get()).toMatchObject({ step: "opening", fault: null });
  await open();
  expect(single.get().step).toBe("playing");
});

test("what was being opened when the session ended neither plays nor fails", async () => {
  let loaded = (): void => undefined;
  const loading = new Promise<void>((resolve) => (loaded = resolve));
  const { single, stage, open, signOut } = pageOf("single-player=s2", true, () => loading);
  const opened = open();
  signOut();
  loaded();
  await opened;
  expect(single.get()).toMatchObject({ step: "opening", fault: null });
  expect(stage.get().grid.cells).toEqual([]);
});
