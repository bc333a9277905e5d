import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCameraActions } from "#actions/camera-actions.ts";
import { createSessionActions } from "#actions/session-actions.ts";
import { createSinglePlayerActions } from "#actions/single-player-actions.ts";
import { createStageActions } from "#actions/stage-actions.ts";
import { readSinglePlayer } from "#domain/single-player-arguments.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createSessionStore } from "#state/session-store.ts";
import { createSinglePlayerStore } from "#state/single-player-store.ts";
import { createStageStore } from "#state/stage-store.ts";
import { cameraFacts } from "#test/support/camera-facts.ts";
import { HttpClient } from "#transport/http.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const stream = { id: "s1", name: "main", active: true, widthPx: 1280, heightPx: 720, framesPerSecond: 15 };

/** The page of this query, where one camera with the stream s1 is known; when it starts, null = live. */
async function open(query: string, playback: boolean): Promise<{ step: string; startMs: number | null }> {
  const cameras = createCameraStore();
  cameras.change((facts) => {
    const actions = { live: true, playback, ptz: false, export: false };
    facts.byKey["1/1"] = { ...cameraFacts("1"), streams: [stream], actions } as (typeof facts.byKey)[string];
    facts.status = "ready";
  });
  const http = new HttpClient({ origin: "http://recorder", token: () => null, onUnauthorized: () => undefined });
  const session = createSessionStore(true);
  const single = createSinglePlayerStore(readSinglePlayer((name) => new URLSearchParams(query).get(name)));
  const who = createSessionActions({ http, store: session });
  const stage = createStageActions({
    stage: createStageStore(),
    cameras,
    dialogs: createDialogStore(),
    storage: { read: () => null, write: () => true },
    maxPlayerCount: () => null,
    text: () => "",
    log: () => undefined,
  });
  let startMs: number | null = null;
  const list = { ...createCameraActions({ http, cameras, session }), load: () => Promise.resolve() };
  const startAt = (timeMs: number): void => void (startMs = timeMs);
  await createSinglePlayerActions({ http, who, session, cameras, single }).open({ cameras: list, stage, startAt });
  return { step: single.get().step, startMs };
}

test.each([
  ["single-player=s1", true, { step: "playing", startMs: null }],
  ["single-player=s1&start-time=1750000000000", true, { step: "playing", startMs: 1_750_000_000_000 }],
  ["single-player=s1&start-time=1750000000000", false, { step: "playing", startMs: null }],
  ["single-player=s2&start-time=1750000000000", true, { step: "failed", startMs: null }],
])("%s, may play back: %s", async (query, playback, opened) => {
  expect(await open(query, playback)).toEqual(opened);
});
