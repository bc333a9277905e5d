/** Loading English texts; a screen is shown after that. */
export async function loadStageTexts(): Promise<void> {
  await import("./parts/stage.ts");
}

/** All that there are. */
export async function loadAllTexts(): Promise<void> {
  await import("./parts/all.ts");
}
