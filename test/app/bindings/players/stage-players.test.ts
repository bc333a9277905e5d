// @vitest-environment jsdom
/** The stage's players when a camera is removed while it is shown. */
import { afterEach, expect, test, vi } from "vitest";
import type { StageBindingDeps } from "#app/bindings/stage-binding-deps.ts";
import { StagePlayers } from "#app/bindings/players/stage-players.ts";
import { failure } from "#domain/failures/failure.ts";
import { Player } from "#media/player/player.ts";
import type { StageClient } from "#stage/stage-client.ts";
import type { CameraFacts } from "#state/camera-store.ts";
import { blankPlayer } from "#state/stage/player-store.ts";
import { renderStage } from "#test/chrome/support/render-stage.tsx";

let end: (() => void) | null = null;
afterEach(() => end?.());

const streams = [{ id: "s1", name: "", active: true, widthPx: 640, heightPx: 360, framesPerSecond: 10 }];

/** One camera on the stage; no request of its player is ever answered. */
async function open(cameras: readonly string[] = ["1"]) {
  const { stores, tileIds } = await renderStage(cameras, null);
  const never = (): Promise<never> => new Promise(() => undefined);
  const calls: string[] = [];
  const opened: unknown[] = [];
  const send = (call: { method?: string; path: string; body?: Blob }) => {
    if (call.method === "POST" && call.path === "/service/low-bandwidth/streams")
      void call.body?.text().then((text) => opened.push((JSON.parse(text) as { masks?: string }).masks));
    return never();
  };
  const server = { json: never, done: never, send, fetch: never, request: never };
  const http = { ...server, ownerOf: () => "1", near: () => server, at: () => server };
  const deps = {
    stores,
    http,
    archives: { at: never },
    stage: { forceLowBandwidth: () => undefined },
    links: { forget: (id: string) => void calls.push(`forget ${id}`) },
    modes: () => ["lowbandwidth"],
    webrtcAllowed: () => false,
    socketUrl: (path: string) => path,
  } as unknown as StageBindingDeps;
  const client = {
    on: () => () => undefined,
    openSource: () => undefined,
    playSource: () => undefined,
    closeSource: () => undefined,
  } as unknown as StageClient;
  const players = new StagePlayers(deps, client, () => undefined);
  end = () => players.close();
  const [tileId = ""] = tileIds;
  const change = (recipe: (camera: Record<string, CameraFacts>) => void): void => {
    stores.cameras.change((facts) => {
      facts.status = "ready";
      recipe(facts.byKey);
    });
    players.reconcile();
  };
  const give = (): void =>
    change((byKey) => {
      const [[key, camera] = []] = Object.entries(byKey);
      byKey[key ?? ""] = { ...(camera as CameraFacts), streams };
    });
  const player = () => stores.players.get().byTile[tileId];
  return { stores, players, tileId, tileIds, change, give, player, calls, opened };
}

test("says that the camera is not available, forgets its picture, and plays when it is there again", async () => {
  const { change, give, player, stores, calls, tileId } = await open();
  give();
  expect(player()).toMatchObject({ overlay: "connecting", mode: "lowbandwidth" });
  const { byKey } = stores.cameras.get();
  change((now) => {
    for (const key of Object.keys(now)) delete now[key];
  });
  const missing = { overlay: "error", failure: failure("camera/unavailable"), errorIcon: "ban", sourceId: null };
  expect(player()).toMatchObject(missing);
  expect(calls).toEqual([`forget ${tileId}`]);
  change((now) => void Object.assign(now, byKey));
  expect(player()).toMatchObject({ overlay: "connecting", message: "connecting" });
});

test("without masks the player begins anew and asks for it; it ends when the right is taken away", async () => {
  const { players, give, change, player, tileId, opened } = await open();
  give();
  players.place();
  await vi.waitFor(() => expect(opened).toEqual([undefined]));
  const may = (unmask: boolean) =>
    change((now) => {
      for (const [key, camera] of Object.entries(now)) now[key] = { ...camera, actions: { ...camera.actions, unmask } };
    });
  may(true);
  players.setUnmasked(tileId, true);
  expect(player()).toMatchObject({ unmasked: true, overlay: "connecting" });
  await vi.waitFor(() => expect(opened).toEqual([undefined, "off"]));
  may(false);
  expect(player()?.unmasked).toBe(false);
  await vi.waitFor(() => expect(opened).toEqual([undefined, "off", undefined]));
});

test("a camera whose last stream is taken away says that", async () => {
  const { change, give, player } = await open();
  give();
  change((now) => {
    for (const camera of Object.values(now)) (camera as { streams: unknown }).streams = [];
  });
  expect(player()).toMatchObject({ overlay: "error", failure: failure("camera/without-stream") });
});

test("a list of cameras that is on its way takes no picture away", async () => {
  const { stores, players, give, player } = await open();
  give();
  stores.cameras.change((facts) => {
    facts.status = "loading";
    facts.byKey = {};
  });
  players.reconcile();
  expect(player()).toMatchObject({ overlay: "connecting" });
});

test.each([
  [["play", "delay", "no_video", "error"], [0]],
  [
    ["none", "rip", "connecting", "delay"],
    [0, 1, 2],
  ],
  [
    ["delay", "no_video"],
    [0, 1],
  ],
] as const)("of tiles that say %j a step is taken by %j", async (overlays, expected) => {
  const { stores, players, tileIds } = await open(overlays.map((_, index) => `${index}`));
  stores.players.change(({ byTile }) => {
    tileIds.forEach((id, index) => void (byTile[id] = { ...blankPlayer(id), overlay: overlays[index] ?? "none" }));
  });
  const alone = vi.spyOn(players, "stepAlone");
  players.step(-1);
  expect(alone.mock.calls).toEqual(expected.map((index) => [tileIds[index], -1]));
});

test("a player that leaves the timeline gives back the frame that was made ready for it", async () => {
  const { players, give, tileId } = await open();
  give();
  const prefetch = vi.spyOn(Player.prototype, "prefetch");
  players.followAlone(tileId);
  expect(prefetch.mock.calls).toEqual([[0]]);
  prefetch.mockRestore();
});
