/** The players' statistics summed up for the wall, split as those of a tile are. */
import type { PlayerStoreFacts, WallPresents } from "./player-store.ts";

export interface WallStats {
  readonly players: number;
  /** with a picture and nothing over it */
  readonly playing: number;
  readonly kilobitsPerSecond: number;
  /** the worst player's, 0..1 */
  readonly packetLoss: number;
  /** the slowest player's */
  readonly decodeMs: number;
  readonly decodeQueue: number;
  readonly framesReplaced: number;
  /** null before the first report */
  readonly present: WallPresents | null;
}

export function wallStats({ byTile, wall }: PlayerStoreFacts): WallStats {
  const players = Object.values(byTile);
  const stats = players.flatMap((player) => player.stats ?? []);
  const sum = (value: (each: (typeof stats)[number]) => number): number =>
    stats.reduce((total, each) => total + value(each), 0);
  const most = (value: (each: (typeof stats)[number]) => number): number => Math.max(0, ...stats.map(value));
  return {
    players: players.length,
    playing: players.filter(({ overlay }) => overlay === "none").length,
    kilobitsPerSecond: sum((each) => each.kilobitsPerSecond),
    packetLoss: most((each) => each.packetLoss),
    decodeMs: most((each) => each.decodeMs),
    decodeQueue: sum((each) => each.decodeQueue),
    framesReplaced: sum((each) => each.framesReplaced),
    present: wall,
  };
}
