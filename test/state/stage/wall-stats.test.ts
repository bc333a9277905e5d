import { expect, test } from "vitest";
import {
  blankPlayer,
  createPlayerStore,
  type PlayerFacts,
  type PlayerStats,
  statsAreShown,
} from "#state/stage/player-store.ts";
import { wallStats } from "#state/stage/wall-stats.ts";

const stats: PlayerStats = {
  widthPx: 1280,
  heightPx: 720,
  kilobitsPerSecond: 900,
  packetLoss: 0,
  roundTripMs: 2,
  decodeMs: 4,
  decodeQueue: 1,
  decodedBy: "hardware",
  shownPerSecond: 15,
  latencyMs: 30,
  framesReplaced: 2,
  wallMs: 0,
};
const player = (tileId: string, change: Partial<PlayerFacts>): PlayerFacts => ({
  ...blankPlayer(tileId),
  modes: ["webrtc"],
  overlay: "none",
  stats,
  ...change,
});

test("the wall's statistics: sums of what adds up, the worst of what does not", () => {
  const store = createPlayerStore();
  expect(wallStats(store.get())).toMatchObject({ players: 0, playing: 0, kilobitsPerSecond: 0, decodeMs: 0 });
  store.change((facts) => {
    facts.byTile = {
      a: player("a", {}),
      b: player("b", {
        stats: { ...stats, kilobitsPerSecond: 300, packetLoss: 0.2, decodeMs: 9, decodedBy: "software-instead" },
      }),
      c: player("c", { overlay: "connecting", stats: null }),
    };
    facts.wall = { presentsPerSecond: 30, shownPerSecond: 29, duePerSecond: 30, painter: "" };
  });
  expect(wallStats(store.get())).toEqual({
    players: 3,
    playing: 2,
    kilobitsPerSecond: 1200,
    packetLoss: 0.2,
    decodeMs: 9,
    decodeQueue: 2,
    byHardware: 1,
    bySoftware: 0,
    lostHardware: 1,
    framesReplaced: 4,
    present: { presentsPerSecond: 30, shownPerSecond: 29, duePerSecond: 30, painter: "" },
  });
});

test("they are shown while anybody's are", () => {
  const store = createPlayerStore();
  expect(statsAreShown(store.get(), false)).toBe(false);
  expect(statsAreShown(store.get(), true)).toBe(true);
  store.change((facts) => {
    facts.byTile = { a: player("a", { statsShown: true }) };
  });
  expect(statsAreShown(store.get(), false)).toBe(true);
});
