/** Which of several `media` processes a camera is given to: to the one with the least to do, and it stays there. */

interface PlacedCamera {
  readonly id: string;
  /** bits per second that it sends, or sent when it was heard last; null = it was never heard */
  readonly load: number | null;
}

/** Below this a change of a load is not worth a write: places are chosen no better by it. */
const SAME_SHARE = 1 / 3;

/**
 * The place of each camera, from 0 on. `placed`: where they are now; what is there stays. Of the others those that send most are
 * given away first, so that small ones fill what is left. A camera that was never heard counts as much as the others do on average.
 */
export function placeCameras(
  cameras: readonly PlacedCamera[],
  placed: ReadonlyMap<string, number>,
  processes: number,
): Map<string, number> {
  const known = cameras.flatMap(({ load }) => load ?? []);
  const usual = known.length === 0 ? 1 : Math.max(1, known.reduce((sum, load) => sum + load, 0) / known.length);
  const loads: number[] = Array.from({ length: processes }, () => 0);
  const places = new Map<string, number>();
  const give = ({ id, load }: PlacedCamera, at: number): void => {
    places.set(id, at);
    loads[at] = (loads[at] ?? 0) + (load ?? usual);
  };
  const fresh: PlacedCamera[] = [];
  for (const camera of cameras) {
    const at = placed.get(camera.id);
    if (at === undefined) fresh.push(camera);
    else give(camera, at);
  }
  fresh.sort((a, b) => (b.load ?? usual) - (a.load ?? usual));
  for (const camera of fresh) give(camera, loads.indexOf(Math.min(...loads)));
  return places;
}

/** Whether what cameras send now, in bits per second by their ids, shall replace what was kept of it. */
export function areNewLoads(now: ReadonlyMap<string, number>, kept: ReadonlyMap<string, number>): boolean {
  if ([...kept.keys()].some((id) => !now.has(id))) return true;
  return [...now].some(([id, load]) => {
    const before = kept.get(id);
    return before === undefined || Math.abs(load - before) > before * SAME_SHARE;
  });
}
