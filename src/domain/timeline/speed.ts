/** Playback speed (document 1, sections 2 and 4): 1/4 to 64, negative for reverse. */
import { SPEED_STEPS } from "../limits/timeline.ts";

export type SpeedDirection = 1 | -1;

export const directionOf = (speed: number): SpeedDirection => (speed < 0 ? -1 : 1);
/** The direction toggle: the same pace the other way. */
export const reversed = (speed: number): number => -speed;

/** Slider position (0..6) of a speed: the nearest step by ratio. */
export function speedStep(speed: number): number {
  const pace = Math.abs(speed) || 1;
  let best = 0;
  for (const [index, step] of SPEED_STEPS.entries())
    if (Math.abs(Math.log2(step / pace)) < Math.abs(Math.log2((SPEED_STEPS[best] ?? 1) / pace))) best = index;
  return best;
}
/** Speed of a slider position and direction. */
export const speedOfStep = (step: number, direction: SpeedDirection): number => direction * (SPEED_STEPS[step] ?? 1);

/** The next step in a direction of speed, for the J and L keys: -2 steps ... through 1 and -1. */
export function shuttle(speed: number, towards: SpeedDirection): number {
  if (directionOf(speed) !== towards) {
    const slower = SPEED_STEPS[speedStep(speed) - 1];
    return slower === undefined || Math.abs(speed) <= 1 ? towards : -towards * slower;
  }
  return towards * (SPEED_STEPS[speedStep(speed) + 1] ?? Math.abs(speed));
}

/** "1/4x", "1x", "-16x". */
export function speedLabel(speed: number): string {
  const pace = Math.abs(speed);
  const text = pace > 0 && pace < 1 ? `1/${Math.round(1 / pace)}` : String(pace);
  return `${speed < 0 ? "-" : ""}${text}x`;
}

/** A speed from a URL or storage: one of the steps, either direction, else 1. */
export const readSpeed = (value: unknown): number =>
  typeof value === "number" && SPEED_STEPS.some((step) => step === Math.abs(value)) ? value : 1;
