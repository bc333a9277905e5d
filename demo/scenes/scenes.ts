import { FRAME_CODE_LOOP_MS } from "#domain/frame-code.ts";
import type { Mover } from "./movers.ts";
import type { Place } from "./place.ts";
import { corridor, hall, lobby, shopFloor } from "./places-indoors.ts";
import { carPark, nightStreet, square, yard } from "./places-outdoors.ts";

/** A coloured disk at a known direction of a fisheye scene: tests of dewarping search for it. */
export interface Marker {
  readonly panDeg: number;
  /** below the horizon */
  readonly tiltDeg: number;
  readonly color: "red" | "green" | "blue" | "yellow" | "magenta" | "cyan";
}

export interface Scene {
  /** a stable name: it is part of addresses and of the cache */
  readonly key: string;
  readonly name: string;
  /** the number in the frame code; the small stream has this number + 100 */
  readonly source: number;
  readonly place: Place;
  readonly lens: "normal" | "ceiling" | "wall" | "ptz";
  readonly audio: "none" | "aac" | "pcmu";
  readonly markers: readonly Marker[];
  /** the periods with motion, in ms of the loop; at all other times there is only noise and a slow drift of light */
  readonly motionMs: readonly (readonly [number, number])[];
}

export const LOOP_MS = FRAME_CODE_LOOP_MS;
export const SMALL_SOURCE_OFFSET = 100;

/** The periods in which any mover exists; adjacent ones are joined. */
export function motionOf(movers: readonly Mover[]): [number, number][] {
  const spans = movers
    .map(({ way }): [number, number] => [(way[0]?.[0] ?? 0) * 1000, (way.at(-1)?.[0] ?? 0) * 1000])
    .sort((a, b) => a[0] - b[0]);
  const joined: [number, number][] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && span[0] <= last[1]) last[1] = Math.max(last[1], span[1]);
    else joined.push(span);
  }
  return joined;
}

/** The demo cameras, in the order in which they are registered. */
export const scenes: readonly Scene[] = [
  scene("yard", "Yard", 1, yard, "normal", "pcmu"),
  scene("corridor", "Corridor", 2, corridor, "normal", "none"),
  scene("car-park", "Car park", 3, carPark, "normal", "none"),
  scene("night-street", "Night street", 4, nightStreet, "normal", "none"),
  scene("lobby", "Lobby", 5, lobby, "normal", "aac"),
  scene("shop", "Shop (ceiling fisheye)", 6, shopFloor, "ceiling", "none", [
    { panDeg: 0, tiltDeg: 60, color: "red" },
    { panDeg: 90, tiltDeg: 50, color: "green" },
    { panDeg: 180, tiltDeg: 40, color: "blue" },
    { panDeg: 270, tiltDeg: 30, color: "yellow" },
    { panDeg: 45, tiltDeg: 80, color: "magenta" },
  ]),
  scene("hall", "Hall (wall fisheye)", 7, hall, "wall", "none", [
    { panDeg: 0, tiltDeg: -10, color: "red" },
    { panDeg: 45, tiltDeg: 0, color: "green" },
    { panDeg: -45, tiltDeg: 20, color: "blue" },
    { panDeg: 70, tiltDeg: -30, color: "yellow" },
    { panDeg: -70, tiltDeg: 40, color: "magenta" },
  ]),
  scene("square", "Square (PTZ)", 8, square, "ptz", "none"),
];

function scene(
  key: string,
  name: string,
  source: number,
  place: Place,
  lens: Scene["lens"],
  audio: Scene["audio"],
  markers: readonly Marker[] = [],
): Scene {
  return { key, name, source, place, lens, audio, markers, motionMs: motionOf(place.movers) };
}
