/** When previews are fetched, and how large (document 1, section 9). */
import type { Size } from "#base/geometry.ts";
import {
  PREVIEW_FIRST_REFRESH_MS,
  PREVIEW_MAX_AGE_MS,
  PREVIEW_REFRESH_MAX_MS,
  PREVIEW_REFRESH_MIN_MS,
  PREVIEW_RETRY_MS,
  SNAPSHOT_SCALE,
} from "../limits/requests.ts";

type PreviewOutcome = "shown" | "first-shown" | "waiting" | "failed";

/** Time to the next fetch. `random` is in 0..1 and spreads the previews of a panel over time. */
export function previewDelayMs(outcome: PreviewOutcome, random: number): number {
  if (outcome === "failed" || outcome === "waiting") return PREVIEW_RETRY_MS;
  if (outcome === "first-shown") return PREVIEW_FIRST_REFRESH_MS;
  return PREVIEW_REFRESH_MIN_MS + random * (PREVIEW_REFRESH_MAX_MS - PREVIEW_REFRESH_MIN_MS);
}

/** Refusals of a recorder, or of a stream, that has only just started. */
const BEGINNING: readonly (string | null)[] = ["stream/no-picture", "media/unavailable"];
/** Whether a refused picture is still to come: there is no fault, only no picture yet. */
export const pictureIsToCome = (code: string | null): boolean => BEGINNING.includes(code);

/** Whether a kept picture that comes into view again must be fetched anew. */
export const previewIsStale = (ageMs: number): boolean => ageMs > PREVIEW_MAX_AGE_MS;

/** Picture size to request: twice the element's, in whole px. */
export const snapshotSize = (element: Size): Size => ({
  width: Math.ceil(element.width * SNAPSHOT_SCALE),
  height: Math.ceil(element.height * SNAPSHOT_SCALE),
});
