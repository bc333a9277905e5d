import { describe, expect, test } from "vitest";
import {
  CONNECTING_MAX,
  ConnectionGate,
  type GatePriority,
  type GateTicket,
} from "#media/player/attempt/connection-gate.ts";
import { LinkStats } from "#media/player/link-stats.ts";
import {
  type ChoiceStream,
  type ChoiceTile,
  chooseStreams,
  costOf,
  lowBandwidthHeight,
  streamForTile,
} from "#domain/player/stream-choice.ts";

describe("connection gate", () => {
  test("six at a time; focused before visible before hidden, then first come", () => {
    const gate = new ConnectionGate();
    const passed: string[] = [];
    const tickets = new Map<string, GateTicket>();
    const enter = (name: string, priority: "focused" | "visible" | "hidden") =>
      tickets.set(
        name,
        gate.enter(priority, () => passed.push(name)),
      );
    for (let n = 0; n < 6; n++) enter(`first${n}`, "visible");
    expect(passed).toHaveLength(CONNECTING_MAX);
    enter("hidden", "hidden");
    enter("visible1", "visible");
    enter("visible2", "visible");
    enter("focused", "focused");
    enter("raised", "hidden");
    tickets.get("raised")?.setPriority("focused");
    expect(gate.waiting).toBe(5);
    for (let n = 0; n < 5; n++) tickets.get(`first${n}`)?.release();
    expect(passed.slice(6)).toEqual(["focused", "raised", "visible1", "visible2", "hidden"]);
  });
  test("another stream for one that has a picture: last, and one at a time", () => {
    const gate = new ConnectionGate();
    const passed: string[] = [];
    const enter = (name: string, priority: GatePriority) => gate.enter(priority, () => passed.push(name));
    const first = enter("spare1", "spare");
    enter("spare2", "spare");
    const raised = enter("spare3", "spare");
    enter("visible", "visible");
    expect(passed).toEqual(["spare1", "visible"]);
    // The user looks at this one now.
    raised.setPriority("focused");
    expect(passed).toEqual(["spare1", "visible", "spare3"]);
    first.release();
    first.release();
    expect(passed).toEqual(["spare1", "visible", "spare3", "spare2"]);
    expect(gate.connecting).toBe(3);
  });
  test("giving up makes room once, waiting or passed", () => {
    const gate = new ConnectionGate(1);
    const passed: number[] = [];
    const a = gate.enter("visible", () => passed.push(1));
    const b = gate.enter("visible", () => passed.push(2));
    gate.enter("visible", () => passed.push(3));
    b.release();
    b.release();
    expect(gate.connecting).toBe(1);
    a.release();
    a.release();
    expect(passed).toEqual([1, 3]);
    expect(gate.connecting).toBe(1);
  });
});

const stream = (id: string, widthPx: number, heightPx: number, framesPerSecond = 15): ChoiceStream => ({
  id,
  widthPx,
  heightPx,
  framesPerSecond,
});
const streams = [stream("main", 1920, 1080), stream("small", 640, 360)];
const tile = (widthPx: number, change: Partial<ChoiceTile> = {}): ChoiceTile => ({
  id: "t",
  widthPx,
  heightPx: (widthPx * 9) / 16,
  focused: false,
  visible: true,
  streams,
  current: null,
  ...change,
});

