/** Which of several `media` processes a camera is given to: to the one with the least to do, and it stays there. */

interface PlacedCamera {
  readonly id: string;
  /** bits per second that it sends; null = it was not heard yet */
  readonly load: number | null;
}

/**
 * The place of each camera, from 0 on. `placed`: where they are now; what is there stays. A camera that was not heard yet counts as
 * much as the others do on average.
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
  for (const camera of fresh) give(camera, loads.indexOf(Math.min(...loads)));
  return places;
}
