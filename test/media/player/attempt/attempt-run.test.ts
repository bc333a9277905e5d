import { expect, test, vi } from "vitest";
import { ok, type Result } from "#base/result.ts";
import { type AttemptHost, AttemptRun } from "#media/player/attempt/attempt-run.ts";
import { ConnectionGate } from "#media/player/attempt/connection-gate.ts";
import { Player } from "#media/player/player.ts";
import type { PlayerPorts } from "#media/player/player-ports.ts";
import type { Attempt, PlayerEvent } from "#media/player/player-state.ts";
import type { TransportFailure } from "#transport/request.ts";
import type { WhepSession } from "#transport/whep-client.ts";
import { playerPorts } from "#test/media/support/player-ports.ts";
import { at, config, live } from "#test/media/support/player-rig.ts";

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

const hostOf = (ports: PlayerPorts): AttemptHost => ({
  ports,
  gate: new ConnectionGate(1),
  heightPx: () => 0,
  format: () => "fmp4",
  notice: () => undefined,
  volume: () => 0,
  dispatch: () => undefined,
});

test("the gate is free for the next player as soon as the way stands, before the first picture", async () => {
  const gate = new ConnectionGate(1);
  const answers: ((session: Result<WhepSession, TransportFailure>) => void)[] = [];
  const ports = playerPorts({ openWhep: () => new Promise((resolve) => answers.push(resolve)) });
  const told: PlayerEvent["type"][] = [];
  const host = { ...hostOf(ports), gate, dispatch: ({ type }: PlayerEvent) => void told.push(type) };
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
  const starts: (number | undefined)[] = [];
  const ports = playerPorts({
    openSession: ({ startTime }) => {
      starts.push(startTime);
      return new Promise(() => undefined);
    },
  });
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

/**
 * An attempt with a media session that is ready when the test calls `open`; `done`: the events of source and session,
 * in order.
 */
function socketRun(format: () => "fmp4" | "jpeg" = () => "fmp4") {
  const done: string[] = [];
  const steps: number[] = [];
  const sessions: (() => void)[] = [];
  const session = { id: "s", socketPath: "/s", framePath: "", close: () => void done.push("end session") };
  const ports = playerPorts({
    stage: {
      openSource: (id, request) => void done.push(`open ${id} ${"format" in request ? request.format : ""}`),
      closeSource: (id, forget) => void done.push(`close ${id} ${forget}`),
      stepSource: (_id, direction) => void steps.push(direction),
    },
    openSession: () => new Promise((resolve) => sessions.push(() => resolve(ok(session)))),
  });
  const socket: Attempt = { ...attempt, mode: "lowbandwidth", carrier: "socket" };
  const run = new AttemptRun({ ...hostOf(ports), format }, socket, "one", "visible");
  const open = async (): Promise<void> => {
    await vi.waitFor(() => expect(sessions).toHaveLength(1));
    expect(run.hasSource).toBe(false);
    sessions.shift()?.();
    await vi.waitFor(() => expect(run.hasSource).toBe(true));
  };
  return { run, open, done, steps };
}

test("a source that gives way to JPEG is closed before its session, and is not heard until the next one is open", async () => {
  let format: "fmp4" | "jpeg" = "fmp4";
  const { run, open, done } = socketRun(() => format);
  await open();
  format = "jpeg";
  run.reopen();
  expect(done).toEqual(["open one fmp4", "close one false", "end session"]);
  expect(run.hasSource).toBe(false);
  await open();
  expect(done.at(-1)).toBe("open one jpeg");
  run.close(false);
});

test("steps before the source stands are taken when it does; a new request forgets them", async () => {
  const { run, steps, open } = socketRun();
  run.step(-1);
  run.play(at(50_000, 1, true));
  run.step(-1);
  run.step(-1);
  await open();
  expect(steps).toEqual([-1, -1]);
  run.step(1);
  expect(steps).toEqual([-1, -1, 1]);
  run.close(false);
});

/** The same, served by a relay at first, and by the recorder after that. */
function relayedRun() {
  const done: string[] = [];
  const failed: string[] = [];
  let opened = 0;
  const ports = playerPorts({
    stage: {
      openSource: (_id, request) => void done.push(`open ${"play" in request ? request.play.timeMs : ""}`),
      playSource: (_id, play) => void done.push(`play ${play.timeMs}`),
    },
    relayFailed: (relay, wasReached) => void failed.push(`${relay} ${wasReached}`),
    openSession: ({ startTime = 0 }) => {
      opened += 1;
      const relay = opened === 1 || startTime === 0 ? { relay: `r${opened}` } : {};
      done.push(`session at ${"relay" in relay ? relay.relay : "recorder"}`);
      const session = { id: "s", socketPath: "/s", framePath: "", close: () => void done.push("end session") };
      return Promise.resolve(ok({ ...session, ...relay }));
    },
  });
  const socket: Attempt = { ...attempt, mode: "lowbandwidth", carrier: "socket", request: at(0) };
  const run = new AttemptRun({ ...hostOf(ports), format: () => "fmp4" as const }, socket, "one", "visible");
  return { run, done, failed };
}

test("a session at a relay that breaks goes on elsewhere at once, and the relay is told of", async () => {
  const { run, done, failed } = relayedRun();
  await vi.waitFor(() => expect(run.hasSource).toBe(true));
  expect(run.leavesRelay()).toBe(true);
  await vi.waitFor(() => expect(run.hasSource).toBe(true));
  run.hasShown = true;
  expect(run.leavesRelay()).toBe(true);
  await vi.waitFor(() => expect(run.hasSource).toBe(true));
  expect(failed).toEqual(["r1 false", "r2 true"]);
  expect(done).toEqual([
    ...["session at r1", "open 0", "end session"],
    ...["session at r2", "open 0", "end session", "session at r3", "open 0"],
  ]);
  run.close(false);
  expect(run.leavesRelay()).toBe(false);
});

test("a relay that is said to be gone is left at once, another one is not", async () => {
  const { run, done, failed } = relayedRun();
  await vi.waitFor(() => expect(run.hasSource).toBe(true));
  expect(run.leavesRelay("another")).toBe(false);
  expect(run.leavesRelay("r1")).toBe(true);
  await vi.waitFor(() => expect(run.hasSource).toBe(true));
  expect(run.leavesRelay("r1")).toBe(false);
  expect(failed).toEqual(["r1 false"]);
  expect(done).toEqual(["session at r1", "open 0", "end session", "session at r2", "open 0"]);
});

test("recordings are played by the recorder, and live pictures by a relay again", async () => {
  const { run, done, failed } = relayedRun();
  await vi.waitFor(() => expect(run.hasSource).toBe(true));
  run.play(at(50_000));
  await vi.waitFor(() => expect(run.hasSource).toBe(true));
  // The recorder's own session plays whatever comes.
  expect(run.leavesRelay()).toBe(false);
  run.play(at(60_000));
  run.play(at(0));
  await vi.waitFor(() => expect(run.hasSource).toBe(true));
  expect(done).toEqual([
    ...["session at r1", "open 0", "end session"],
    ...["session at recorder", "open 50000", "play 60000", "end session", "session at r3", "open 0"],
  ]);
  expect(failed).toEqual([]);
  run.close(false);
});