describe("stream choice", () => {
  test.each([
    [320, null, "small"],
    [640, null, "small"],
    [641, null, "main"],
    [4000, null, "main"],
    // hysteresis: 15 % each way
    [700, "small", "small"],
    [740, "small", "main"],
    [640, "main", "main"],
    [550, "main", "main"],
    [540, "main", "small"],
  ])("tile of %d px that has %s: %s", (widthPx, current, expected) => {
    expect(streamForTile(tile(widthPx, { current }))?.id).toBe(expected);
  });
  test("a size that wobbles does not change streams twice", () => {
    let current: string | null = "small";
    const taken: string[] = [];
    for (const widthPx of [640, 700, 660, 720, 650, 735]) {
      current = streamForTile(tile(widthPx, { current }))?.id ?? null;
      if (current) taken.push(current);
    }
    expect(new Set(taken)).toEqual(new Set(["small"]));
  });
  test("no streams, one stream", () => {
    expect(streamForTile(tile(640, { streams: [] }))).toBeNull();
    expect(streamForTile(tile(3000, { streams: [stream("only", 320, 180)] }))?.id).toBe("only");
  });
  test("over the budget: hidden gives first, then small, the focused last", () => {
    const tiles = [
      tile(1900, { id: "focused", focused: true }),
      tile(1900, { id: "large" }),
      tile(1000, { id: "middle" }),
      tile(1900, { id: "hidden", visible: false }),
    ];
    const mainCost = costOf(stream("main", 1920, 1080));
    const smallCost = costOf(stream("small", 640, 360));
    const at = (mains: number) => chooseStreams(tiles, mains * mainCost + (4 - mains) * smallCost);
    expect([...at(4).values()]).toEqual(["main", "main", "main", "main"]);
    expect(at(3).get("hidden")).toBe("small");
    expect(Object.fromEntries(at(2))).toEqual({ focused: "main", large: "main", middle: "small", hidden: "small" });
    expect(Object.fromEntries(at(1))).toEqual({ focused: "main", large: "small", middle: "small", hidden: "small" });
    expect(Object.fromEntries(chooseStreams(tiles, 0)).focused).toBe("small");
  });
  test.each([
    [0, 180],
    [180, 180],
    [200, 240],
    [360, 360],
    [1080, 480],
    [2000, 1080],
  ])("low bandwidth for a tile %d px high: %d", (tilePx, height) => {
    expect(lowBandwidthHeight(tilePx)).toBe(height);
  });
});

describe("link figures", () => {
  const sample = (second: number, bytes: number, packetsReceived = 0, packetsLost = 0) => ({
    atMs: second * 1000,
    bytes,
    packetsReceived,
    packetsLost,
    packetsAskedAgain: 0,
    frozenMs: 0,
    roundTripMs: 5,
    jitterMs: 1,
    framesDecoded: 0,
    decodeMs: 0,
    byHardware: null,
  });
  test("bitrate over five samples", () => {
    const stats = new LinkStats();
    const rates = [0, 1000, 2000, 3000, 4000, 5000, 10_000].map(
      (bytes, n) => stats.add(sample(n, bytes)).bitsPerSecond,
    );
    expect(rates).toEqual([0, 8000, 8000, 8000, 8000, 8000, 14_400]);
  });
  test("packet loss of the last second", () => {
    const stats = new LinkStats();
    stats.add(sample(0, 0, 100, 0));
    expect(stats.add(sample(1, 1, 188, 12)).packetLoss).toBeCloseTo(0.12);
    expect(stats.add(sample(2, 2, 288, 12)).packetLoss).toBe(0);
    expect(stats.add(sample(3, 3, 288, 12)).packetLoss).toBe(0);
  });
  test("packets that are sent again in time count as lost where the picture stood still meanwhile", () => {
    const stats = new LinkStats();
    const again = (second: number, packetsAskedAgain: number, frozenMs: number) =>
      stats.add({ ...sample(second, second, second * 100), packetsAskedAgain, frozenMs }).packetLoss;
    expect(again(0, 0, 0)).toBe(0);
    expect(again(1, 30, 0)).toBe(0);
    expect(again(2, 50, 250)).toBeCloseTo(0.2);
    expect(again(3, 80, 250)).toBe(0);
    expect(again(4, 400, 300)).toBe(1);
  });
  test("counters that went back begin anew", () => {
    const stats = new LinkStats();
    stats.add(sample(0, 50_000));
    expect(stats.add(sample(1, 100)).bitsPerSecond).toBe(0);
    expect(stats.add(sample(2, 1100)).bitsPerSecond).toBe(8000);
  });
});
