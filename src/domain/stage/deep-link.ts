/** The stage's address: which stage, time and speed it opens with, and the kiosk form. [ours] */
import { cycleSpeed } from "./stage-cycle.ts";
import { readSpeed } from "../timeline/speed.ts";

export interface StageLink {
  /** id of a saved stage; null = the current stage */
  readonly stage: string | null;
  /** server ms; null = live */
  readonly timeMs: number | null;
  readonly speed: number;
  /** the player is paused at that time; never while live */
  readonly paused: boolean;
  /** full screen, without chrome, awake */
  readonly kiosk: boolean;
  /** seconds per stage while in kiosk; 0 = no cycle */
  readonly cycle: number;
  /** tiles in which nothing moves are still until something happens */
  readonly still: boolean;
}

/**
 * How a window's stage begins and where its changes go. own: as this user left it in this browser, and it is stored;
 * beside: the address's stage, and nothing is stored; kiosk: the same, and nobody changes it; own-kiosk: a kiosk of the
 * stage that this user left.
 */
export type StageOpening = "own" | "beside" | "kiosk" | "own-kiosk";

export const openingOf = ({ stage, kiosk }: StageLink): StageOpening =>
  kiosk ? (stage === null ? "own-kiosk" : "kiosk") : stage === null ? "own" : "beside";

export const isKiosk = (opening: StageOpening): boolean => opening === "kiosk" || opening === "own-kiosk";

const plain: StageLink = { stage: null, timeMs: null, speed: 1, paused: false, kiosk: false, cycle: 0, still: false };

/** Reads the query of the stage route; an unreadable value keeps its default. */
export function readStageLink(argument: (name: string) => string | null): StageLink {
  const time = Number(argument("time") ?? Number.NaN);
  const live = !Number.isFinite(time) || time <= 0;
  return {
    stage: argument("stage") || null,
    timeMs: live ? null : time,
    // Live runs at speed 1 whatever the link demands.
    speed: live ? 1 : readSpeed(Number(argument("speed") ?? 1)),
    paused: !live && isSet(argument("paused")),
    kiosk: isSet(argument("kiosk")),
    cycle: cycleSpeed(Number(argument("cycle") ?? 0)),
    still: isSet(argument("still")),
  };
}

const isSet = (flag: string | null): boolean => flag === "true" || flag === "1";

/** The query for a link, without default values: "stage=4&time=1750000000000&speed=-1", "" for none. */
export function stageLinkQuery(link: Partial<StageLink>): string {
  const { stage, timeMs, speed, paused, kiosk, cycle, still } = { ...plain, ...link };
  const parts: string[] = [];
  if (stage !== null) parts.push(`stage=${encodeURIComponent(stage)}`);
  if (timeMs !== null) parts.push(`time=${Math.round(timeMs)}`);
  if (timeMs !== null && speed !== 1) parts.push(`speed=${speed}`);
  if (timeMs !== null && paused) parts.push("paused=1");
  if (kiosk) parts.push("kiosk=1");
  if (cycle !== 0) parts.push(`cycle=${cycle}`);
  if (still) parts.push("still=1");
  return parts.join("&");
}
