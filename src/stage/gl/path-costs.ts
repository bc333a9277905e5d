import type { UploadPathName } from "./upload-path.ts";

/** Least ms that the probe saw for its picture (noise only ever adds), of one core. */
export interface PathCost {
  /** to the GPU */
  readonly bringMs: number;
  /** into a tile as large as the picture; a software rasteriser draws on all cores */
  readonly drawMs: number;
}

/** Where tiles are smaller than their pictures another path is taken only when it is clearly cheaper there: a probe is short. */
const CLEARLY_LESS = 0.9;

/** What a picture costs that is drawn on this share of its pixels (above 1: magnified). */
export const costMs = ({ bringMs, drawMs }: PathCost, share: number): number => bringMs + drawMs * share;

/** The least of each: the runs are disturbed by others, never helped. */
export const leastOf = (costs: readonly PathCost[]): PathCost => ({
  bringMs: Math.min(...costs.map(({ bringMs }) => bringMs)),
  drawMs: Math.min(...costs.map(({ drawMs }) => drawMs)),
});

/**
 * The path for a picture that is drawn on this share of its pixels. A large picture in a small tile is dear to convert before it
 * is drawn, and cheap to convert while. `names`: those that take it, cheapest at share 1 first; null when there are none.
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
