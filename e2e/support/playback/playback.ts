/**
 * Shared helpers of the specs of recorded video: a stage that plays, enough recorded video, and calculations with frame
 * codes.
 */
import { expect, type Page } from "@playwright/test";
import { FRAME_CODE_LOOP_MS } from "#domain/frame-code.ts";
import { enterStage } from "../../pages/sign-in-page.ts";
import { StagePage } from "../../pages/stage-page.ts";
import { TimelinePage } from "../../pages/timeline-page.ts";
import { shared } from "../shared.ts";

/** Demo cameras send 15 pictures per second in their large streams and a key frame every two seconds. */
export const FRAME_MS = 1000 / 15;

export const KEY_MS = 2000;

/** Signs the administrator in and puts cameras on the stage; all of them play. */
export async function openStage(
  page: Page,
  names: readonly string[],
): Promise<{ stage: StagePage; timeline: TimelinePage }> {
  const stage = await enterStage(page, shared());
  for (const name of names) await stage.add(name);
  for (const name of names) await stage.playing(name, 60_000);
  return { stage, timeline: new TimelinePage(page) };
}

/** Waits until recordings reach back this far. */
export async function recordedFor(page: Page, ms: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`${shared().url}/service/archives?take=1000`);
        const { archives } = (await answer.json()) as { archives: { start: number }[] };
        return Date.now() - Math.min(Date.now(), ...archives.map((each) => each.start));
      },
      { timeout: Math.max(60_000, ms + 40_000) },
    )
    .toBeGreaterThan(ms);
}

/** The difference of two phases of the cameras' loop, -10 to 10 s. */
export function phaseDifference(a: number, b: number): number {
  const off = (((a - b) % FRAME_CODE_LOOP_MS) + FRAME_CODE_LOOP_MS) % FRAME_CODE_LOOP_MS;
  return off > FRAME_CODE_LOOP_MS / 2 ? off - FRAME_CODE_LOOP_MS : off;
}

export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
