import { VOLUME_CYCLE } from "../limits/player.ts";

/** Document 1, section 4: 0, 0.5, 1, 0. A volume in between goes up to the next. */
export const nextVolume = (volume: number): number => VOLUME_CYCLE.find((step) => step > volume) ?? 0;
