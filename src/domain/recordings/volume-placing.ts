/** On which volume a file is written, or goes on to: rules only. */
import type { VolumeRole } from "./volume.ts";

export interface PlaceableVolume {
  readonly name: string;
  readonly role: VolumeRole;
  readonly isHealthy: boolean;
  /** free beyond what is reserved there */
  readonly roomBytes: number;
  readonly weight: number;
  /** how fast it has taken what was written of late, bytes per second; null = not known yet */
  readonly speed: number | null;
  /** streams that are written there now */
  readonly streams: number;
}

/** A stream stays where it is until another volume would serve it so many times better: streams do not go to and fro. */
export const WORTH_MOVING = 2;
/** However slow a volume is beside the fastest one, it is used: it has room. */
const LEAST_SPEED_SHARE = 0.1;

/**
 * Streams are spread by what each volume offers (weight, room, speed) over how many streams share it, so that all volumes
 * hold about as many days. `current`: where the stream is written now, and is counted; null = nowhere yet. Returns null
 * where no volume takes anything.
 */
export function placeStream(volumes: readonly PlaceableVolume[], current: string | null): string | null {
  const able = volumes.filter(({ role, isHealthy, roomBytes }) => role === "record" && isHealthy && roomBytes > 0);
  const fastest = Math.max(0, ...able.map(({ speed }) => speed ?? 0));
  const worth = (volume: PlaceableVolume): number => {
    const others = volume.streams - (volume.name === current ? 1 : 0);
    return (volume.weight * volume.roomBytes * speedShare(volume, fastest)) / (Math.max(0, others) + 1);
  };
  let best: PlaceableVolume | null = null;
  for (const volume of able) if (best === null || worth(volume) > worth(best)) best = volume;
  const stays = able.find(({ name }) => name === current);
  if (stays && best && worth(best) < WORTH_MOVING * worth(stays)) return stays.name;
  return best?.name ?? null;
}

/** Where a file goes that must leave its volume: to the one that has most to offer. Returns null where there is no room. */
export function placeMoved(
  volumes: readonly Pick<PlaceableVolume, "name" | "role" | "isHealthy" | "roomBytes" | "weight">[],
  bytes: number,
): string | null {
  const able = volumes.filter(({ role, isHealthy, roomBytes }) => role !== "drain" && isHealthy && roomBytes > bytes);
  const [best] = able.toSorted((a, b) => b.weight * b.roomBytes - a.weight * a.roomBytes);
  return best?.name ?? null;
}

const speedShare = ({ speed }: PlaceableVolume, fastest: number): number =>
  speed === null || fastest === 0 ? 1 : Math.max(LEAST_SPEED_SHARE, speed / fastest);
