/**
 * A patrol of looks: which one a fisheye's tile shows at a time. A function of the clock alone, so that all tiles and
 * pages that run a patrol show the same, and one that was opened late comes in where the others are. [ours]
 */
import type { FisheyeLook, Orientation } from "../dewarp/config.ts";
import { wrap180 } from "../dewarp/config.ts";
import { viewBetween } from "../dewarp/interaction.ts";

interface PatrolStop {
  readonly look: FisheyeLook;
  readonly dwellMs: number;
}

export interface PatrolRoute {
  readonly stops: readonly PatrolStop[];
  /** on the way from one stop to the next */
  readonly glideMs: number;
  /** the looks change at once: this machine, or this user, has no glides */
  readonly steps: boolean;
}

/** A tile came into the patrol at a time, epoch ms, from what it showed before; null: at once. */
export interface PatrolStart {
  readonly atMs: number;
  readonly from: FisheyeLook | null;
}

interface PatrolMoment {
  /** number of the stop that is shown, or to which the look is on its way */
  readonly stop: number;
  /** of the way to it from the stop before, 0..1, without easing; 1 = there */
  readonly way: number;
  /** until it is there, or until it leaves */
  readonly leftMs: number;
}

/** A round begins at the epoch with the way to the first stop. */
export function patrolAt({ stops, glideMs }: PatrolRoute, nowMs: number): PatrolMoment {
  const roundMs = stops.reduce((sum, { dwellMs }) => sum + glideMs + dwellMs, 0);
  if (stops.length < 2 || roundMs <= 0) return { stop: 0, way: 1, leftMs: Number.POSITIVE_INFINITY };
  let leftMs = ((nowMs % roundMs) + roundMs) % roundMs;
  for (const [stop, { dwellMs }] of stops.entries()) {
    if (leftMs < glideMs) return { stop, way: leftMs / glideMs, leftMs: glideMs - leftMs };
    leftMs -= glideMs;
    if (leftMs < dwellMs) return { stop, way: 1, leftMs: dwellMs - leftMs };
    leftMs -= dwellMs;
  }
  return { stop: 0, way: 0, leftMs: glideMs };
}

interface PatrolLook {
  readonly look: FisheyeLook;
  readonly stop: number;
  /** the look is another one at the next frame */
  readonly moves: boolean;
  /** while it does not move: how long it stays */
  readonly staysMs: number;
}

/** What a tile shows; null: the patrol has no stop. */
export function patrolLook(
  orientation: Orientation,
  route: PatrolRoute,
  { atMs, from }: PatrolStart,
  nowMs: number,
): PatrolLook | null {
  const { stops, glideMs, steps } = route;
  const { stop, way, leftMs } = patrolAt(route, nowMs);
  const to = stops[stop]?.look;
  if (!to) return null;
  // Without a glide the time on the way belongs to the stop that is reached.
  const staysMs = leftMs + (way < 1 ? (stops[stop]?.dwellMs ?? 0) : 0);
  if (steps) return { look: to, stop, moves: false, staysMs };
  const before = stops.at(stop - 1)?.look ?? to;
  const isGliding = way < 1 && hasWay(before, to);
  const look = isGliding ? lookBetween(orientation, before, to, eased(way)) : to;
  const joined = glideMs > 0 ? Math.max(0, nowMs - atMs) / glideMs : 1;
  const isJoining = from !== null && joined < 1 && hasWay(from, look);
  return {
    look: isJoining ? lookBetween(orientation, from, look, eased(joined)) : look,
    stop,
    moves: isGliding || isJoining,
    staysMs,
  };
}

/** Slow at both ends. */
const eased = (share: number): number => share * share * (3 - 2 * share);

/** Between a perspective and a panorama, or two layouts, there is nothing to glide through: the patrol cuts. */
const hasWay = (from: FisheyeLook, to: FisheyeLook): boolean => from.mode === to.mode && from.layout === to.layout;

/**
 * A look on the way from one to another, by the shorter way round; where there is none between them (another mode or
 * layout), the other one at once.
 */
export function lookBetween(orientation: Orientation, from: FisheyeLook, to: FisheyeLook, share: number): FisheyeLook {
  if (!hasWay(from, to) || share >= 1) return to;
  const { scale, centerX, centerY } = from.panoramaZoom;
  return {
    ...to,
    view: viewBetween(orientation, from.view, to.view, share),
    shift: wrap180(from.shift + wrap180(to.shift - from.shift) * share),
    panoramaZoom: {
      scale: scale * (to.panoramaZoom.scale / scale) ** share,
      centerX: centerX + (to.panoramaZoom.centerX - centerX) * share,
      centerY: centerY + (to.panoramaZoom.centerY - centerY) * share,
    },
  };
}
