/** While a player changes its stream or its session the picture that is seen stays until the next one is drawn. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { need } from "#base/assert.ts";
import { ok } from "#base/result.ts";
import { failure } from "#domain/failures/failure.ts";
import { ConnectionGate } from "#media/player/attempt/connection-gate.ts";
import { Player } from "#media/player/player.ts";
import type { PlayerPorts, StageSources } from "#media/player/player-ports.ts";
import type { SourceFacts } from "#protocol/stage-worker.ts";
import { config, live } from "#test/media/support/player-rig.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function make() {
  const opened: string[] = [];
  const forgotten: string[] = [];
  const ignored = (): void => {};
  const stage: StageSources = {
    openSource: (id) => void opened.push(id),
    closeSource: (id, forget) => forget && forgotten.push(id),
    playSource: ignored,
    stepSource: ignored,
    prefetchSource: ignored,
    clockSource: ignored,
    decodedSource: ignored,
    onSourceEvent: () => ignored,
    onSourceFacts: () => ignored,
  };
  const ports: PlayerPorts = {
    stage,
    openWhep: () =>
      Promise.resolve({
        ok: false,
        error: { failure: failure("webrtc/no-path"), recoverable: false, retryAfterMs: 0 },
      }),
    openSession: () => Promise.resolve(ok({ id: "s", socketPath: "/s", framePath: "", close: ignored })),
    socketUrl: (path) => path,
    archives: () => Promise.resolve({ kind: "none" }),
  };
  const player = new Player({ playerId: "p", ports, gate: new ConnectionGate(2), config, streamId: "main" });
  const notices: string[] = [];
  player.on("notice", (notice) => notices.push(`${notice.code} ${notice.cause?.code ?? ""}`));
  const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
  const newest = (): string => need(opened.at(-1), "an opened source");
  const facts = (sourceId: string, framesShown: number): SourceFacts => ({
    sourceId,
    framesArrived: 1,
    framesShown,
    framesReplaced: 0,
    lastShownAtMs: 0,
    wallMs: 0,
    widthPx: 320,
    heightPx: 180,
    bytesReceived: 0,
    decodeQueue: 0,
    decodeMs: 0,
    decodedBy: null,
    presentLatencyMs: 0,
  });
  return { player, notices, forgotten, settled, newest, facts };
}

async function playing() {
  const all = make();
  all.player.play(live);
  await all.settled();
  const first = all.newest();
  all.player.sourceEvent(first, { kind: "first-frame", wallMs: 0 });
  return { ...all, first };
}

test("another stream: the old picture stays until the new one is on the screen", async () => {
  const { player, settled, newest, facts, forgotten, first } = await playing();
  player.setStream("small");
  await settled();
  const second = newest();
  expect(second).not.toBe(first);
  player.sourceEvent(second, { kind: "first-frame", wallMs: 0 });
  player.sourceFacts([facts(first, 7), facts(second, 0)]);
  expect(player.facts().sourceId).toBe(second);
  expect(forgotten).not.toContain(first);
  player.sourceFacts([facts(second, 1)]);
  expect(forgotten).toContain(first);
  player.close();
});

test("a page that draws nothing keeps it for ten seconds; a player that ends keeps nothing", async () => {
  const { player, settled, newest, forgotten, first } = await playing();
  player.setStream("small");
  await settled();
  const second = newest();
  player.sourceEvent(second, { kind: "first-frame", wallMs: 0 });
  await vi.advanceTimersByTimeAsync(9_000);
  expect(forgotten).not.toContain(first);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(forgotten).toContain(first);
  player.close();
  expect(forgotten).toContain(second);
});

test("a fallback says why, once for each fall", async () => {
  const { player, notices } = await playing();
  expect(player.facts()).toMatchObject({ mode: "lowbandwidth", preferredMode: "webrtc" });
  expect(notices).toEqual(["player/fell-back webrtc/no-path"]);
  player.close();
});
