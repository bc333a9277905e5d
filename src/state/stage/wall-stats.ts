/** The players' statistics summed up for the wall, split like those of a tile. */
import type { PlayerStoreFacts, WallPresents } from "./player-store.ts";

interface WallStats {
  readonly players: number;
  /** players with a picture and no overlay */
  readonly playing: number;
  readonly kilobitsPerSecond: number;
  /** the highest loss of all players, 0..1 */
  readonly packetLoss: number;
  /** the slowest player's */
  readonly decodeMs: number;
  readonly decodeQueue: number;
  /** players by who decodes for them: "software-instead" have lost their hardware */
  readonly byHardware: number;
  readonly bySoftware: number;
  readonly lostHardware: number;
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
    byHardware: sum((each) => (each.decodedBy === "hardware" ? 1 : 0)),
    bySoftware: sum((each) => (each.decodedBy === "software" ? 1 : 0)),
    lostHardware: sum((each) => (each.decodedBy === "software-instead" ? 1 : 0)),
    framesReplaced: sum((each) => each.framesReplaced),
    present: wall,
  };
}
