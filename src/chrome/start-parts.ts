/**
 * What the stage needs first, in the two chunks that `scripts/build/chunk-groups.mjs` makes of it. The sign-in page loads
 * them while the password is typed: between its button and the stage no script has to travel.
 */
import { loadStageTexts } from "./texts/load-texts.ts";

export const loadShell = () => import("./shell/shell.tsx");
export const loadStageScreen = () => import("./screens/stage/stage-screen.tsx");

/** A part that fails now is loaded when it is shown, and its screen says so then. */
export async function loadStartParts(): Promise<void> {
  await Promise.allSettled([loadShell(), loadStageScreen(), loadStageTexts()]);
}
