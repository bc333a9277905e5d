import type { UploadPathName } from "./upload-path.ts";

/** Least ms that the probe measured for its frame (noise only ever adds), on one core. */
export interface PathCost {
  /** upload to the GPU */
  readonly bringMs: number;
  /** into a tile as large as the frame; a software rasteriser draws on all cores */
  readonly drawMs: number;
}

/**
 * Where tiles are smaller than their frames, another path is taken only when it is clearly cheaper there, because the
 * probe is short.
 */
const CLEARLY_LESS = 0.9;

/** What a frame costs that is drawn on this share of its pixels (above 1: magnified). */
export const costMs = ({ bringMs, drawMs }: PathCost, share: number): number => bringMs + drawMs * share;

/** The least of each: other work on the machine slows a run down and never speeds it up. */
export const leastOf = (costs: readonly PathCost[]): PathCost => ({
  bringMs: Math.min(...costs.map(({ bringMs }) => bringMs)),
  drawMs: Math.min(...costs.map(({ drawMs }) => drawMs)),
});

/**
 * The path for a frame that is drawn on this share of its pixels. For a large frame in a small tile it is expensive to
 * convert before drawing, and cheap to convert while drawing. `names`: the paths that take the frame, cheapest at share
 * 1 first; null when there are none.
 */
export function cheapestPath(
  names: readonly UploadPathName[],
  costs: ReadonlyMap<UploadPathName, PathCost>,
  share: number,
): UploadPathName | null {
  const at = (name: UploadPathName): number => {
    const cost = costs.get(name);
    return cost ? costMs(cost, share) : Number.POSITIVE_INFINITY;
  };
  const [first] = names;
  if (first === undefined) return null;
  return names.reduce((best, name) => (at(name) < CLEARLY_LESS * at(best) ? name : best), first);
}
