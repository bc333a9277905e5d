import type { CameraView } from "./camera-view.ts";
import type { Picture } from "./picture.ts";
import { lengthOf, subtract, unit, vector } from "./vector.ts";
import { personParts, carParts, sortParts } from "./mover-parts.ts";
import { type MoverLight, Pen } from "./mover-pen.ts";

/** A point of a path: second of the loop, metres east and north. */
type WayPoint = readonly [atS: number, x: number, z: number];

/** A person or an object that exists from the first to the last point of its path and moves all the time in between. */
export interface Mover {
  readonly kind: "person" | "car" | "cart";
  /** the colour of clothes or paint */
  readonly color: readonly [number, number, number];
  readonly way: readonly WayPoint[];
  /** headlights on (at night) */
  readonly lights?: boolean;
}

const FADE_S = 0.25;

/** Draws all movers that exist at `atS`, the farthest first. */
export function drawMovers(
  picture: Picture,
  view: CameraView,
  movers: readonly Mover[],
  atS: number,
  light: MoverLight,
): void {
  const present = movers
    .map((mover) => ({ mover, place: placeAt(mover.way, atS) }))
    .flatMap(({ mover, place }) => (place ? [{ mover, ...place }] : []))
    .sort((a, b) => lengthOf(subtract(b.at, view.position)) - lengthOf(subtract(a.at, view.position)));
  for (const { mover, at, heading, presence, walked } of present) {
    const parts = mover.kind === "person" ? personParts(at, heading, walked) : carParts(at, heading, mover.kind);
    const pen = new Pen(picture, view, light, presence);
    for (const part of parts) pen.shadow(part);
    if (mover.lights) pen.beam(at, heading);
    for (const part of sortParts(parts, view)) pen.part(part, mover.color);
    if (mover.lights) pen.lamps(at, heading);
  }
}

function placeAt(way: readonly WayPoint[], atS: number) {
  const first = way[0];
  const last = way.at(-1);
  if (!first || !last || atS < first[0] || atS >= last[0]) return null;
  let walked = 0;
  for (let i = 1; i < way.length; i++) {
    const a = way[i - 1];
    const b = way[i];
    if (!a || !b) break;
    const length = Math.hypot(b[1] - a[1], b[2] - a[2]);
    if (atS >= b[0]) {
      walked += length;
      continue;
    }
    const share = (atS - a[0]) / (b[0] - a[0]);
    const presence = Math.min(1, (atS - first[0]) / FADE_S + 0.35, (last[0] - atS) / FADE_S + 0.35);
    return {
      at: vector(a[1] + (b[1] - a[1]) * share, 0, a[2] + (b[2] - a[2]) * share),
      heading: unit(vector(b[1] - a[1], 0, b[2] - a[2])),
      walked: walked + length * share,
      presence,
    };
  }
  return null;
}
