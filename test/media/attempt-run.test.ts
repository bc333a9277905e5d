import { expect, test, vi } from "vitest";
import { ok, type Result } from "#base/result.ts";
import { AttemptRun } from "#media/player/attempt-run.ts";
import { ConnectionGate } from "#media/player/connection-gate.ts";
import { Player } from "#media/player/player.ts";
import type { PlayerPorts } from "#media/player/player-ports.ts";
import type { Attempt, PlayerEvent } from "#media/player/player-state.ts";
import type { TransportFailure } from "#transport/request.ts";
import type { WhepSession } from "#transport/whep-client.ts";
import { at, config, live } from "./support/player-rig.ts";

const attempt: Attempt = {
  id: 1,
  mode: "webrtc",
  carrier: "whep",
  variant: "s",
  request: { timeMs: 0, rate: 1, paused: false },
  sent: false,
  connected: false,
  first: false,
  pending: true,
};

test("the gate is free for the next player as soon as the way stands, before the first picture", async () => {
  const gate = new ConnectionGate(1);
  const answers: ((session: Result<WhepSession, TransportFailure>) => void)[] = [];
  const ports = {
    stage: { closeSource: vi.fn() },
    openWhep: () => new Promise<Result<WhepSession, TransportFailure>>((resolve) => answers.push(resolve)),
  } as unknown as PlayerPorts;
  const told: PlayerEvent["type"][] = [];
  const host = {
    ports,
    gate,
    heightPx: () => 0,
    format: () => "fmp4" as const,
    volume: () => 0,
    dispatch: ({ type }: PlayerEvent) => void told.push(type),
  };
  const first = new AttemptRun(host, attempt, "one", "visible");
  const second = new AttemptRun(host, { ...attempt, id: 2 }, "two", "visible");
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  expect(gate.waiting).toBe(1);

  answers[0]?.(ok({ close: vi.fn(), command: () => true } as unknown as WhepSession));
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(told).toEqual(["sent", "connected", "sent"]);
  expect(gate.waiting).toBe(0);
  first.close(false);
  second.close(false);
  expect(gate.connecting).toBe(0);
});

test("what is asked for while a player waits at the gate is what it opens with", async () => {
  const gate = new ConnectionGate(1);
  const before = gate.enter("visible", () => undefined);
  const starts: number[] = [];
  const ports = {
    stage: { openSource: vi.fn(), closeSource: vi.fn() },
    socketUrl: (path: string) => path,
    openSession: ({ startTime }: { readonly startTime: number }) => {
      starts.push(startTime);
      return new Promise(() => undefined);
    },
  } as unknown as PlayerPorts;
  const player = new Player({
    playerId: "p",
    ports,
    gate,
    config: { ...config, order: ["lowbandwidth"] },
    streamId: "s",
  });
  player.play(live);
  player.play(at(50_000));
  before.release();
  await vi.waitFor(() => expect(starts).toEqual([50_000]));
  player.close();
});

test("a source that gives way to JPEG is closed before its session, and is not heard until the next one is open", async () => {
  const done: string[] = [];
  const sessions: (() => void)[] = [];
  const ports = {
    stage: {
      openSource: (id: string, { format }: { readonly format: string }) => done.push(`open ${id} ${format}`),
      closeSource: (id: string, forget: boolean) => done.push(`close ${id} ${forget}`),
    },
    socketUrl: (path: string) => path,
    openSession: () =>
      new Promise((resolve) =>
        sessions.push(() =>
          resolve(ok({ id: "s", socketPath: "/s", framePath: "", close: () => done.push("end session") })),
        ),
      ),
  } as unknown as PlayerPorts;
  let format: "fmp4" | "jpeg" = "fmp4";
  const run = new AttemptRun(
    {
      ports,
      gate: new ConnectionGate(1),
      heightPx: () => 0,
      format: () => format,
      volume: () => 0,
      dispatch: () => undefined,
    },
    { ...attempt, mode: "lowbandwidth", carrier: "socket" },
    "one",
    "visible",
  );
  await vi.waitFor(() => expect(sessions).toHaveLength(1));
  expect(run.hasSource).toBe(false);
  sessions[0]?.();
  await vi.waitFor(() => expect(run.hasSource).toBe(true));
  format = "jpeg";
  run.reopen();
  expect(done).toEqual(["open one fmp4", "close one false", "end session"]);
  expect(run.hasSource).toBe(false);
  await vi.waitFor(() => expect(sessions).toHaveLength(2));
  sessions[1]?.();
  await vi.waitFor(() => expect(done.at(-1)).toBe("open one jpeg"));
  expect(run.hasSource).toBe(true);
  run.close(false);
});
