import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ok } from "#base/result.ts";
import { ConnectionGate } from "#media/player/attempt/connection-gate.ts";
import { Player } from "#media/player/player.ts";
import type { PlayerRequest } from "#media/player/player-state.ts";
import type { SourceFacts, SourcePlay } from "#protocol/stage-worker.ts";
import { playerPorts } from "#test/media/support/player-ports.ts";
import { at, config, live } from "#test/media/support/player-rig.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const SMALL = { heightPx: 150, focused: false, visible: true };
const LARGE = { ...SMALL, heightPx: 700 };

/** A player in low-bandwidth mode that shows its first picture; records its requests to the source since it opened. */
async function small(request: PlayerRequest, order: readonly ("webrtc" | "lowbandwidth")[] = ["lowbandwidth"]) {
  const asked: SourcePlay[] = [];
  const opened: SourcePlay[] = [];
  const ports = playerPorts({
    stage: {
      openSource: (_id, request) => void ("play" in request && opened.push(request.play)),
      playSource: (_id, play) => void asked.push(play),
    },
    openSession: () => Promise.resolve(ok({ id: "1", socketPath: "/1/ws", framePath: "", close: () => undefined })),
  });
  const player = new Player({
    playerId: "p",
    ports,
    gate: new ConnectionGate(1),
    config: { ...config, order },
    streamId: "main",
  });
  player.setTile(SMALL);
  const askedAtMs = performance.now();
  player.play(request);
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  player.sourceEvent("p/1", { kind: "first-frame", wallMs: request.timeMs });
  return { player, asked, askedAtMs, opened };
}

test("a tile that plays a recording and is enlarged gets larger pictures from where it stands", async () => {
  const { player, asked, askedAtMs, opened } = await small(at(50_000, -2));
  expect(opened[0]?.heightPx).toBe(180);
  vi.advanceTimersByTime(3000);
  player.setTile(LARGE);
  const timeMs = 50_000 - 2 * (performance.now() - askedAtMs);
  expect(asked).toMatchObject([{ timeMs, rate: -2, paused: false, heightPx: 480 }]);
  player.setTile({ ...LARGE, heightPx: 720 });
  expect(asked).toHaveLength(1);
  // a source that is still starting gets the size of that time, once
  player.setTile(SMALL);
  player.setTile({ ...SMALL, heightPx: 300 });
  expect(asked).toHaveLength(1);
  player.sourceEvent("p/1", { kind: "first-frame", wallMs: 44_000 });
  expect(asked.slice(1)).toMatchObject([{ heightPx: 360 }]);
  player.close();
});

test.each([
  [0, 50_000],
  [50_120, 50_120],
])("paused, shown is %d: the picture of %d larger", async (wallMs, timeMs) => {
  const { player, asked } = await small(at(50_000, 1, true));
  vi.advanceTimersByTime(3000);
  player.sourceFacts([{ sourceId: "p/1", wallMs, framesShown: 1 } as SourceFacts]);
  player.setTile(LARGE);
  expect(asked).toMatchObject([{ timeMs, paused: true, heightPx: 480 }]);
  player.close();
});

test("a seek that waits behind another one is not lost to the new size", async () => {
  const { player, asked } = await small(at(50_000));
  player.play(at(60_000));
  player.play(at(70_000, -4));
  player.setTile(LARGE);
  player.sourceEvent("p/1", { kind: "first-frame", wallMs: 60_000 });
  expect(asked.slice(1)).toMatchObject([{ timeMs: 70_000, rate: -4, heightPx: 480 }]);
  player.close();
});

test("live, and recorded video as it is", async () => {
  const { player, asked } = await small(live);
  player.setTile(LARGE);
  expect(asked).toMatchObject([{ timeMs: 0, heightPx: 480 }]);
  player.close();
  const whole = await small(at(50_000), ["webrtc", "lowbandwidth"]);
  expect(whole.opened[0]?.heightPx).toBe(0);
  whole.player.setTile(LARGE);
  expect(whole.asked).toEqual([]);
  whole.player.close();
});

test("a tile that needs another stream at its new size opens that one in this size, and asks nothing of the old one", async () => {
  const { player, asked, opened } = await small(live);
  player.setStream("large");
  player.setTile(LARGE);
  await vi.waitFor(() => expect(opened).toHaveLength(2));
  expect(opened[1]).toMatchObject({ heightPx: 480 });
  expect(asked).toEqual([]);
  // One that is open already was made for the size of that time.
  player.setTile(SMALL);
  expect(asked).toMatchObject([{ heightPx: 180 }]);
  player.close();
});
