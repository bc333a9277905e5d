import { WALL_KEPT_MS, WALL_KEPT_MEMORY_GIB } from "../limits/stage.ts";

/**
 * How long the players and the worker of the stage go on while another screen is visited: whoever comes back finds the
 * pictures at once. A device with little memory needs it for the other screen. Null: the browser does not tell.
 */
export const wallKeptMs = (deviceMemoryGib: number | null): number =>
  deviceMemoryGib !== null && deviceMemoryGib < WALL_KEPT_MEMORY_GIB ? 0 : WALL_KEPT_MS;
